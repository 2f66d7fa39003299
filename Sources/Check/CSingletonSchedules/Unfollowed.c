#include "Sections.h"

#if CS_CAN_TAKE_OVER
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// Functions that may order jobs in ways that the check does not follow. After a call of one of them, two accesses that nothing
// else orders need not be a race.

#define CALLER ((uintptr_t)__builtin_return_address(0))

static cs_redirection unfollowed[];

typedef uintptr_t any_function(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t);

/// Does what a function does that is followed after all. Returns false if it is not.
static bool follow(int index, uintptr_t code, uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t *result);

/// Notes a call of a function. Returns whether the next one is to be noted, too.
static bool note(int index, uintptr_t code);

#define UNFOLLOWED(each) \
  each(swift_task_addCancellationHandler) each(swift_task_cancel) each(swift_task_cancel_group_child_tasks) \
  each(swift_task_immediate) each(pthread_rwlock_rdlock) each(pthread_rwlock_wrlock) \
  each(pthread_rwlock_tryrdlock) each(pthread_rwlock_trywrlock) each(pthread_mutex_timedlock) \
  each(pthread_mutex_clocklock) each(pthread_spin_lock) each(pthread_spin_trylock) each(pthread_cond_wait) \
  each(pthread_cond_timedwait) each(sem_wait) each(sem_trywait) each(sem_timedwait) each(__cxa_guard_acquire) \
  each(dispatch_semaphore_wait) each(dispatch_group_wait) each(dispatch_sync) each(dispatch_sync_f) \
  each(dispatch_barrier_sync) each(dispatch_barrier_sync_f) each(dispatch_once) each(dispatch_once_f) \
  each(dispatch_assert_queue) each(dispatch_assert_queue_not) each(dispatch_assert_queue_barrier) \
  each(dispatch_get_specific)

/// Functions whose result depends on the task that calls them. Only warm-up schedules notice them, because code calls them often.
#define ASKERS(each) each(swift_task_localValueGet) each(swift_task_isCancelled) each(swift_task_currentPriority)

#define NUMBER(name) index_of_##name,
enum { UNFOLLOWED(NUMBER) unfollowed_count, before_askers = unfollowed_count - 1, ASKERS(NUMBER) all_count };

