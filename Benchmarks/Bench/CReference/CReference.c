#include "CReference.h"
#include "WordLock.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#if defined(__APPLE__)
#include <dispatch/dispatch.h>
#else
// libdispatch's header is not on a C target's search path on Linux.
extern void dispatch_once_f(intptr_t *token, void *context, void (*function)(void *));
extern void *dispatch_queue_create(const char *label, void *attributes);
extern struct dispatch_queue_attr_s _dispatch_queue_attr_concurrent;
extern void dispatch_sync_f(void *queue, void *context, void (*function)(void *));
extern void *dispatch_semaphore_create(intptr_t value);
extern intptr_t dispatch_semaphore_wait(void *semaphore, uint64_t timeout);
extern intptr_t dispatch_semaphore_signal(void *semaphore);
extern uint64_t dispatch_time(uint64_t when, int64_t nanoseconds);
#endif

#define ACCESSES_A_TURN 8

typedef struct {
  uint32_t serial;
  _Atomic uint32_t life;
  uint32_t payload, finished;
} instance;

// MARK: - The cell

typedef struct {
  intptr_t once;
  pthread_once_t pthread_once;
  word_lock lock;
  word_lock variable_lock;
  _Atomic uint32_t holder;
  _Atomic uintptr_t state;
  instance *shared;
  _Atomic(instance *) published;
  void *queue, *semaphore;
  uintptr_t witnesses[4];
  instance *properties[4];
  instance *scopes[2];
  pthread_rwlock_t readers_and_writer;
  instance memory;
} cell;

_Static_assert(sizeof(cell) <= reference_cell_size, "a cell does not fit into reference_cell_size");

// Not inlined, because an allocator and an initializer are calls as well.
__attribute__((noinline)) static instance *make(cell *cell) {
  instance *made = &cell->memory;
  made->serial = 1;
  atomic_store_explicit(&made->life, 1, memory_order_relaxed);
  __asm__ volatile("" ::: "memory");
  made->payload = ~made->serial;
  __asm__ volatile("" ::: "memory");
  made->finished = 1;
  return made;
}

// MARK: - One access of each form

static inline instance *plain(cell *cell, long thread) {
  if (!cell->shared) cell->shared = make(cell);
  return cell->shared;
}

static inline instance *plain_once(cell *cell, long thread) { return cell->shared; }

__attribute__((noinline)) static instance *make_under_lock(cell *cell) {
  acquire(&cell->lock);
  if (!cell->shared) cell->shared = make(cell);
  instance *found = cell->shared;
  atomic_store_explicit(&cell->published, found, memory_order_release);
  release(&cell->lock);
  return found;
}

static inline instance *double_checked_plain(cell *cell, long thread) {
  instance *found = cell->shared;
  return found ? found : make_under_lock(cell);
}

static inline instance *double_checked_plain_read_again(cell *cell, long thread) {
  if (!cell->shared) make_under_lock(cell);
  return cell->shared;
}

static inline instance *double_checked_acquire(cell *cell, long thread) {
  instance *found = atomic_load_explicit(&cell->published, memory_order_acquire);
  return found ? found : make_under_lock(cell);
}

static inline instance *double_checked_relaxed(cell *cell, long thread) {
  instance *found = atomic_load_explicit(&cell->published, memory_order_relaxed);
  return found ? found : make_under_lock(cell);
}

static inline instance *mutex(cell *cell, long thread) {
  acquire(&cell->lock);
  if (!cell->shared) cell->shared = make(cell);
  instance *found = cell->shared;
  release(&cell->lock);
  return found;
}

static inline instance *recursive(cell *cell, long thread) {
  const uint32_t me = (uint32_t)thread + 1;
  const int is_mine = atomic_load_explicit(&cell->holder, memory_order_relaxed) == me;
  if (!is_mine) {
    acquire(&cell->lock);
    atomic_store_explicit(&cell->holder, me, memory_order_relaxed);
  }
  if (!cell->shared) cell->shared = make(cell);
  instance *found = cell->shared;
  if (!is_mine) {
    atomic_store_explicit(&cell->holder, 0, memory_order_relaxed);
    release(&cell->lock);
  }
  return found;
}

static void build(void *context) {
  cell *cell = context;
  cell->shared = make(cell);
}

