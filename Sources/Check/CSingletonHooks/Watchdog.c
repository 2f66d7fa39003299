// Ends a thread that makes no progress: one that blocks in a call that is not modeled, or that loops without an operation.
//
// All modeled threads are one thread of the system, so such a call would block the check. A timer interrupts it, and the
// thread is given up where it stands. A machine with other work is told from both by what the thread has done: it gives up
// the processor by itself if it blocks, and computes if it loops.
#include "Hooks.h"

#if CH_AVAILABLE

#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { ticks_per_patience = 4 };
// The time without an operation after which a thread is taken to be blocked, in milliseconds.
enum { patience = 2000 };
static timer_t timer;
static bool is_set;
static volatile unsigned steps;
static unsigned seen_steps, blocked_ticks;
// The processor time of the thread at its last progress and at the last tick, in milliseconds, and how often it had then
// given up the processor by itself.
static long progress_time, tick_time, tick_waits;

// The steps of all threads, for the process that watches this one.
static volatile uint64_t *all_steps;

void ch_count_steps(uint64_t *steps) { all_steps = steps; }

void ch_note_progress(void) {
  steps++;
  if (all_steps != NULL) ++*all_steps;
}

static bool has_timed_out, has_blocked;

bool ch_has_blocked(void) { return has_blocked; }
void ch_forget_blocked(void) { has_blocked = false; }

bool ch_has_timed_out(void) {
  const bool result = has_timed_out;
  has_timed_out = false;
  return result;
}

typedef enum { goes_on, blocks, loops } finding;

static finding look(void) {
  enum { working_milliseconds = 5 };
  struct rusage usage;
  if (getrusage(RUSAGE_THREAD, &usage) != 0) return goes_on;
  const long time = 1000 * (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000;
  const bool waits = usage.ru_nvcsw > tick_waits && time - tick_time < working_milliseconds;
  const bool progresses = seen_steps != steps;
  tick_time = time;
  tick_waits = usage.ru_nvcsw;
  if (progresses) {
    seen_steps = steps;
    progress_time = time;
  }
  blocked_ticks = progresses || !waits ? 0 : blocked_ticks + 1;
  if (blocked_ticks >= ticks_per_patience) return blocks;
  return time - progress_time > patience ? loops : goes_on;
}

static void ticked(int number, void *info, void *context) {
  const bool saw_calls = ci_see_calls(false);
  const finding found = look();
  if (!is_modeled() && !is_rehearsing()) {
    // What the check itself takes is not the thread's time.
    progress_time = tick_time;
    blocked_ticks = 0;
    ci_see_calls(saw_calls);
    return;
  }
  ci_see_calls(saw_calls);
  if (found == goes_on) return;
  blocked_ticks = 0;
  seen_steps = steps - 1;
  if (is_rehearsing()) {
    has_timed_out = true;
    ch_abandon();
  }
  has_blocked = true;
  static char what[256];
  const int self = ch_current;
  // The name is found by code that may allocate, which is no allocation of the thread.
  ch_current = nobody;
  const char *const kind = found == blocks ? "a call that blocks" : "a loop without an operation that others notice";
  snprintf(what, sizeof what, "%s, for %d ms: %s", kind, patience, ch_function_name(ci_place_of(context).code));
  ch_current = self;
  ch_refuse(what, ch_user_code(0));
}

void ch_watch(bool watches) {
  if (is_set) timer_delete(timer);
  is_set = false;
  if (!watches) return;
  has_blocked = false;
  // Not one of the signals that programs usually use. The handler need not return, so the signal stays unblocked.
  const int number = SIGRTMIN + 7;
  ci_handle(number, ticked);
  // Who has started the process may have blocked it.
  sigset_t watched;
  sigemptyset(&watched);
  sigaddset(&watched, number);
  pthread_sigmask(SIG_UNBLOCK, &watched, NULL);
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = number};
  event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) return;
  is_set = true;
  const long tick = 1000000L * (patience / ticks_per_patience);
  const struct itimerspec interval = {
    .it_interval = {tick / 1000000000, tick % 1000000000}, .it_value = {tick / 1000000000, tick % 1000000000}};
  timer_settime(timer, 0, &interval, NULL);
}

#endif