#define DEFINE(name) \
  static uintptr_t call_##name(uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t e, uintptr_t f) { \
    const cs_redirection *one = &unfollowed[index_of_##name]; \
    uintptr_t followed = 0; \
    if (follow(index_of_##name, cs_user_code(CALLER, __builtin_frame_address(0)), a, b, c, &followed)) return followed; \
    const bool again = note(index_of_##name, CALLER); \
    cs_let_through(one, true); \
    const int cancels = index_of_##name <= index_of_swift_task_cancel_group_child_tasks; \
    if (watch) watch->job.whole++, watch->job.cancellations += cancels; \
    const uintptr_t result = ((any_function *)one->function)(a, b, c, d, e, f); \
    if (watch) watch->job.whole--, watch->job.cancellations -= cancels; \
    if (again) cs_let_through(one, false); \
    return result; \
  }
UNFOLLOWED(DEFINE)
ASKERS(DEFINE)

static cs_redirection unfollowed[] = {
#define LIST(name) {#name, (void *)call_##name, NULL},
    UNFOLLOWED(LIST) ASKERS(LIST)};

static bool follow(int index, uintptr_t code, uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t *result) {
  if (!cs_is_programs(code)) return false;
  const bool is_barrier = index == index_of_dispatch_barrier_sync || index == index_of_dispatch_barrier_sync_f;
  switch (index) {
    case index_of_dispatch_sync:
    case index_of_dispatch_barrier_sync:
      return cs_run_block((void *)a, is_barrier, (void *)b, code);
    case index_of_dispatch_sync_f:
    case index_of_dispatch_barrier_sync_f:
      return cs_run_on_queue((void *)a, is_barrier, (void (*)(void *))c, (void *)b, code);
    case index_of_dispatch_assert_queue: return cs_demand_queue((void *)a, cs_is_there);
    case index_of_dispatch_assert_queue_not: return cs_demand_queue((void *)a, cs_is_elsewhere);
    case index_of_dispatch_assert_queue_barrier: return cs_demand_queue((void *)a, cs_is_alone);
    case index_of_dispatch_get_specific: return cs_find_specific((const void *)a, result);
    default: return false;
  }
}

static bool note(int index, uintptr_t code) {
  cs_note_dependence();
  if (!cs_is_watched()) return true;
  switch (index) {
    // A cancellation calls the handlers of another task, if it has any.
    case index_of_swift_task_addCancellationHandler: watch->has_handlers = true; break;
    case index_of_swift_task_cancel:
    case index_of_swift_task_cancel_group_child_tasks: watch->has_cancellation = true; break;
    case index_of_swift_task_immediate: cs_note_unordered(); break;
    case index_of_dispatch_assert_queue:
    case index_of_dispatch_assert_queue_not:
    case index_of_dispatch_assert_queue_barrier:
    case index_of_dispatch_get_specific: break;
    default:
      // A job that pauses may have it, which to the system is one of the same thread.
      if (cs_has_paused() && index != index_of_dispatch_once && index != index_of_dispatch_once_f)
        cs_stop("a job waits for what excludes others while others pause, and is not followed");
      if (cs_is_programs(code)) cs_note_unordered();
  }
  if (watch->has_handlers && watch->has_cancellation) cs_note_unordered();
  return index != index_of_swift_task_addCancellationHandler;
}

// MARK: - Questions

// Code that asks whether it has the only reference to an object, and then changes that, comes after those that had
// references before. That a collection does so is known; see `cs_is_element`. The program's own code asks by its table of
// addresses, and only that is changed, because the standard library asks often.

static void note_question(const void *object) {
  enum { header = 16 };
  if (object && cs_is_watched() && !cs_is_element((uintptr_t)object + header)) cs_note_unordered();
}

/// The last two are those that a debug build calls, with a variable and its type.
#define QUESTIONS(each) \
  each(0, "swift_isUniquelyReferenced_native", object) each(1, "swift_isUniquelyReferenced_nonNull_native", object) \
  each(2, "swift_isUniquelyReferenced", object) each(3, "swift_isUniquelyReferenced_nonNull", object) \
  each(4, "swift_isUniquelyReferencedNonObjC", object) each(5, "swift_isUniquelyReferencedNonObjC_nonNull", object) \
  each(6, "$ss25isKnownUniquelyReferencedySbxzRlzClF", *(void **)object) \
  each(7, "$ss25isKnownUniquelyReferencedySbxSgzRlzClF", *(void **)object)

typedef CS_SWIFT bool question(void *object, const void *type);
enum { question_count = 8, most_slots = 64 };

static cs_redirection questions[];

#define ASK(index, symbol, asked) \
  static CS_SWIFT bool ask_##index(void *object, const void *type) { \
    note_question(asked); \
    return ((question *)questions[index].function)(object, type); \
  }
QUESTIONS(ASK)

static cs_redirection questions[] = {
#define LIST_QUESTION(index, symbol, asked) {symbol, (void *)ask_##index, NULL},
    QUESTIONS(LIST_QUESTION)};

static struct {
  void **place;
  int question;
} slots[most_slots];
static int slot_count;

void cs_find_question(const char *name, uintptr_t slot) {
  for (int i = 0; i < question_count; i++) {
    if (!questions[i].function || strcmp(name, questions[i].name) != 0 || slot_count == most_slots) continue;
    slots[slot_count].place = (void **)slot;
    slots[slot_count++].question = i;
  }
}

static bool notice_questions(void) {
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < slot_count; i++) {
    // The loader may have made the table read-only.
    void *first = (void *)((uintptr_t)slots[i].place & ~(page - 1));
    if (mprotect(first, page, PROT_READ | PROT_WRITE) != 0) return false;
    *slots[i].place = questions[slots[i].question].replacement;
  }
  return slot_count < most_slots;
}

// MARK: - Taking over

void cs_find_unfollowed(void) {
  // A program without a library has none of its functions, and needs none.
  cs_find(unfollowed, all_count);
  cs_find(questions, question_count);
}

bool cs_notice_unfollowed(void) { return !cs_redirect_all(unfollowed, unfollowed_count) && notice_questions(); }

bool cs_notice_askers(bool begins) {
  if (begins) return !cs_redirect_all(unfollowed + unfollowed_count, all_count - unfollowed_count);
  for (int i = unfollowed_count; i < all_count; i++)
    if (unfollowed[i].function) cs_let_through(&unfollowed[i], true);
  return true;
}
#endif
