#include "CSingletonPlatform.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

// MARK: Signals that a loop waits for

static int signal_pipe = -1;

// When the first interruption arrived, in nanoseconds of the monotonic clock, or 0.
static _Atomic int64_t interrupted_at;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

// Whether the signal is a second interruption. A signal within a second of the first belongs to it: timeout(1) signals
// the process and then its group.
static bool is_second_interruption(void) {
  const int64_t time = now();
  int64_t first = 0;
  if (atomic_compare_exchange_strong(&interrupted_at, &first, time)) return false;
  return time - first > INT64_C(1000000000);
}

static void forward(int number) {
  const int saved = errno;
  // The signal has its default effect when this handler returns.
  if (number != SIGCHLD && is_second_interruption()) {
    signal(number, SIG_DFL);
    raise(number);
  }
  const unsigned char byte = (unsigned char)number;
  // If the pipe is full, the reader will be notified anyway.
  if (write(signal_pipe, &byte, 1) < 0) {}
  errno = saved;
}

static const int watched_signals[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP};
enum { watched_signal_count = sizeof watched_signals / sizeof *watched_signals };

// nohup(1) makes a process ignore SIGHUP, so that it survives its terminal.
static bool is_ignored_on_purpose(int number) {
  struct sigaction action;
  return number == SIGHUP && sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

bool cp_watch_signals(int pipe) {
  signal_pipe = pipe;
  atomic_store(&interrupted_at, 0);
  sigset_t watched;
  sigemptyset(&watched);
  struct sigaction action = {.sa_handler = forward, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < watched_signal_count; i++) {
    if (is_ignored_on_purpose(watched_signals[i])) continue;
    if (sigaction(watched_signals[i], &action, NULL) != 0) return false;
    sigaddset(&watched, watched_signals[i]);
  }
  // The parent process may have blocked these signals.
  return pthread_sigmask(SIG_UNBLOCK, &watched, NULL) == 0;
}

bool cp_is_interrupted(void) { return atomic_load(&interrupted_at) != 0; }

void cp_unwatch_signals(void) {
  for (int i = 0; i < watched_signal_count; i++) {
    if (!is_ignored_on_purpose(watched_signals[i])) signal(watched_signals[i], SIG_DFL);
  }
}
