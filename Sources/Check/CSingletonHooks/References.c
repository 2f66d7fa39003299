// References and the ends of objects. They are no operations: the runtime counts them as it does everywhere, in one of the
// orders in which the threads may have counted, and each step is noted. Whether an object can end too early in another
// order is found out from the notes. Exceptions are the objects whose end other threads notice, see Counts.c.
#include "Hooks.h"

#if CH_AVAILABLE

typedef void *object;

enum { note_limit = 1 << 13 };
static ch_note notes[ch_thread_limit][note_limit];
static size_t note_counts[ch_thread_limit];
static uint32_t serial;

void ch_clear_notes(void) {
  ch_begin_counts();
  memset(note_counts, 0, sizeof note_counts);
  serial = 0;
}

const ch_note *ch_notes(int thread, size_t *count) {
  *count = note_counts[thread];
  return notes[thread];
}

void ch_require_notes(uintptr_t code) {
  if (note_counts[ch_current] == note_limit) ch_note_refusal("more than 8,192 steps in the lives of objects", code);
}

// A question, or a weak reference, may meet what is not used: the old content of a variable, or an object that has ended.
static bool is_late(ch_note_kind kind, uintptr_t object) {
  return (kind == ch_note_use || kind == ch_note_retain || kind == ch_note_release) && ch_is_gone(object);
}

static bool is_last(ch_note_kind kind, uintptr_t object, uint32_t operations) {
  const size_t count = note_counts[ch_current];
  if (count == 0) return false;
  const ch_note *last = &notes[ch_current][count - 1];
  return last->kind == kind && last->object == ch_life(object) && last->operations == operations
    && last->is_late == is_late(kind, object);
}

extern size_t swift_retainCount(object);

size_t ch_references(uintptr_t object) {
  if (ch_has_ended(object)) return 0;
  return ch_is_memory(object) ? 1 : swift_retainCount((void *)object);
}

static void note_count(ch_note_kind kind, uintptr_t object, uint32_t count, bool is_operation, uintptr_t code) {
  if (ch_is_runtime(code)) code = ch_user_code(code);
  const uint32_t operations = ch_threads[ch_current].operations;
  if (kind == ch_note_use && is_last(kind, object, operations)) return;
  if (note_counts[ch_current] == note_limit) {
    // A loop that is tried out, to find out whether it ends, is not part of the execution.
    if (!ch_threads[ch_current].repeats) ch_require_notes(code);
    return;
  }
  notes[ch_current][note_counts[ch_current]++] = (ch_note){.kind = kind, .object = ch_life(object), .operations = operations,
    .ending = ch_life(ch_threads[ch_current].ending), .serial = serial++, .count = count,
    .references = kind == ch_note_use || kind == ch_note_begin ? 0 : (uint32_t)ch_references(object), .code = code,
    .is_operation = is_operation, .is_late = is_late(kind, object)};
}

static void note(ch_note_kind kind, uintptr_t object, uint32_t count, uintptr_t code) {
  note_count(kind, object, count, false, code);
}

static bool is_counted(object object) { return is_modeled() && ch_in_arena((uintptr_t)object); }

// What the library retains and releases may be no object, such as the characters of a short string, or have bits beside it.
static object bridged(object counted) {
  return (intptr_t)counted > 0 ? (object)((uintptr_t)counted & UINT64_C(0x00fffffffffffff8)) : NULL;
}

// A call by the library comes in the middle of what it does with a variable.
static void settle_before(uintptr_t code) {
  if (is_modeled() && !ch_is_runtime(code)) ch_settle();
}

void ch_note_access(uintptr_t address, uintptr_t code) {
  size_t size;
  const uintptr_t block = ch_block(address, &size);
  if (block != 0) note(ch_note_use, block, 0, code);
}

// To free memory is to release the only reference to it.
void ch_note_free(uintptr_t memory, uintptr_t code) {
  ch_settle();
  note(ch_note_release, memory, 1, code);
}

// MARK: The runtime's functions

extern object swift_allocObject(const void *metadata, size_t size, size_t mask);
object swift_allocObject(const void *metadata, size_t size, size_t mask) {
  if (!is_checked()) return ORIGINAL(swift_allocObject)(metadata, size, mask);
  ch_name_allocation(metadata);
  const object made = ORIGINAL(swift_allocObject)(metadata, size, mask);
  ch_name_allocation(NULL);
  if (is_counted(made)) note(ch_note_begin, (uintptr_t)made, 1, CALLER);
  return made;
}

