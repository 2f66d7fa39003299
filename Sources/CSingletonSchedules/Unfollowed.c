#include "Order.h"

#if CS_CAN_TAKE_OVER
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// What may order jobs, and is not followed. From then on, two accesses that nothing else orders are no race for sure.

#define CALLER ((uintptr_t)__builtin_return_address(0))

static struct unfollowed {
  const char *name;
  void *function, *replacement;
  unsigned char code[cs_jump_bytes];
} unfollowed[];

static void write_original(int index) {
  cs_write_code(unfollowed[index].function, unfollowed[index].code, cs_jump_bytes);
}

typedef uintptr_t any_function(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t);

/// Notes a call of a function. Returns whether the next one is to be noted, too.
static bool note(int index, uintptr_t code);

#define UNFOLLOWED(each) \
  each(swift_task_addCancellationHandler) each(swift_task_cancel) each(swift_task_cancel_group_child_tasks) \
  each(swift_task_immediate) each(pthread_rwlock_rdlock) each(pthread_rwlock_wrlock) \
  each(pthread_rwlock_tryrdlock) each(pthread_rwlock_trywrlock) each(pthread_mutex_timedlock) \
  each(pthread_mutex_clocklock) each(pthread_spin_lock) each(pthread_spin_trylock) each(pthread_cond_wait) \
  each(pthread_cond_timedwait) each(sem_wait) each(sem_trywait) each(sem_timedwait) each(__cxa_guard_acquire) \
  each(dispatch_semaphore_wait) each(dispatch_group_wait) each(dispatch_sync) each(dispatch_sync_f) \
  each(dispatch_barrier_sync) each(dispatch_barrier_sync_f) each(dispatch_once) each(dispatch_once_f)

#define NUMBER(name) index_of_##name,
enum { UNFOLLOWED(NUMBER) unfollowed_count };

#define DEFINE(name) \
  static uintptr_t call_##name(uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t e, uintptr_t f) { \
    const struct unfollowed *one = &unfollowed[index_of_##name]; \
    const bool again = note(index_of_##name, CALLER); \
    write_original(index_of_##name); \
    const uintptr_t result = ((any_function *)one->function)(a, b, c, d, e, f); \
    if (again) cs_redirect(one->function, one->replacement); \
    return result; \
  }
UNFOLLOWED(DEFINE)

static struct unfollowed unfollowed[] = {
#define LIST(name) {#name, NULL, (void *)call_##name, {0}},
    UNFOLLOWED(LIST)};

static bool note(int index, uintptr_t code) {
  if (!cs_is_watched()) return true;
  switch (index) {
    // A cancellation calls the handlers of another task, if it has any.
    case index_of_swift_task_addCancellationHandler: watch->has_handlers = true; break;
    case index_of_swift_task_cancel:
    case index_of_swift_task_cancel_group_child_tasks: watch->has_cancellation = true; break;
    case index_of_swift_task_immediate: cs_note_unordered(); break;
    default:
      if (cs_is_programs(code)) cs_note_unordered();
  }
  if (watch->has_handlers && watch->has_cancellation) cs_note_unordered();
  return index != index_of_swift_task_addCancellationHandler;
}

// MARK: - Questions

// Code that asks whether it has the only reference to an object, and then changes that, comes after those that had
// references before. That a collection does so is known; see `cs_is_element`. The program's own code asks by its table of
// addresses, and only that is changed, because the standard library asks often.

typedef bool question(void *object);
enum { question_count = 6, most_slots = 64 };

static struct {
  const char *name;
  question *function, *replacement;
} questions[question_count];

static struct {
  uintptr_t *place;
  int question;
} slots[most_slots];
static int slot_count;

static void note_question(const void *object) {
  enum { header = 16 };
  if (cs_is_watched() && !cs_is_element((uintptr_t)object + header)) cs_note_unordered();
}

#define QUESTIONS(each) \
  each(0, swift_isUniquelyReferenced_native) each(1, swift_isUniquelyReferenced_nonNull_native) \
  each(2, swift_isUniquelyReferenced) each(3, swift_isUniquelyReferenced_nonNull) \
  each(4, swift_isUniquelyReferencedNonObjC) each(5, swift_isUniquelyReferencedNonObjC_nonNull)

#define ASK(index, symbol) \
  static bool ask_##index(void *object) { \
    note_question(object); \
    return questions[index].function(object); \
  }
QUESTIONS(ASK)

void cs_find_question(const char *name, uintptr_t slot) {
#define NAME(index, symbol) \
  if (strcmp(name, #symbol) == 0 && slot_count < most_slots) { \
    slots[slot_count].place = (uintptr_t *)slot; \
    slots[slot_count++].question = index; \
  }
  QUESTIONS(NAME)
}

static bool notice_questions(void) {
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < slot_count; i++) {
    uintptr_t *place = slots[i].place;
    const int index = slots[i].question;
    if (!questions[index].function) continue;
    // The loader may have made the table read-only.
    void *first = (void *)((uintptr_t)place & ~(page - 1));
    if (mprotect(first, page, PROT_READ | PROT_WRITE) != 0) return false;
    *place = (uintptr_t)questions[index].replacement;
  }
  return slot_count < most_slots;
}

// MARK: - Taking over

void cs_find_unfollowed(void) {
  // A program without a library has none of its functions, and needs none.
  for (int i = 0; i < unfollowed_count; i++) unfollowed[i].function = cs_symbol(unfollowed[i].name);
#define FIND(index, symbol) \
  questions[index].name = #symbol; \
  questions[index].function = (question *)cs_symbol(#symbol); \
  questions[index].replacement = ask_##index;
  QUESTIONS(FIND)
}

bool cs_notice_unfollowed(void) {
  for (int i = 0; i < unfollowed_count; i++) {
    struct unfollowed *one = &unfollowed[i];
    if (!one->function) continue;
    memcpy(one->code, one->function, cs_jump_bytes);
    if (cs_redirect(one->function, one->replacement)) return false;
  }
  return notice_questions();
}
#endif
