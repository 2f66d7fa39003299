#include "Sections.h"

#if CS_CAN_TAKE_OVER
#include <string.h>

// An AtomicLazyReference, whose code is in the library where it is not optimized, and tells of nothing there.

#define SELF __attribute__((swift_context))

/// What comes before the reference are an object if there is one to store, and types.
typedef CS_SWIFT void *reference_function(void *first, void *second, SELF uintptr_t *reference);

static CS_SWIFT void *load(void *first, void *second, SELF uintptr_t *reference);
static CS_SWIFT void *store_if_nil(void *first, void *second, SELF uintptr_t *reference);

static struct lazy {
  const char *name;
  reference_function *replacement, *function;
  unsigned char code[cs_jump_bytes];
} lazy[] = {
    {"$s15Synchronization19AtomicLazyReferenceV4loadxSgyF", load, NULL, {0}},
    {"$s15Synchronization19AtomicLazyReferenceV10storeIfNilyxxnF", store_if_nil, NULL, {0}},
};

static void *call(const struct lazy *one, void *first, void *second, uintptr_t *reference) {
  cs_write_code((void *)one->function, one->code, cs_jump_bytes);
  void *result = one->function(first, second, reference);
  cs_redirect((void *)one->function, (void *)one->replacement);
  return result;
}

static void note(uintptr_t *reference, bool stores, uintptr_t code) {
  if (!cs_is_watched()) return;
  const uintptr_t word = (uintptr_t)reference;
  cs_begin_atomic(word, code);
  const bool writes = stores && *reference == 0;
  cs_touch_memory(word, sizeof *reference, writes, true, code);
  cs_note_atomic(word, writes, code);
  cs_clock *clock = &cs_party_of(cs_a_lock, word)->clock;
  cs_join(&watch->job.task->clock, clock);
  if (writes) cs_pass(watch->job.task, clock);
}

static CS_SWIFT void *load(void *first, void *second, SELF uintptr_t *reference) {
  note(reference, false, (uintptr_t)__builtin_return_address(0));
  return call(&lazy[0], first, second, reference);
}

static CS_SWIFT void *store_if_nil(void *first, void *second, SELF uintptr_t *reference) {
  note(reference, true, (uintptr_t)__builtin_return_address(0));
  return call(&lazy[1], first, second, reference);
}

void cs_find_lazy_references(void) {
  for (int i = 0; i < COUNT(lazy); i++) lazy[i].function = (reference_function *)cs_symbol(lazy[i].name);
}

bool cs_follow_lazy_references(void) {
  for (int i = 0; i < COUNT(lazy); i++) {
    // A program without them needs none.
    if (!lazy[i].function) continue;
    memcpy(lazy[i].code, (const void *)lazy[i].function, cs_jump_bytes);
    if (cs_redirect((void *)lazy[i].function, (void *)lazy[i].replacement)) return false;
  }
  return true;
}
#endif