// An object that has ended in this order has no count any more but for its deinit.
static bool has_no_count(object counted) {
  return ch_has_ended((uintptr_t)counted) && ch_threads[ch_current].ending != (uintptr_t)counted;
}

static object retain(object counted, uint32_t count, object (*next)(object, uint32_t), uintptr_t code) {
  settle_before(code);
  const object given = counted;
  counted = bridged(counted);
  if (!is_counted(counted)) return next(given, count);
  ch_count_retain((uintptr_t)counted, count, code);
  note(ch_note_retain, (uintptr_t)counted, count, code);
  ch_wipe();
  return has_no_count(counted) ? given : next(given, count);
}

// An object outside of the check's memory must not end in one execution and be there in the next.
static bool keeps_last(object counted) {
  return is_modeled() && bridged(counted) != NULL && !ch_in_arena((uintptr_t)counted) && swift_retainCount(counted) <= 1;
}

// The classes of Foundation of whose objects there is one per process, with what all threads store in it.
static const void *stores[2];
__attribute__((constructor)) static void find_stores(void) {
  stores[0] = dlsym(RTLD_DEFAULT, "$s10Foundation12UserDefaultsCN");
  stores[1] = dlsym(RTLD_DEFAULT, "$s20FoundationEssentials18NotificationCenterCN");
}

static bool is_store(object counted) {
  if (!is_modeled() || bridged(counted) == NULL) return false;
  const void *class = *(void *const *)bridged(counted);
  return class == stores[0] || class == stores[1];
}

static void release(object counted, uint32_t count, void (*next)(object, uint32_t), uintptr_t code) {
  settle_before(code);
  if (!is_counted(counted)) {
    if (is_store(counted)) ch_refuse("what UserDefaults or a NotificationCenter keeps, made outside of the check", code);
    if (keeps_last(counted)) return ch_note_refusal("the end of an object that was made outside of the check", code);
    return next(counted, count);
  }
  const bool is_operation = ch_count_release((uintptr_t)counted, count, code);
  note_count(ch_note_release, (uintptr_t)counted, count, is_operation, code);
  if (has_no_count(counted)) return;
  ch_thread *self = &ch_threads[ch_current];
  const uintptr_t outer = self->ending;
  const bool ends = ch_references((uintptr_t)counted) <= count && !ch_has_ended((uintptr_t)counted);
  if (ends) {
    self->ending = (uintptr_t)counted;
    ch_note_ending(self->ending);
  }
  next(counted, count);
  self->ending = outer;
  if (ends) ch_note_gone((uintptr_t)counted);
  ch_wipe();
}

