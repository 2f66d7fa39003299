#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

void cp_trap(void) { __builtin_trap(); }

static _Thread_local void *thread_value;

void *cp_thread_value(void) { return thread_value; }
void cp_set_thread_value(void *value) { thread_value = value; }

void cp_disable_core_dumps(void) {
  const struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
#if defined(__linux__)
  // The limit does not hold where cores go to a program.
  prctl(PR_SET_DUMPABLE, 0);
#endif
}

static int signal_pipe[2] = {-1, -1};

static void forward(int signal) {
  const int saved = errno;
  const unsigned char byte = (unsigned char)signal;
  // A full pipe means that the reader has work enough to notice.
  if (write(signal_pipe[1], &byte, 1) < 0) {}
  errno = saved;
}

int cp_signal_descriptor(void) {
  if (signal_pipe[0] >= 0) return signal_pipe[0];
  if (pipe(signal_pipe) != 0) return -1;
  for (int end = 0; end < 2; end++) {
    fcntl(signal_pipe[end], F_SETFD, FD_CLOEXEC);
    fcntl(signal_pipe[end], F_SETFL, O_NONBLOCK);
  }
  struct sigaction action = {.sa_handler = forward, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  const int signals[] = {SIGCHLD, SIGINT, SIGTERM};
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) {
    if (sigaction(signals[i], &action, NULL) != 0) return -1;
  }
  return signal_pipe[0];
}

const char *cp_sanitizer(void) {
#if __has_feature(thread_sanitizer)
  return "thread";
#elif __has_feature(address_sanitizer)
  return "address";
#else
  return "";
#endif
}
