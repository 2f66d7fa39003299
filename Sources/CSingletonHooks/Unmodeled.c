// What takes time, and what no model covers.
#include "Hooks.h"

#if CH_AVAILABLE

#include <pthread.h>
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
UNMODELED(int, pthread_once, (pthread_once_t * token, void (*body)(void)), (token, body), "pthread_once")
UNMODELED(int, pthread_setspecific, (pthread_key_t key, const void *value), (key, value), "memory of its own thread")
UNMODELED(void, dispatch_once_f, (intptr_t * token, void *context, once_body body), (token, context, body),
  "dispatch_once")
UNMODELED(void, dispatch_once, (intptr_t * token, void *block), (token, block), "dispatch_once")
UNMODELED(void, dispatch_barrier_async, (void *queue, void *block), (queue, block), "a queue")
UNMODELED(void, dispatch_async, (void *queue, void *block), (queue, block), "a queue")
UNMODELED(void, dispatch_async_f, (void *queue, void *context, once_body body), (queue, context, body), "a queue")
UNMODELED(void, dispatch_async_and_wait, (void *queue, void *block), (queue, block), "a queue")
UNMODELED(void, dispatch_after, (uint64_t time, void *queue, void *block), (time, queue, block), "a queue")
UNMODELED(void, dispatch_apply, (size_t count, void *queue, void *block), (count, queue, block), "a queue")
UNMODELED(intptr_t, dispatch_group_wait, (void *group, uint64_t limit), (group, limit), "a group")

#endif