#define RETAIN(name) \
  extern object name(object); \
  static object next_##name(object counted, uint32_t count) { return ORIGINAL(name)(counted); } \
  object name(object counted) { return retain(counted, 1, next_##name, CALLER); }

#define RETAIN_N(name) \
  extern object name(object, uint32_t); \
  static object next_##name(object counted, uint32_t count) { return ORIGINAL(name)(counted, count); } \
  object name(object counted, uint32_t count) { return retain(counted, count, next_##name, CALLER); }

#define RELEASE(name) \
  extern void name(object); \
  static void next_##name(object counted, uint32_t count) { ORIGINAL(name)(counted); } \
  void name(object counted) { release(counted, 1, next_##name, CALLER); }

#define RELEASE_N(name) \
  extern void name(object, uint32_t); \
  static void next_##name(object counted, uint32_t count) { ORIGINAL(name)(counted, count); } \
  void name(object counted, uint32_t count) { release(counted, count, next_##name, CALLER); }

RETAIN(swift_retain)
RETAIN_N(swift_retain_n)
RELEASE(swift_release)
RELEASE_N(swift_release_n)
// On Linux a bridge object is an object whose address has bits set beside it, or a tagged value, which is never counted.
RETAIN(swift_unknownObjectRetain)
RELEASE(swift_unknownObjectRelease)

extern object swift_bridgeObjectRetain(object);
object swift_bridgeObjectRetain(object counted) {
  return is_counted(bridged(counted)) ? swift_retain(counted) : NEXT(swift_bridgeObjectRetain)(counted);
}

extern void swift_bridgeObjectRelease(object);
void swift_bridgeObjectRelease(object counted) {
  if (is_counted(bridged(counted))) swift_release(bridged(counted));
  else NEXT(swift_bridgeObjectRelease)(counted);
}

// MARK: What depends on a count

// An answer that every order of counting gives needs no operation. It is yes as long as no order ends the object before,
// which is found out from the notes; the answer no is itself a reason to explore the orders.
bool ch_try_retain(uintptr_t counted, uintptr_t code) {
  if (!is_modeled()) {
    if (!ch_has_ended(counted)) ORIGINAL(swift_retain)((object)counted);
    return !ch_has_ended(counted);
  }
  ch_settle();
  bool is_operation;
  if (!ch_count_try(counted, code, &is_operation)) {
    ch_count_by_operations(counted, code);
    return false;
  }
  note_count(ch_note_try, counted, 1, is_operation, code);
  ch_wipe();
  if (!ch_has_ended(counted)) ORIGINAL(swift_retain)((object)counted);
  return true;
}

void ch_note_question(uintptr_t object, uintptr_t code) {
  if (ch_in_arena(object) && !ch_count_question(object, code)) note(ch_note_look, object, 0, code);
}

static void note_question(object counted, uintptr_t code) {
  if (!is_counted(counted)) return;
  ch_note_question((uintptr_t)counted, code);
}

#define UNIQUENESS(name) \
  extern bool name(object); \
  bool name(object counted) { \
    note_question(counted, CALLER); \
    return NEXT(name)(counted); \
  }

UNIQUENESS(swift_isUniquelyReferenced_native)
UNIQUENESS(swift_isUniquelyReferenced_nonNull_native)
UNIQUENESS(swift_isUniquelyReferencedNonObjC)
UNIQUENESS(swift_isUniquelyReferencedNonObjC_nonNull)
UNIQUENESS(swift_isUniquelyReferencedNonObjC_nonNull_bridgeObject)

// The same questions, asked by functions of the standard library that are not compiled with the code that calls them.
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) object *

static void note_question_of(object *variable, uintptr_t code) {
  if (!is_checked()) return;
  ch_read((uintptr_t)variable, sizeof *variable, code);
  if (!is_counted(*variable)) return;
  ch_note_question((uintptr_t)*variable, code);
  // The library reads the variable after the question, which may be an operation.
  ch_read((uintptr_t)variable, sizeof *variable, code);
}

#define QUESTION(function, symbol, parameters, arguments) \
  SWIFT bool function parameters __asm__(symbol); \
  SWIFT bool function parameters { \
    note_question_of(variable, CALLER); \
    typedef SWIFT bool(*question) parameters; \
    return ((question)dlsym(RTLD_NEXT, symbol))arguments; \
  }

QUESTION(ch_is_known_unique, "$ss25isKnownUniquelyReferencedySbxzRlzClF", (object * variable, const void *type),
  (variable, type))
QUESTION(ch_is_known_unique_optional, "$ss25isKnownUniquelyReferencedySbxSgzRlzClF",
  (object * variable, const void *type), (variable, type))
QUESTION(ch_is_unique_reference, "$ss20ManagedBufferPointerV17isUniqueReferenceSbyF", (const void *type, SELF variable),
  (type, variable))

// MARK: Caches of the runtime

typedef struct {
  const void *metadata;
  size_t state;
} response;

#define CACHED(name) \
  extern __attribute__((swiftcall)) response name(size_t, void *, void *, void *); \
  __attribute__((swiftcall)) response name(size_t request, void *a, void *b, void *c) { \
    return OUTSIDE(NEXT(name)(request, a, b, c)); \
  }

CACHED(swift_getGenericMetadata)
CACHED(swift_getSingletonMetadata)

extern __attribute__((swiftcall)) void *swift_getTypeByMangledNameInContext2(const char *, size_t, void *, void *);
__attribute__((swiftcall)) void *swift_getTypeByMangledNameInContext2(
  const char *name, size_t size, void *context, void *arguments) {
  return OUTSIDE(NEXT(swift_getTypeByMangledNameInContext2)(name, size, context, arguments));
}

extern void *swift_getWitnessTable(void *, void *, void *);
void *swift_getWitnessTable(void *conformance, void *type, void *arguments) {
  return OUTSIDE(NEXT(swift_getWitnessTable)(conformance, type, arguments));
}

#endif
