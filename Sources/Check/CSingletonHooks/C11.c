// The threads of C11, whose locks, conditions and once tokens are those of POSIX by other names.
#include "Hooks.h"

#if CH_AVAILABLE

#include <errno.h>
#include <threads.h>

static int answer(int error) {
  return error == 0 ? thrd_success : error == EBUSY ? thrd_busy : error == ETIMEDOUT ? thrd_timedout : thrd_error;
}

#define LOCK(lock) ((pthread_mutex_t *)(lock))
#define CONDITION(condition) ((pthread_cond_t *)(condition))

int mtx_lock(mtx_t *lock) { return answer(pthread_mutex_lock(LOCK(lock))); }
int mtx_trylock(mtx_t *lock) { return answer(pthread_mutex_trylock(LOCK(lock))); }
int mtx_timedlock(mtx_t *restrict lock, const struct timespec *restrict limit) {
  return answer(pthread_mutex_timedlock(LOCK(lock), limit));
}
int mtx_unlock(mtx_t *lock) { return answer(pthread_mutex_unlock(LOCK(lock))); }
void mtx_destroy(mtx_t *lock) { pthread_mutex_destroy(LOCK(lock)); }

int cnd_wait(cnd_t *condition, mtx_t *lock) { return answer(pthread_cond_wait(CONDITION(condition), LOCK(lock))); }
int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict lock, const struct timespec *restrict limit) {
  return answer(pthread_cond_timedwait(CONDITION(condition), LOCK(lock), limit));
}
int cnd_signal(cnd_t *condition) { return answer(pthread_cond_signal(CONDITION(condition))); }
int cnd_broadcast(cnd_t *condition) { return answer(pthread_cond_broadcast(CONDITION(condition))); }

void call_once(once_flag *token, void (*body)(void)) { ch_pass_once((pthread_once_t *)token, body, CALLER); }

#endif
