#include "Sections.h"

#if CS_CAN_TAKE_OVER

// An AtomicLazyReference, whose code is in the library where it is not optimized, and tells of nothing there.

#define SELF __attribute__((swift_context))

/// What comes before the reference are an object if there is one to store, and types.
typedef CS_SWIFT void *reference_function(void *first, void *second, SELF uintptr_t *reference);

static CS_SWIFT void *load(void *first, void *second, SELF uintptr_t *reference);
static CS_SWIFT void *store_if_nil(void *first, void *second, SELF uintptr_t *reference);

static cs_redirection lazy[] = {
    {"$s15Synchronization19AtomicLazyReferenceV4loadxSgyF", (void *)load, NULL},
    {"$s15Synchronization19AtomicLazyReferenceV10storeIfNilyxxnF", (void *)store_if_nil, NULL},
};

static void *call(const cs_redirection *one, void *first, void *second, uintptr_t *reference) {
  cs_let_through(one, true);
  void *result = ((reference_function *)one->function)(first, second, reference);
  cs_let_through(one, false);
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

// A program without them needs none.
void cs_find_lazy_references(void) { cs_find(lazy, COUNT(lazy)); }

bool cs_follow_lazy_references(void) { return !cs_redirect_all(lazy, COUNT(lazy)); }
#endif
