#include "CSweep.h"
#include "WordLock.h"

#include <stdatomic.h>
#include <string.h>

typedef struct {
  sweep_instance *plain;
  word_lock lock;
} locked_cell;

static inline sweep_instance *make(sweep_part *part) {
  sweep_instance *made = part->instances + part->made++;
  made->serial = part->first_serial + part->made;
  made->payload = ~made->serial;
  return made;
}

// MARK: - The accessors

static inline sweep_instance *lazy(void *cell, sweep_part *part) {
  sweep_instance *volatile *shared = cell;
  if (!*shared) *shared = make(part);
  return *shared;
}

static inline sweep_instance *mutex(void *cell, sweep_part *part) {
  locked_cell *locked = cell;
  acquire(&locked->lock);
  if (!locked->plain) locked->plain = make(part);
  sweep_instance *found = locked->plain;
  release(&locked->lock);
  return found;
}

static inline sweep_instance *double_checked(void *cell, sweep_part *part) {
  locked_cell *locked = cell;
  _Atomic(sweep_instance *) *published = (void *)&locked->plain;
  sweep_instance *found = atomic_load_explicit(published, memory_order_acquire);
  if (found) return found;
  acquire(&locked->lock);
  found = atomic_load_explicit(published, memory_order_relaxed);
  if (!found) atomic_store_explicit(published, found = make(part), memory_order_release);
  release(&locked->lock);
  return found;
}

static inline sweep_instance *compare_exchange(void *cell, sweep_part *part) {
  _Atomic(sweep_instance *) *published = cell;
  sweep_instance *found = atomic_load_explicit(published, memory_order_acquire);
  if (found) return found;
  sweep_instance *made = make(part);
  return atomic_compare_exchange_strong_explicit(
             published, &found, made, memory_order_acq_rel, memory_order_acquire)
             ? made
             : found;
}

// MARK: - Their sweeps

#define SWEEP(accessor)                                                          \
  static void sweep_##accessor(sweep_part *shared, size_t from, size_t to) {     \
    sweep_part part = *shared;                                                   \
    for (size_t index = from; index < to; index++) {                             \
      sweep_instance *found = accessor(part.cells + index * part.cell_bytes, &part); \
      part.results[index] = found->payload == ~found->serial ? found->serial : 0; \
    }                                                                            \
    shared->made = part.made;                                                    \
  }

SWEEP(lazy)
SWEEP(mutex)
SWEEP(double_checked)
SWEEP(compare_exchange)

static const sweep_form forms[] = {
  {"lazy", sizeof(sweep_instance *), sweep_lazy},
  {"mutex", sizeof(locked_cell), sweep_mutex},
  {"double_checked", sizeof(locked_cell), sweep_double_checked},
  {"compare_exchange", sizeof(sweep_instance *), sweep_compare_exchange},
};

const sweep_form *sweep_form_named(const char *name) {
  for (size_t index = 0; index < sizeof(forms) / sizeof(*forms); index++)
    if (strcmp(forms[index].name, name) == 0) return &forms[index];
  return NULL;
}

size_t sweep_tally(const uint64_t *const *results, size_t threads, size_t from, size_t to) {
  size_t several = 0;
  for (size_t cell = from; cell < to; cell++) {
    uint64_t differing = 0;
    for (size_t thread = 1; thread < threads; thread++) differing |= results[thread][cell] ^ results[0][cell];
    several += differing != 0;
  }
  return several;
}
