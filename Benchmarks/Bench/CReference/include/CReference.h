#pragma once
// The strategies' accessors, handwritten in C, in loops of the same shape: eight accesses per turn, each result consumed,
// with a compiler barrier between accesses.

#include "CSweep.h"

#include <stdint.h>

#pragma clang assume_nonnull begin

/// The size in bytes of the zeroed memory for the primitives and the instance of one form.
enum { reference_cell_size = 1024 };

/// A form: its name, the function that creates its objects (NULL if zeroed memory suffices), and its loop.
typedef struct {
  const char *name;
  void (*_Nullable prepare)(void *memory);
  /// Runs `turns` turns of accesses as the thread with this index.
  void (*loop)(void *memory, long turns, long thread);
} reference_form;

/// Returns the form with this name, or NULL if there is none.
const reference_form *_Nullable reference_form_named(const char *name);

/// Returns the memory of a fully initialized instance, laid out as a slot of a slab; it is never written.
static inline void *reference_finished_slot(void) {
  static uint32_t slot[4] = {1, 1, ~1u, 1};
  return slot;
}

#pragma clang assume_nonnull end
