// Weak and unowned references.
//
// A weak reference to an object of the check's memory is the address of the object, which no other object has in an
// execution. What the runtime keeps behind such a reference instead would have another address for each thread that is the
// first to make one. The variable is plain memory, as it is for the runtime; whether the object has ended is a question to
// its count. So is it where an unowned reference is read, which is nothing but the address for the runtime, too.
#include "Hooks.h"

#if CH_AVAILABLE

typedef void *object;

enum { reference_size = sizeof(object) };

extern void *swift_weakInit(void *weak, object value);
extern void *swift_weakCopyInit(void *weak, void *from);
extern object swift_weakTakeStrong(void *weak);
extern object swift_retain(object);

// MARK: Weak references

static bool is_of_check(uintptr_t reference) { return is_checked() || ch_in_arena(reference); }
static uintptr_t referred(const void *weak) { return ch_peek((uintptr_t)weak, reference_size); }

// Returns a weak reference. What the runtime keeps for an object outside of the check's memory outlives the execution.
static uintptr_t made(object value) {
  uintptr_t reference = (uintptr_t)value;
  if (value != NULL && !ch_in_arena(reference)) (void)OUTSIDE(NEXT(swift_weakInit)(&reference, value));
  return reference;
}

static uintptr_t copied(uintptr_t reference) {
  uintptr_t copy = reference;
  if (reference != 0 && !ch_in_arena(reference)) (void)OUTSIDE(NEXT(swift_weakCopyInit)(&copy, &reference));
  return copy;
}

static object strong(uintptr_t reference, uintptr_t code) {
  if (ch_in_arena(reference)) return ch_try_retain(reference, code) ? (object)reference : NULL;
  uintptr_t copy = copied(reference);
  return reference == 0 ? NULL : OUTSIDE(NEXT(swift_weakTakeStrong)(&copy));
}

static uintptr_t load(const void *weak, uintptr_t code) {
  ch_read((uintptr_t)weak, reference_size, code);
  return referred(weak);
}

static void *store(void *weak, uintptr_t reference, uintptr_t code) {
  ch_write((uintptr_t)weak, reference_size, code);
  ch_poke((uintptr_t)weak, reference, reference_size);
  return weak;
}

void *swift_weakInit(void *weak, object value) {
  return is_of_check((uintptr_t)value) ? store(weak, made(value), CALLER) : NEXT(swift_weakInit)(weak, value);
}

extern void *swift_weakAssign(void *weak, object value);
void *swift_weakAssign(void *weak, object value) {
  return is_of_check((uintptr_t)value) ? store(weak, made(value), CALLER) : NEXT(swift_weakAssign)(weak, value);
}

// The runtime's own calls lead here, too, so this is not the definition that would be called otherwise.
object swift_weakLoadStrong(void *weak) {
  return strong(is_of_check(referred(weak)) ? load(weak, CALLER) : referred(weak), CALLER);
}

object swift_weakTakeStrong(void *weak) {
  if (!is_of_check(referred(weak))) return NEXT(swift_weakTakeStrong)(weak);
  const uintptr_t reference = load(weak, CALLER);
  ch_write((uintptr_t)weak, reference_size, CALLER);
  return strong(reference, CALLER);
}

extern void swift_weakDestroy(void *weak);
void swift_weakDestroy(void *weak) {
  if (!is_of_check(referred(weak))) return NEXT(swift_weakDestroy)(weak);
  ch_write((uintptr_t)weak, reference_size, CALLER);
}

#define COPY(name, copies) \
  extern void *name(void *weak, void *from); \
  void *name(void *weak, void *from) { \
    if (!is_of_check(referred(from))) return NEXT(name)(weak, from); \
    const uintptr_t reference = load(from, CALLER); \
    return store(weak, copies ? copied(reference) : reference, CALLER); \
  }

COPY(swift_weakCopyInit, true)
COPY(swift_weakCopyAssign, true)
COPY(swift_weakTakeInit, false)
COPY(swift_weakTakeAssign, false)

// MARK: Unowned references

// The memory of an object is not used again, so nothing need be counted to keep it.
#define UNOWNED(type, name, parameters, arguments, result) \
  extern type name parameters; \
  type name parameters { \
    if (!ch_in_arena((uintptr_t)value)) return NEXT(name) arguments; \
    return result; \
  }

UNOWNED(object, swift_unownedRetain, (object value), (value), value)
UNOWNED(object, swift_unownedRetain_n, (object value, int count), (value, count), value)
UNOWNED(void, swift_unownedRelease, (object value), (value), (void)0)
UNOWNED(void, swift_unownedRelease_n, (object value, int count), (value, count), (void)0)

// Where the object has ended, the runtime stops the process, with a message.
#define READ_UNOWNED(type, name, succeeds, result) \
  extern type name(object value); \
  type name(object value) { \
    if (!ch_in_arena((uintptr_t)value) || !succeeds(value, CALLER)) return NEXT(name)(value); \
    return result; \
  }

static bool try_retain(object value, uintptr_t code) { return ch_try_retain((uintptr_t)value, code); }

extern void swift_release(object);
static bool is_alive(object value, uintptr_t code) {
  const bool succeeds = try_retain(value, code);
  if (succeeds) swift_release(value);
  return succeeds;
}

READ_UNOWNED(object, swift_unownedRetainStrong, try_retain, value)
READ_UNOWNED(void, swift_unownedRetainStrongAndRelease, try_retain, (void)0)
READ_UNOWNED(void, swift_unownedCheck, is_alive, (void)0)
READ_UNOWNED(object, swift_tryRetain, try_retain, value)

#endif
