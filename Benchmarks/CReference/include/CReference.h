#pragma once
// What the strategies do, written by hand in C, in loops of the same shape: eight accesses per turn, each result consumed,
// with a compiler barrier between two accesses.

#include <stdint.h>

#pragma clang assume_nonnull begin

/// The bytes that the primitives and the instance of one form take. All are zero at first.
enum { reference_cell_size = 1024 };

/// One form: its name, what creates its objects (NULL if zeroes will do), and its loop.
typedef struct {
  const char *name;
  void (*_Nullable prepare)(void *memory);
  /// Runs `turns` turns of accesses as the thread with this index.
  void (*loop)(void *memory, long turns, long thread);
} reference_form;

/// Returns NULL if there is no such form.
const reference_form *_Nullable reference_form_named(const char *name);

#pragma clang assume_nonnull end
