// What takes time, and what no model covers.
#include "Hooks.h"

#if CH_AVAILABLE

#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/syscall.h>
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

// MARK: What differs from run to run

#define CLOCK "the clock, which differs from run to run"
#define RANDOM "a random number, which differs from run to run"

UNMODELED(int, clock_gettime, (clockid_t clock, struct timespec *time), (clock, time), CLOCK)
UNMODELED(int, gettimeofday, (struct timeval *restrict time, void *restrict zone), (time, zone), CLOCK)
UNMODELED(time_t, time, (time_t *now), (now), CLOCK)
UNMODELED(ssize_t, getrandom, (void *bytes, size_t size, unsigned flags), (bytes, size, flags), RANDOM)
UNMODELED(int, getentropy, (void *bytes, size_t size), (bytes, size), RANDOM)
UNMODELED(long, random, (void), (), RANDOM)
UNMODELED(int, rand, (void), (), RANDOM)
UNMODELED(uint32_t, arc4random, (void), (), RANDOM)
UNMODELED(void, arc4random_buf, (void *bytes, size_t size), (bytes, size), RANDOM)
UNMODELED(uint32_t, arc4random_uniform, (uint32_t bound), (bound), RANDOM)
UNMODELED(void, swift_stdlib_random, (void *bytes, size_t size), (bytes, size), RANDOM)

// The runtime asks the system for random numbers by itself.
long syscall(long number, ...) {
  if (is_modeled() && number == SYS_getrandom) ch_refuse(RANDOM, ch_user_code(CALLER));
  va_list list;
  va_start(list, number);
  long values[6];
  for (int i = 0; i < 6; i++) values[i] = va_arg(list, long);
  va_end(list);
  return NEXT(syscall)(number, values[0], values[1], values[2], values[3], values[4], values[5]);
}

// MARK: What is not modeled

UNMODELED(int, pthread_create,
  (pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument),
  (thread, attributes, body, argument), "the start of a thread")
UNMODELED(int, pthread_cond_wait, (pthread_cond_t * condition, pthread_mutex_t *lock), (condition, lock),
  "a wait for a condition")
UNMODELED(int, pthread_cond_timedwait,
  (pthread_cond_t * condition, pthread_mutex_t *lock, const struct timespec *limit), (condition, lock, limit),
  "a wait for a condition")
UNMODELED(int, pthread_rwlock_tryrdlock, (pthread_rwlock_t * lock), (lock), "a lock of readers and writers")
UNMODELED(int, pthread_rwlock_trywrlock, (pthread_rwlock_t * lock), (lock), "a lock of readers and writers")
UNMODELED(int, pthread_spin_lock, (pthread_spinlock_t * lock), (lock), "a spin lock")
UNMODELED(int, pthread_setspecific, (pthread_key_t key, const void *value), (key, value), "memory of its own thread")
UNMODELED(void, dispatch_barrier_async, (void *queue, void *block), (queue, block), "a queue")
UNMODELED(void, dispatch_async, (void *queue, void *block), (queue, block), "a queue")
UNMODELED(void, dispatch_async_f, (void *queue, void *context, once_body body), (queue, context, body), "a queue")
UNMODELED(void, dispatch_async_and_wait, (void *queue, void *block), (queue, block), "a queue")
UNMODELED(void, dispatch_after, (uint64_t time, void *queue, void *block), (time, queue, block), "a queue")
UNMODELED(void, dispatch_apply, (size_t count, void *queue, void *block), (count, queue, block), "a queue")
UNMODELED(intptr_t, dispatch_group_wait, (void *group, uint64_t limit), (group, limit), "a group")

#endif
