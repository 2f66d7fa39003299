// What takes time, and what no model covers.
#include "Hooks.h"

#if CH_AVAILABLE

#include <pthread.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// MARK: Time

// Loops that wait call them often, so these need no system call.
int nanosleep(const struct timespec *time, struct timespec *rest) {
  return is_modeled() ? 0 : NEXT(nanosleep)(time, rest);
}
int usleep(unsigned time) { return is_modeled() ? 0 : NEXT(usleep)(time); }
int sched_yield(void) { return is_modeled() ? 0 : NEXT(sched_yield)(); }

// The time at the beginning of an execution, which is what the clock shows to its threads if they look for a time limit.
static struct timespec time_now;
static uint64_t dispatch_now;

// Two years and a number that no other difference has, in nanoseconds: between the looks at a clock that leaps.
enum : uint64_t { leap = UINT64_C(63115200) * 1000000000 + 7654321 };
static bool clock_leaps;
static uint64_t looks;
static uintptr_t look_code;

void ch_let_clock_leap(bool leaps) { clock_leaps = leaps; }
uintptr_t ch_look_at_clock(void) { return looks == 0 ? 0 : look_code; }

uintptr_t ch_without_leaps(uintptr_t word) {
  const uint64_t leaps = clock_leaps ? (word + leap / 2) / leap : 0;
  return leaps > looks ? word : word - leaps * leap;
}

extern uint64_t dispatch_time(uint64_t from, int64_t nanoseconds);

void ch_take_time(void) {
  looks = 0;
  NEXT(clock_gettime)(CLOCK_REALTIME, &time_now);
  if (dispatch_now == 0) dispatch_now = NEXT(dispatch_time)(0, 0);
}

// Times of DispatchTime are made for limits.
uint64_t dispatch_time(uint64_t from, int64_t nanoseconds) {
  if (!is_modeled() || from != 0) return NEXT(dispatch_time)(from, nanoseconds);
  ch_meet(ch_met_now);
  looks++;
  look_code = ch_user_code(CALLER);
  return NEXT(dispatch_time)(dispatch_now + (clock_leaps ? looks * leap : 0), nanoseconds);
}

bool ch_is_distant(const struct timespec *limit) {
  const time_t distant = INT64_C(1) << 33;
  return limit->tv_sec >= distant;
}

// Returns the address of the code of a library that the code of the program has called, or 0 if there is none.
static uintptr_t called_library(void) {
  const uintptr_t *frame = __builtin_frame_address(0);
  uintptr_t library = 0;
  for (int depth = 0; depth < 16; depth++) {
    if (ch_is_instrumented(frame[1]) && !ch_is_own(frame[1])) return library;
    if (!ch_is_own(frame[1])) library = frame[1];
    const uintptr_t *next = (const uintptr_t *)frame[0];
    if (next <= frame) return 0;
    frame = next;
  }
  return library;
}

static bool has_name_with(uintptr_t code, const char *part) {
  Dl_info info;
  return code != 0 && dladdr((void *)code, &info) != 0 && info.dli_sname != NULL && strstr(info.dli_sname, part) != NULL;
}

// Whether a function of Foundation that waits until a time limit looks how far away the limit is: a function with such a
// name, or one that has just tried to take a lock.
static bool is_look_for_limit(void) {
  enum { function_bytes = 64 };
  const uintptr_t library = called_library();
  return library - ch_threads[ch_current].tried < function_bytes
    || has_name_with(library, "$s10Foundation11NSConditionC4wait5until");
}

// MARK: What differs from run to run

#define CLOCK "the clock, which differs from run to run"

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (!is_modeled()) return NEXT(clock_gettime)(clock, time);
  if (clock != CLOCK_REALTIME || !is_look_for_limit()) ch_refuse(CLOCK, ch_user_code(CALLER));
  *time = time_now;
  return 0;
}
UNMODELED(int, gettimeofday, (struct timeval *restrict time, void *restrict zone), (time, zone), CLOCK)
UNMODELED(time_t, time, (time_t *now), (now), CLOCK)

// MARK: The environment, which is memory of the C library

// A change that the rehearsal makes stays for all executions.
#define CHANGE(name, parameters, arguments) \
  int name parameters { \
    const char *const what = "a change of the environment, which other threads may notice"; \
    if (is_modeled()) ch_refuse(what, ch_user_code(CALLER)); \
    if (ch_is_in_rehearsed_body()) ch_note_refusal(what, ch_user_code(CALLER)); \
    return NEXT(name) arguments; \
  }

CHANGE(setenv, (const char *name, const char *value, int replaces), (name, value, replaces))
CHANGE(unsetenv, (const char *name), (name))
CHANGE(putenv, (char *text), (text))

// MARK: What is not modeled

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
  if (is_modeled()) ch_refuse("the start of a thread", ch_user_code(CALLER));
  // A library may start one in the rehearsal, to do later what it is given.
  int failure;
  UNSEEN(failure = NEXT(pthread_create)(thread, attributes, body, argument));
  return failure;
}
UNMODELED(int, pthread_rwlock_tryrdlock, (pthread_rwlock_t * lock), (lock), "a lock of readers and writers")
UNMODELED(int, pthread_rwlock_trywrlock, (pthread_rwlock_t * lock), (lock), "a lock of readers and writers")
// The arguments are passed on as they are: none of these functions has more than four, or one of another kind.
#define LEAVES(name) \
  UNMODELED(uintptr_t, name, (uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d), (a, b, c, d), "work that a queue does meanwhile")
LEAVES(dispatch_async)
LEAVES(dispatch_async_f)
LEAVES(dispatch_barrier_async)
LEAVES(dispatch_barrier_async_f)
LEAVES(dispatch_async_and_wait)
LEAVES(dispatch_async_and_wait_f)
LEAVES(dispatch_barrier_async_and_wait)
LEAVES(dispatch_barrier_async_and_wait_f)
LEAVES(dispatch_after)
LEAVES(dispatch_after_f)
LEAVES(dispatch_apply)
LEAVES(dispatch_apply_f)
LEAVES(dispatch_group_async)
LEAVES(dispatch_group_async_f)
LEAVES(dispatch_group_notify)
LEAVES(dispatch_group_notify_f)

#endif
