// Counts the objects of a class that knows nothing of it: each allocation passes here, and an object's metadata says what
// destroys it.
#include "CSingletonPlatform.h"

#include <stdatomic.h>

typedef void *(*allocation)(const void *metadata, size_t size, size_t alignment_mask);
typedef __attribute__((swiftcall)) void (*destructor)(__attribute__((swift_context)) void *object);

struct extents {
  size_t negative;
  size_t positive;
};
__attribute__((swiftcall)) extern struct extents _swift_getSwiftClassInstanceExtents(const void *class);

static struct {
  struct cp_lives lives;
  const void *classes[2];
  destructor destroy[2];
  size_t mark_offset;
  _Atomic(bool) is_on;
} watched;

static void *allocate_marked(allocation allocate, const void *metadata, size_t size, size_t alignment_mask) {
  for (int class = 0; class < 2; class++) {
    if (metadata != watched.classes[class]) continue;
    void *mark = watched.lives.born(class);
    if (mark == NULL) break;
    char *object = allocate(metadata, watched.mark_offset + sizeof(void *), alignment_mask);
    *(void **)(object + watched.mark_offset) = mark;
    return object;
  }
  return allocate(metadata, size, alignment_mask);
}

#if defined(__APPLE__)
// The runtime allocates through a pointer that tools may replace, if a flag says so.
extern allocation _swift_allocObject;
extern _Atomic(bool) _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly __attribute__((weak));

static allocation original;

static void *allocate_through(const void *metadata, size_t size, size_t alignment_mask) {
  return allocate_marked(original, metadata, size, alignment_mask);
}

static bool pass_allocations(bool here) {
  if (original == NULL) original = _swift_allocObject;
  _swift_allocObject = here ? allocate_through : original;
  if (&_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly != NULL) {
    atomic_store(&_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly, here);
  }
  return true;
}
#else
// On Linux, that flag makes the runtime retain small strings as if they were objects (Swift 6.3.1). So the program is
// linked with `--wrap=swift_allocObject`, by which each allocation calls the first of these in place of the second.
extern void *__real_swift_allocObject(const void *metadata, size_t size, size_t mask) __attribute__((weak));

void *__wrap_swift_allocObject(const void *metadata, size_t size, size_t alignment_mask) {
  if (__builtin_expect(!atomic_load_explicit(&watched.is_on, memory_order_relaxed), true)) {
    return __real_swift_allocObject(metadata, size, alignment_mask);
  }
  return allocate_marked(__real_swift_allocObject, metadata, size, alignment_mask);
}

static bool pass_allocations(bool here) {
  atomic_store(&watched.is_on, here);
  return __real_swift_allocObject != NULL;
}
#endif

static __attribute__((swiftcall)) void destroy_marked(__attribute__((swift_context)) void *object) {
  void *mark = cp_mark(object);
  if (mark != NULL) watched.lives.died(mark);
  const void *metadata = *(const void **)object;
  watched.destroy[metadata == watched.classes[1]](object);
}

// The word before the address of a class's metadata is its value witness table, and the one before that its destructor.
static destructor *destructor_of(const void *class) { return (destructor *)class - 2; }

bool cp_watch_lives(const void *class, const void *child, struct cp_lives lives) {
  const size_t word = sizeof(void *);
  watched.lives = lives;
  watched.classes[0] = class;
  watched.classes[1] = child;
  watched.mark_offset = 0;
  for (int i = 0; i < 2; i++) {
    size_t size = _swift_getSwiftClassInstanceExtents(watched.classes[i]).positive;
    size_t offset = (size + word - 1) / word * word;
    if (offset > watched.mark_offset) watched.mark_offset = offset;
    destructor *place = destructor_of(watched.classes[i]);
    if (*place == destroy_marked) continue;
    watched.destroy[i] = *place;
    *place = destroy_marked;
  }
  if (child == class) watched.destroy[1] = watched.destroy[0];
  return pass_allocations(true);
}

void cp_stop_watching_lives(void) { pass_allocations(false); }

void *cp_mark(const void *object) {
  char *mark = *(char *const *)((const char *)object + watched.mark_offset);
  return (const char *)watched.lives.marks <= mark && mark < (const char *)watched.lives.marks_end ? mark : NULL;
}
