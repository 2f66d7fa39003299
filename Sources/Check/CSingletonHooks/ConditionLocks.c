// NSConditionLock, whose state Foundation keeps in memory that no hook announces. On modeled threads each method is one
// operation on a word, whose highest bit says that the lock is held, and whose other bits are the condition.
//
// Foundation calls the methods through the table of the class, and so does code that does not know the object's class: the
// table is led to this module. Other code calls the definitions here.
#include "Hooks.h"

#if CH_AVAILABLE

#include <elf.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *
#define CLASS "$s10Foundation15NSConditionLockC"

#define LOCK_BEFORE CLASS "4lock6beforeSb0A10Essentials4DateV_tF"
#define LOCK_WHEN_BEFORE CLASS "4lock13whenCondition6beforeSbSi_0A10Essentials4DateVtF"
#define UNLOCK CLASS "6unlockyyF"
#define UNLOCK_WITH CLASS "6unlock13withConditionySi_tF"
#define CONDITION CLASS "9conditionSivg"

typedef SWIFT bool lock_before(double limit, SELF), lock_when_before(intptr_t condition, double limit, SELF);
typedef SWIFT void unlock(SELF), unlock_with(intptr_t condition, SELF);
typedef SWIFT intptr_t get_condition(SELF);

lock_before ch_condition_lock_before __asm__(LOCK_BEFORE);
lock_when_before ch_condition_lock_when_before __asm__(LOCK_WHEN_BEFORE);
unlock ch_condition_unlock __asm__(UNLOCK);
unlock_with ch_condition_unlock_with __asm__(UNLOCK_WITH);
get_condition ch_condition_get __asm__(CONDITION);

// The method of Foundation.
#define FOUNDATION(type, name) \
  ({ \
    static type *method; \
    if (method == NULL) method = (type *)dlsym(RTLD_NEXT, name); \
    method; \
  })

static const uintptr_t held_bit = (uintptr_t)1 << 63;

// The locks that modeled threads hold, and their conditions.
enum { held_limit = 8 };
static struct {
  const void *lock;
  uintptr_t condition;
} held[ch_thread_limit][held_limit];

// The locks that were operations in this execution, and their conditions before it.
enum { used_limit = 64 };
static struct {
  void *lock;
  intptr_t condition;
} used[used_limit];
static int used_count;

void ch_forget_condition_locks(void) {
  memset(held, 0, sizeof held);
  used_count = 0;
}

void ch_leave_condition_lock(uintptr_t address, uintptr_t word) {
  for (int i = 0; i < used_count; i++)
    if ((uintptr_t)used[i].lock == address)
      FOUNDATION(unlock_with, UNLOCK_WITH)((intptr_t)(word & ~held_bit), used[i].lock);
}

static int place_of(const void *lock) {
  for (int i = 0; i < held_limit; i++)
    if (held[ch_current][i].lock == lock) return i;
  return -1;
}

static uintptr_t word_of(intptr_t condition) {
  if (condition < 0) ch_refuse("an NSConditionLock with a negative condition", ch_user_code(0));
  return (uintptr_t)condition;
}

// No modeled thread runs Foundation's code, so the lock's memory is as before the first operation.
static intptr_t initial_condition(void *lock) {
  // The rehearsal may have left it locked.
  if (!ch_in_arena((uintptr_t)lock)) ch_refuse("an NSConditionLock that was made outside of the check", ch_user_code(0));
  const int self = ch_current;
  ch_current = nobody;
  const double distant_past = -63114076800.0;
  const bool is_free = FOUNDATION(lock_before, LOCK_BEFORE)(distant_past, lock);
  if (is_free) FOUNDATION(unlock, UNLOCK)(lock);
  const intptr_t condition = FOUNDATION(get_condition, CONDITION)(lock);
  ch_current = self;
  if (!is_free) ch_refuse("an NSConditionLock that was locked before the threads began", ch_user_code(0));
  return condition;
}

static uintptr_t initial_word(void *lock) {
  for (int i = 0; i < used_count; i++)
    if (used[i].lock == lock) return word_of(used[i].condition);
  if (used_count == used_limit) ch_refuse("more than 64 NSConditionLocks", ch_user_code(0));
  const intptr_t condition = initial_condition(lock);
  used[used_count].lock = lock;
  used[used_count++].condition = condition;
  return word_of(condition);
}

