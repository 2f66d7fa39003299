// What waits: locks, semaphores, once tokens. On modeled threads they are operations, and nothing of them runs.
#include "Hooks.h"

#if CH_AVAILABLE

#include <errno.h>
#include <semaphore.h>

// MARK: Mutexes, which NSLock and NSRecursiveLock are, too

// The locks that modeled threads hold, of the kinds that know their holder.
static struct {
  const pthread_mutex_t *lock;
  int depth;
} held[ch_thread_limit][16];

// The locks of readers and writers that modeled threads hold for writing.
static const void *written[ch_thread_limit][8];

// How many locks each thread holds for reading behind whose waiting writers others wait.
static int reads[ch_thread_limit];
// Whether a waiting writer holds back readers. Nobody notices unless a thread may wait while it reads: first for the writer's
// reader, and then for a reader behind the writer. As soon as one may, all executions begin anew.
static bool writers_hold_back;

void ch_begin_locks(void) { writers_hold_back = false; }

// The semaphores of this execution, with their permits before the threads begin, with how many fewer they have by now than at
// their own begin, and with the threads that have used them.
enum { semaphore_limit = 64 };
typedef struct {
  const void *semaphore;
  intptr_t permits, missing;
  uint32_t users;
} made_semaphore;
static made_semaphore made[semaphore_limit];
static int made_count;

void ch_forget_locks(void) {
  made_count = 0;
  memset(held, 0, sizeof held);
  memset(written, 0, sizeof written);
  memset(reads, 0, sizeof reads);
  ch_forget_mutexes();
  ch_forget_condition_locks();
  ch_forget_groups();
}

static int *depth_of(const pthread_mutex_t *lock) {
  for (int i = 0; i < 16; i++) {
    if (held[ch_current][i].lock != NULL && held[ch_current][i].lock != lock) continue;
    held[ch_current][i].lock = lock;
    return &held[ch_current][i].depth;
  }
  ch_refuse("more than 16 recursive or error-checking locks", ch_user_code(CALLER));
}

bool ch_is_recursive(const pthread_mutex_t *lock) { return (lock->__data.__kind & 3) == PTHREAD_MUTEX_RECURSIVE; }

