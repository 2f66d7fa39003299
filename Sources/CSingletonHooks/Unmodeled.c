// What takes time, and what no model covers.
#include "Hooks.h"

#if CH_AVAILABLE

#include <pthread.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

typedef void (*once_body)(void *);

// MARK: Time

int nanosleep(const struct timespec *time, struct timespec *rest) {
  return is_modeled() ? 0 : NEXT(nanosleep)(time, rest);
}
int usleep(unsigned time) { return is_modeled() ? 0 : NEXT(usleep)(time); }
unsigned sleep(unsigned time) { return is_modeled() ? 0 : NEXT(sleep)(time); }
int sched_yield(void) { return is_modeled() ? 0 : NEXT(sched_yield)(); }

// The time at the beginning of an execution, which is what the clock shows to its threads if they look for a time limit.
static struct timespec time_now;
static uint64_t dispatch_now;

extern uint64_t dispatch_time(uint64_t from, int64_t nanoseconds);

void ch_take_time(void) {
  NEXT(clock_gettime)(CLOCK_REALTIME, &time_now);
  if (dispatch_now == 0) dispatch_now = NEXT(dispatch_time)(0, 0);
}

// Times of DispatchTime are made for limits.
uint64_t dispatch_time(uint64_t from, int64_t nanoseconds) {
  if (!is_modeled() || from != 0) return NEXT(dispatch_time)(from, nanoseconds);
  ch_meet(ch_met_now);
  return NEXT(dispatch_time)(dispatch_now, nanoseconds);
}

bool ch_is_distant(const struct timespec *limit) {
  const time_t distant = INT64_C(1) << 33;
  return limit->tv_sec >= distant;
}

// Whether a function of Foundation that waits until a time limit looks how far away the limit is: a function with such a
// name, or one that has just tried to take a lock.
static bool is_look_for_limit(void) {
  const uintptr_t *frame = __builtin_frame_address(0);
  uintptr_t library = 0;
  for (int depth = 0; depth < 16 && frame != NULL; depth++) {
    if (ch_is_instrumented(frame[1]) && !ch_is_own(frame[1])) break;
    library = frame[1];
    const uintptr_t *next = (const uintptr_t *)frame[0];
    if (next <= frame) return false;
    frame = next;
  }
  enum { function_bytes = 64 };
  if (library - ch_threads[ch_current].tried < function_bytes) return true;
  Dl_info info;
  if (library == 0 || dladdr((void *)library, &info) == 0 || info.dli_sname == NULL) return false;
  const char *const waits = "$s10Foundation11NSConditionC4wait5until";
  return strncmp(info.dli_sname, waits, strlen(waits)) == 0;
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

// MARK: What is not modeled

UNMODELED(int, pthread_create,
  (pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument),
  (thread, attributes, body, argument), "the start of a thread")
UNMODELED(int, pthread_rwlock_tryrdlock, (pthread_rwlock_t * lock), (lock), "a lock of readers and writers")
UNMODELED(int, pthread_rwlock_trywrlock, (pthread_rwlock_t * lock), (lock), "a lock of readers and writers")
UNMODELED(int, pthread_setspecific, (pthread_key_t key, const void *value), (key, value), "memory of its own thread")
UNMODELED(void, dispatch_barrier_async, (void *queue, void *block), (queue, block), "work that a queue does meanwhile")
UNMODELED(void, dispatch_async, (void *queue, void *block), (queue, block), "work that a queue does meanwhile")
UNMODELED(void, dispatch_async_f, (void *queue, void *context, once_body body), (queue, context, body), "work that a queue does meanwhile")
UNMODELED(void, dispatch_async_and_wait, (void *queue, void *block), (queue, block), "work that a queue does meanwhile")
UNMODELED(void, dispatch_after, (uint64_t time, void *queue, void *block), (time, queue, block), "work that a queue does meanwhile")
UNMODELED(void, dispatch_apply, (size_t count, void *queue, void *block), (count, queue, block), "work that a queue does meanwhile")
UNMODELED(void, dispatch_group_async, (void *group, void *queue, void *block), (group, queue, block), "work that a queue does meanwhile")
UNMODELED(void, dispatch_group_notify, (void *group, void *queue, void *block), (group, queue, block), "work that a queue does meanwhile")

#endif