static uintptr_t ask(void *lock, ch_operation operation) {
  ch_settle();
  operation.address = (uintptr_t)lock;
  operation.initial = initial_word(lock);
  operation.code = ch_user_code(0);
  return ch_ask(operation);
}

// Locks once the lock is free and, if `waits` says so, has the condition `expected`.
static bool lock_within(void *lock, double limit, ch_kind waits, ch_kind tries, uintptr_t expected) {
  const double distant = (double)(INT64_C(1) << 33);
  const bool is_over = limit < -distant, has_limit = !is_over && limit < distant;
  if (has_limit) ch_meet(ch_met_limit);
  const bool is_try = is_over || (has_limit && ch_spend_limit(ch_user_code(0)));
  const uintptr_t found = ask(lock, (ch_operation){.kind = is_try ? tries : waits, .has_limit = has_limit,
    .order = ch_acquire, .value = expected | held_bit, .expected = expected});
  if ((found & held_bit) != 0 || (waits == ch_hold_when && found != expected)) return false;
  const int place = place_of(NULL);
  if (place < 0) ch_refuse("more than 8 NSConditionLocks held by one thread", ch_user_code(0));
  held[ch_current][place].lock = lock;
  held[ch_current][place].condition = found;
  return true;
}

static int own_place(const void *lock, const char *otherwise) {
  const int place = place_of(lock);
  if (place < 0) ch_refuse(otherwise, ch_user_code(0));
  return place;
}

static void unlock_to(void *lock, int place, uintptr_t condition) {
  held[ch_current][place].lock = NULL;
  ask(lock, (ch_operation){.kind = ch_unlock_with, .order = ch_release, .value = condition});
}

SWIFT bool ch_condition_lock_before(double limit, SELF lock) {
  if (!is_modeled()) return FOUNDATION(lock_before, LOCK_BEFORE)(limit, lock);
  return lock_within(lock, limit, ch_hold, ch_try_hold, 0);
}

SWIFT bool ch_condition_lock_when_before(intptr_t condition, double limit, SELF lock) {
  if (!is_modeled()) return FOUNDATION(lock_when_before, LOCK_WHEN_BEFORE)(condition, limit, lock);
  return lock_within(lock, limit, ch_hold_when, ch_try_hold_when, word_of(condition));
}

#define NOT_HELD(does) "an NSConditionLock that the thread " does ", and does not hold"

SWIFT void ch_condition_unlock(SELF lock) {
  if (!is_modeled()) return FOUNDATION(unlock, UNLOCK)(lock);
  const int place = own_place(lock, NOT_HELD("unlocks"));
  unlock_to(lock, place, held[ch_current][place].condition);
}

SWIFT void ch_condition_unlock_with(intptr_t condition, SELF lock) {
  if (!is_modeled()) return FOUNDATION(unlock_with, UNLOCK_WITH)(condition, lock);
  unlock_to(lock, own_place(lock, NOT_HELD("unlocks")), word_of(condition));
}

SWIFT intptr_t ch_condition_get(SELF lock) {
  if (!is_modeled()) return FOUNDATION(get_condition, CONDITION)(lock);
  return (intptr_t)held[ch_current][own_place(lock, NOT_HELD("asks for its condition"))].condition;
}

// MARK: The table of the class

// Before other threads use it.
__attribute__((constructor)) static void lead_here(void) {
  static const struct {
    const char *name;
    void *replacement;
  } methods[] = {
    {LOCK_BEFORE, (void *)ch_condition_lock_before},
    {LOCK_WHEN_BEFORE, (void *)ch_condition_lock_when_before},
    {UNLOCK, (void *)ch_condition_unlock},
    {UNLOCK_WITH, (void *)ch_condition_unlock_with},
    {CONDITION, (void *)ch_condition_get},
  };
  void **class = dlsym(RTLD_DEFAULT, CLASS "N");
  Dl_info info;
  const Elf64_Sym *symbol;
  if (class == NULL || dladdr1(class, &info, (void **)&symbol, RTLD_DL_SYMENT) == 0) return;
  for (size_t method = 0; method < sizeof methods / sizeof *methods; method++) {
    const void *const own = dlsym(RTLD_NEXT, methods[method].name);
    for (size_t i = 0; i < symbol->st_size / sizeof *class; i++)
      if (class[i] == own) class[i] = methods[method].replacement;
  }
}

#endif