static bool is_checking(const pthread_mutex_t *lock) { return (lock->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK; }

// Whether the thread asks an error-checking lock for what it refuses: to lock what the thread holds, or to unlock what it
// does not hold.
static bool is_refused(const pthread_mutex_t *lock, bool locks) {
  return is_checking(lock) && (*depth_of(lock) > 0) == locks;
}

static void note_held(const pthread_mutex_t *lock) {
  if (is_checking(lock)) *depth_of(lock) = 1;
}

// The end of a thread gives back a robust lock that it holds.
static void require_ordinary(const pthread_mutex_t *lock) {
  enum { robust = 16 };
  if ((lock->__data.__kind & robust) != 0) ch_refuse("a robust mutex", ch_user_code(0));
}

int pthread_mutex_lock(pthread_mutex_t *lock) {
  if (ch_is_runtime(CALLER)) return NEXT(pthread_mutex_lock)(lock);
  if (is_rehearsing() && NEXT(pthread_mutex_trylock)(lock) == EBUSY) {
    if (is_checking(lock)) return EDEADLK;
    ch_abandon();
  }
  if (is_rehearsing()) return 0;
  if (!is_modeled()) return NEXT(pthread_mutex_lock)(lock);
  require_ordinary(lock);
  ch_settle();
  if (ch_is_recursive(lock) && (*depth_of(lock))++ > 0) return 0;
  if (is_refused(lock, true)) return EDEADLK;
  ch_ask_at(ch_lock, lock, ch_acquire, 1);
  note_held(lock);
  return 0;
}

int pthread_mutex_trylock(pthread_mutex_t *lock) {
  if (!is_modeled() || ch_is_runtime(CALLER)) return NEXT(pthread_mutex_trylock)(lock);
  require_ordinary(lock);
  ch_settle();
  if (ch_is_recursive(lock) && *depth_of(lock) > 0) return (*depth_of(lock))++, 0;
  if (ch_ask_at(ch_try_lock, lock, ch_acquire, 1) != 0) {
    ch_threads[ch_current].tried = CALLER;
    return EBUSY;
  }
  if (ch_is_recursive(lock)) *depth_of(lock) = 1;
  note_held(lock);
  return 0;
}

// With a time limit, a lock is tried once, and waited for the next time at the same place.
static int lock_within(pthread_mutex_t *lock, const struct timespec *limit) {
  if (ch_is_distant(limit)) return pthread_mutex_lock(lock);
  if (is_rehearsing()) return NEXT(pthread_mutex_trylock)(lock) == EBUSY ? ETIMEDOUT : 0;
  ch_settle();
  const uintptr_t code = ch_user_code(0);
  if (ch_is_recursive(lock)) ch_refuse("a recursive lock with a time limit", code);
  if (is_refused(lock, true)) return EDEADLK;
  ch_meet(ch_met_limit);
  const ch_kind kind = ch_spend_limit(code) ? ch_try_lock : ch_lock;
  const uintptr_t found = ch_ask((ch_operation){.kind = kind, .has_limit = true, .order = ch_acquire,
    .address = (uintptr_t)lock, .value = 1, .code = code});
  if (found == 0) note_held(lock);
  return found == 0 ? 0 : ETIMEDOUT;
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict lock, const struct timespec *restrict limit) {
  return is_modeled() || is_rehearsing() ? lock_within(lock, limit) : NEXT(pthread_mutex_timedlock)(lock, limit);
}

int pthread_mutex_clocklock(
  pthread_mutex_t *restrict lock, clockid_t clock, const struct timespec *restrict limit) {
  return is_modeled() || is_rehearsing() ? lock_within(lock, limit) : NEXT(pthread_mutex_clocklock)(lock, clock, limit);
}

int pthread_mutex_unlock(pthread_mutex_t *lock) {
  if (!is_modeled() || ch_is_runtime(CALLER)) return NEXT(pthread_mutex_unlock)(lock);
  ch_settle();
  if (ch_is_recursive(lock) && --*depth_of(lock) > 0) return 0;
  if (is_refused(lock, false)) return EPERM;
  if (is_checking(lock)) *depth_of(lock) = 0;
  ch_ask_at(ch_unlock, lock, ch_release, 0);
  return 0;
}

// A lock that several threads may use ends with an object that they share, or when all have ended.
static void require_own(const void *lock) {
  if (is_modeled() && ch_threads[ch_current].ending == 0 && !ch_is_of_thread((uintptr_t)lock, ch_current))
    ch_refuse("the end of a lock that another thread may use", ch_user_code(0));
}

int pthread_mutex_destroy(pthread_mutex_t *lock) {
  require_own(lock);
  // The lock of another execution may have been at this address.
  return is_checked() && !ch_is_runtime(CALLER) ? 0 : NEXT(pthread_mutex_destroy)(lock);
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock) {
  require_own(lock);
  return is_checked() ? 0 : NEXT(pthread_rwlock_destroy)(lock);
}

// MARK: Spin locks

int pthread_spin_lock(pthread_spinlock_t *lock) {
  if (!is_modeled()) return NEXT(pthread_spin_lock)(lock);
  ch_settle();
  ch_ask_at(ch_lock, (const void *)lock, ch_acquire, 1);
  return 0;
}

int pthread_spin_trylock(pthread_spinlock_t *lock) {
  if (!is_modeled()) return NEXT(pthread_spin_trylock)(lock);
  ch_settle();
  return ch_ask_at(ch_try_lock, (const void *)lock, ch_acquire, 1) == 0 ? 0 : EBUSY;
}

int pthread_spin_unlock(pthread_spinlock_t *lock) {
  if (!is_modeled()) return NEXT(pthread_spin_unlock)(lock);
  ch_settle();
  ch_ask_at(ch_unlock, (const void *)lock, ch_release, 0);
  return 0;
}

// MARK: Semaphores

static void note_made(const void *semaphore, intptr_t permits) {
  if (made_count < semaphore_limit) made[made_count++] = (made_semaphore){.semaphore = semaphore, .permits = permits};
}

void *dispatch_semaphore_create(intptr_t permits) {
  void *semaphore = NEXT(dispatch_semaphore_create)(permits);
  if (is_checked()) note_made(semaphore, permits);
  return semaphore;
}

static made_semaphore *known_semaphore(const void *semaphore) {
  for (int i = made_count; i > 0; i--)
    if (made[i - 1].semaphore == semaphore) return &made[i - 1];
  return NULL;
}

// Adds permits, or takes some away.
static void change(made_semaphore *known, intptr_t permits) {
  known->missing -= permits;
  if (ch_current == setup) known->permits += permits;
  else known->users |= UINT32_C(1) << ch_current;
}

// In the setup, a semaphore itself stays as it is, as in the threads.
static made_semaphore *semaphore_of_setup(const void *semaphore) {
  return ch_current == setup ? known_semaphore(semaphore) : NULL;
}

// Returns 0, or 1 if there is no permit.
static intptr_t wait_in_setup(made_semaphore *known, uint64_t limit) {
  if (known->permits > 0) return change(known, -1), 0;
  if (limit == ch_forever) ch_note_refusal("a wait in `fresh` that nothing ends", ch_user_code(0));
  return 1;
}

// Returns the number of permits before.
static intptr_t ask_semaphore(ch_kind kind, const void *semaphore, uint8_t order, bool has_limit) {
  ch_settle();
  made_semaphore *const known = known_semaphore(semaphore);
  if (known == NULL) ch_refuse("a semaphore that was made outside of the check", ch_user_code(CALLER));
  const intptr_t found =
    (intptr_t)ch_ask((ch_operation){.kind = kind, .has_limit = has_limit, .order = order, .failure_order = order,
      .address = (uintptr_t)semaphore, .value = 1, .initial = (uintptr_t)known->permits, .code = ch_user_code(0)});
  if (kind == ch_signal) change(known, 1);
  else if (found > 0) change(known, -1);
  return found;
}

intptr_t dispatch_semaphore_wait(void *semaphore, uint64_t limit) {
  if (is_rehearsing()) {
    const intptr_t result = NEXT(dispatch_semaphore_wait)(semaphore, ch_now);
    if (result != 0 && limit == ch_forever) ch_abandon();
    return result;
  }
  made_semaphore *const known = semaphore_of_setup(semaphore);
  if (known != NULL) return wait_in_setup(known, limit);
  if (!is_modeled()) return NEXT(dispatch_semaphore_wait)(semaphore, limit);
  // A time limit may be over at any time: then the wait has found no permit.
  const ch_kind kind = ch_only_looks(limit) ? ch_try_wait : ch_wait;
  return ask_semaphore(kind, semaphore, ch_acquire, limit != ch_forever) > 0 ? 0 : 1;
}

intptr_t dispatch_semaphore_signal(void *semaphore) {
  made_semaphore *const known = semaphore_of_setup(semaphore);
  if (known != NULL) return change(known, 1), 0;
  if (!is_modeled()) return NEXT(dispatch_semaphore_signal)(semaphore);
  // Whether it has woken a thread is not known.
  const bool may_wake = ask_semaphore(ch_signal, semaphore, ch_release, false) == 0;
  return may_wake && ch_answers_otherwise(ch_wakes_thread);
}

// Those of POSIX.
int sem_init(sem_t *semaphore, int is_shared, unsigned permits) {
  if (is_checked()) note_made(semaphore, permits);
  return NEXT(sem_init)(semaphore, is_shared, permits);
}

int sem_destroy(sem_t *semaphore) { return is_checked() ? 0 : NEXT(sem_destroy)(semaphore); }

// The permits of one that was made before. Nothing of an execution changes the semaphore itself.
static void know(sem_t *semaphore) {
  int permits = 0;
  if ((!is_modeled() && ch_current != setup) || known_semaphore(semaphore) != NULL) return;
  ch_require_not_rehearsed((uintptr_t)semaphore, ch_user_code(0));
  NEXT(sem_getvalue)(semaphore, &permits);
  note_made(semaphore, permits);
}

static void rehearse_change(sem_t *semaphore) {
  if (is_rehearsing()) ch_write((uintptr_t)semaphore, sizeof *semaphore, ch_user_code(0));
}

static int answer(bool has_permit, int error) {
  if (has_permit) return 0;
  errno = error;
  return -1;
}

int sem_wait(sem_t *semaphore) {
  know(semaphore);
  if (is_rehearsing()) return sem_trywait(semaphore) == 0 ? 0 : (ch_abandon(), -1);
  made_semaphore *const known = semaphore_of_setup(semaphore);
  if (known != NULL) return answer(wait_in_setup(known, ch_forever) == 0, EINTR);
  if (!is_modeled()) return NEXT(sem_wait)(semaphore);
  return answer(ask_semaphore(ch_wait, semaphore, ch_acquire, false) > 0, EINTR);
}

int sem_trywait(sem_t *semaphore) {
  know(semaphore);
  rehearse_change(semaphore);
  made_semaphore *const known = semaphore_of_setup(semaphore);
  if (known != NULL) return answer(wait_in_setup(known, ch_now) == 0, EAGAIN);
  if (!is_modeled()) return NEXT(sem_trywait)(semaphore);
  return answer(ask_semaphore(ch_try_wait, semaphore, ch_acquire, false) > 0, EAGAIN);
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict limit) {
  if (ch_is_distant(limit)) return sem_wait(semaphore);
  if (is_rehearsing() || ch_current == setup) return answer(sem_trywait(semaphore) == 0, ETIMEDOUT);
  if (!is_modeled()) return NEXT(sem_timedwait)(semaphore, limit);
  know(semaphore);
  ch_meet(ch_met_limit);
  const ch_kind kind = ch_spend_limit(ch_user_code(0)) ? ch_try_wait : ch_wait;
  return answer(ask_semaphore(kind, semaphore, ch_acquire, true) > 0, ETIMEDOUT);
}

int sem_post(sem_t *semaphore) {
  know(semaphore);
  rehearse_change(semaphore);
  made_semaphore *const known = semaphore_of_setup(semaphore);
  if (known != NULL) return change(known, 1), 0;
  if (!is_modeled()) return NEXT(sem_post)(semaphore);
  ask_semaphore(ch_signal, semaphore, ch_release, false);
  return 0;
}

int sem_getvalue(sem_t *restrict semaphore, int *restrict permits) {
  if (is_modeled()) ch_refuse("the number of permits of a semaphore", ch_user_code(CALLER));
  return NEXT(sem_getvalue)(semaphore, permits);
}

// libdispatch stops the process if a semaphore ends with fewer permits than it began with.
static void require_permits(const void *semaphore) {
  const made_semaphore *const known = known_semaphore(semaphore);
  if (known == NULL || known->missing <= 0) return;
  const uintptr_t code = ch_user_code(0), ending = ch_threads[ch_current].ending;
  if ((known->users & ~(UINT32_C(1) << ch_current)) != 0) {
    // Which thread ends it follows from the order of counting.
    if (ending == 0) ch_refuse("the end of a semaphore that several threads have used and C counts", code);
    ch_count_by_operations(ending, code);
  }
  ch_fail(ch_ended_in_use, code);
}

extern void dispatch_release(void *object);
void dispatch_release(void *object) {
  // The number of other references follows the class of an object and the references that the library itself has.
  const struct {
    void *class;
    int own_references, other_references;
  } *const header = object;
  if (is_modeled() && header->other_references == 0) require_permits(object);
  NEXT(dispatch_release)(object);
}

// MARK: Locks of readers and writers

// The word of a lock: the number of those that read, above it the number of those that wait to write, and the highest bit
// while one writes.
enum : uintptr_t {
  a_waiting_writer = (uintptr_t)1 << 40,
  a_writer = (uintptr_t)1 << 63,
  all_readers = a_waiting_writer - 1,
  all_waiting_writers = a_writer - a_waiting_writer,
};

void ch_note_operation_within_read(ch_kind kind) {
  // A loop of operations may wait, too.
  if (reads[ch_current] == 0 || writers_hold_back || kind == ch_read_unlock || kind == ch_finished) return;
  writers_hold_back = true;
  ch_begin_again();
}

static void ask_lock(ch_kind kind, const void *lock, uintptr_t change, uintptr_t unwanted) {
  ch_ask((ch_operation){.kind = kind, .order = ch_acquire, .address = (uintptr_t)lock, .value = change,
    .expected = unwanted, .code = ch_user_code(0)});
}

// Returns the place where the thread notes that it holds the lock for writing.
static const void **place_of(const void *lock) {
  for (int i = 0; i < 8; i++)
    if (written[ch_current][i] == lock) return &written[ch_current][i];
  return NULL;
}

void ch_lock_shared(const void *lock, bool writes, bool holds_back) {
  ch_settle();
  if (!writes) {
    ask_lock(ch_read_lock, lock, 1, a_writer | all_waiting_writers);
    reads[ch_current] += holds_back;
    return;
  }
  const void **place = place_of(NULL);
  if (place == NULL) ch_refuse("more than 8 locks held for writing", ch_user_code(0));
  if (holds_back && writers_hold_back) {
    ch_ask_at(ch_ask_to_write, lock, ch_relaxed, a_waiting_writer);
    ask_lock(ch_write_lock, lock, a_writer - a_waiting_writer, a_writer | all_readers);
  } else {
    ch_ask_at(ch_lock, lock, ch_acquire, (uintptr_t)-1);
  }
  *place = lock;
}

void ch_unlock_shared(const void *lock, bool holds_back) {
  ch_settle();
  const void **place = place_of(lock);
  if (place == NULL) {
    ch_ask_at(ch_read_unlock, lock, ch_release, 0);
    reads[ch_current] -= holds_back;
    return;
  }
  *place = NULL;
  if (holds_back && writers_hold_back) ch_ask_at(ch_write_unlock, lock, ch_release, a_writer);
  else ch_ask_at(ch_unlock, lock, ch_release, 0);
}

// By default, the C library lets one read although another one waits to write, because it may be the same thread that reads.
static bool is_for_writers(const pthread_rwlock_t *lock) {
  return lock->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
}

// The C library refuses to lock what the thread holds for writing.
static int lock_readers_lock(const pthread_rwlock_t *lock, bool writes) {
  if (place_of(lock) != NULL) return EDEADLK;
  ch_lock_shared(lock, writes, is_for_writers(lock));
  return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
  return is_modeled() ? lock_readers_lock(lock, false) : NEXT(pthread_rwlock_rdlock)(lock);
}
int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
  return is_modeled() ? lock_readers_lock(lock, true) : NEXT(pthread_rwlock_wrlock)(lock);
}
int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  return is_modeled() ? (ch_unlock_shared(lock, is_for_writers(lock)), 0) : NEXT(pthread_rwlock_unlock)(lock);
}

#endif