// The fast path that libdispatch's own header inlines.
static inline void run_once(cell *cell) {
  if (__atomic_load_n(&cell->once, __ATOMIC_ACQUIRE) != ~0l) dispatch_once_f(&cell->once, cell, build);
}

static inline instance *once(cell *cell, long thread) {
  run_once(cell);
  return cell->shared;
}

static _Thread_local void *pending;
static void build_pending(void) { build(pending); }

static inline instance *posix_once(cell *cell, long thread) {
  pending = cell;
  pthread_once(&cell->pthread_once, build_pending);
  return cell->shared;
}

static inline instance *spin_flag(cell *cell, long thread) {
  if (atomic_load_explicit(&cell->state, memory_order_acquire) == 2) return cell->shared;
  uintptr_t empty = 0;
  if (atomic_compare_exchange_strong_explicit(
          &cell->state, &empty, 1, memory_order_acquire, memory_order_relaxed)) {
    cell->shared = make(cell);
    atomic_store_explicit(&cell->state, 2, memory_order_release);
  } else {
    while (atomic_load_explicit(&cell->state, memory_order_acquire) != 2) {
    }
  }
  return cell->shared;
}

static inline instance *class_flag(cell *cell, long thread) {
  if (atomic_load_explicit(&cell->state, memory_order_acquire) == 0) {
    make_under_lock(cell);
    atomic_store_explicit(&cell->state, 1, memory_order_release);
  }
  return cell->shared;
}

__attribute__((noinline)) static instance *witness_slowly(cell *cell, long thread) {
  make_under_lock(cell);
  cell->witnesses[thread] = 1;
  return cell->shared;
}

static inline instance *witness(cell *cell, long thread) {
  return cell->witnesses[thread] ? cell->shared : witness_slowly(cell, thread);
}

static inline instance *property(cell *cell, long thread) {
  if (!cell->properties[thread]) cell->properties[thread] = make(cell);
  return cell->properties[thread];
}

static inline instance *scope(cell *cell, long thread) {
  return cell->witnesses[thread] ? cell->scopes[1] : cell->scopes[0];
}

// Reading the clock for a deadline costs more than an uncontended wait, so the first attempt has no deadline.
static inline void wait_for_ten_seconds(void *semaphore) {
  if (dispatch_semaphore_wait(semaphore, 0) == 0) return;
  if (dispatch_semaphore_wait(semaphore, dispatch_time(0, 10000000000)) != 0) abort();
}

static inline instance *semaphore(cell *cell, long thread) {
  instance *found = cell->shared;
  if (found) return found;
  wait_for_ten_seconds(cell->semaphore);
  if (!cell->shared) cell->shared = make(cell);
  found = cell->shared;
  dispatch_semaphore_signal(cell->semaphore);
  return found;
}

static inline instance *readers_and_writer(cell *cell, long thread) {
  pthread_rwlock_rdlock(&cell->readers_and_writer);
  instance *found = cell->shared;
  pthread_rwlock_unlock(&cell->readers_and_writer);
  if (found) return found;
  pthread_rwlock_wrlock(&cell->readers_and_writer);
  if (!cell->shared) cell->shared = make(cell);
  found = cell->shared;
  pthread_rwlock_unlock(&cell->readers_and_writer);
  return found;
}

typedef struct {
  cell *cell;
  instance *found;
} answer;

static void answer_or_build(void *context) {
  answer *answer = context;
  if (!answer->cell->shared) answer->cell->shared = make(answer->cell);
  answer->found = answer->cell->shared;
}

static inline instance *serial_queue(cell *cell, long thread) {
  answer answer = {cell, NULL};
  dispatch_sync_f(cell->queue, &answer, answer_or_build);
  return answer.found;
}

static void answer_with_shared(void *context) {
  answer *answer = context;
  answer->found = answer->cell->shared;
}

static inline instance *concurrent_queue(cell *cell, long thread) {
  answer answer = {cell, NULL};
  dispatch_sync_f(cell->queue, &answer, answer_with_shared);
  if (answer.found) return answer.found;
  return make_under_lock(cell);
}

// The count of an instance's references shares its word with the flags above it, as in Slot.swift.
static inline int32_t count_of(uint32_t life) { return (int32_t)(life << 8) >> 8; }

// A weak load as in the Swift runtime: under the variable's lock, a retain unless the count has dropped to 0.
static inline instance *weak_load(cell *cell) {
  acquire(&cell->variable_lock);
  instance *found = cell->shared;
  if (found) {
    uint32_t life = atomic_load_explicit(&found->life, memory_order_relaxed);
    while (count_of(life) > 0) {
      if (atomic_compare_exchange_strong_explicit(
              &found->life, &life, life + 1, memory_order_acquire, memory_order_relaxed))
        break;
    }
    if (count_of(life) <= 0) found = NULL;
  }
  release(&cell->variable_lock);
  return found;
}

// Ends the lifetime of an instance, which no loop here does.
__attribute__((noinline)) static void destroy(instance *ended) { ended->finished = 0; }

static inline void drop(instance *held) {
  if (held && count_of(atomic_fetch_sub_explicit(&held->life, 1, memory_order_acq_rel)) == 1) destroy(held);
}

static inline instance *weak(cell *cell, long thread) {
  instance *found = weak_load(cell);
  if (!found) {
    make_under_lock(cell);
    found = weak_load(cell);
  }
  drop(found);
  return found;
}

static inline instance *weak_after_once(cell *cell, long thread) {
  run_once(cell);
  instance *found = weak_load(cell);
  drop(found);
  return found;
}

static inline instance *weak_under_semaphore(cell *cell, long thread) {
  wait_for_ten_seconds(cell->semaphore);
  if (!cell->shared) cell->shared = make(cell);
  instance *found = weak_load(cell);
  dispatch_semaphore_signal(cell->semaphore);
  drop(found);
  return found;
}

// MARK: - Objects that zeroed memory cannot hold

static void make_shared(void *memory) {
  cell *cell = memory;
  cell->shared = make(cell);
  cell->scopes[0] = cell->shared;
}

static void make_semaphore(void *memory) { ((cell *)memory)->semaphore = dispatch_semaphore_create(1); }

static void make_serial_queue(void *memory) {
  ((cell *)memory)->queue = dispatch_queue_create("CReference", NULL);
}

static void make_concurrent_queue(void *memory) {
  ((cell *)memory)->queue = dispatch_queue_create("CReference", &_dispatch_queue_attr_concurrent);
}

static void make_once(void *memory) {
  const pthread_once_t initial = PTHREAD_ONCE_INIT;
  ((cell *)memory)->pthread_once = initial;
}

static void make_readers_and_writer(void *memory) {
  pthread_rwlock_init(&((cell *)memory)->readers_and_writer, NULL);
}

// MARK: - The loops

#define LOOP(form)                                                            \
  static void form##_loop(void *memory, long turns, long thread) {  \
    cell *cell = memory;                                            \
    for (long turn = 0; turn < turns; turn++) {                               \
      _Pragma("clang loop unroll(full)")                                      \
      for (int access = 0; access < ACCESSES_A_TURN; access++) {              \
        instance *result = form(cell, thread);                                \
        __asm__ volatile("" : : "r"(result) : "memory");                      \
      }                                                                       \
    }                                                                         \
  }

#define FORMS(form)                                                                                                  \
  form(plain, NULL) form(plain_once, make_shared) form(double_checked_plain, NULL)                                   \
  form(double_checked_plain_read_again, NULL) form(double_checked_acquire, NULL) form(double_checked_relaxed, NULL)  \
  form(mutex, NULL) form(recursive, NULL) form(once, NULL) form(posix_once, make_once) form(spin_flag, NULL)         \
  form(class_flag, NULL) form(witness, NULL) form(property, NULL) form(scope, make_shared)                           \
  form(semaphore, make_semaphore) form(readers_and_writer, make_readers_and_writer)                                  \
  form(serial_queue, make_serial_queue) form(concurrent_queue, make_concurrent_queue)                            \
  form(weak, NULL) form(weak_after_once, NULL)                                                                       \
  form(weak_under_semaphore, make_semaphore)

#define LOOP_OF(form, prepare) LOOP(form)
FORMS(LOOP_OF)

#define ENTRY(form, prepare) {#form, prepare, form##_loop},
static const reference_form forms[] = {FORMS(ENTRY)};

const reference_form *reference_form_named(const char *name) {
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    if (strcmp(forms[i].name, name) == 0) return &forms[i];
  }
  return NULL;
}
