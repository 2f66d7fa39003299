#pragma once
// The race of a sweep and nothing else, handwritten in C, to compare the sweep of the harness with.

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// An instance: its serial number, which is never 0, and what its initializer has set.
typedef struct {
  uint64_t serial, payload;
} sweep_instance;

/// One thread's part of a sweep.
typedef struct {
  /// The zeroed cells, and the number of bytes from one to the next.
  char *cells;
  size_t cell_bytes;
  /// Zeroed instances, of which the first `made` are used.
  sweep_instance *instances;
  size_t made;
  /// The serial number of the first instance.
  uint64_t first_serial;
  /// For each cell, the serial number of the instance that this thread got.
  uint64_t *results;
} sweep_part;

/// An accessor: its name, the number of bytes that it keeps in a cell, and its sweep over cells `from..<to`.
typedef struct {
  const char *name;
  size_t bytes;
  void (*sweep)(sweep_part *part, size_t from, size_t to);
} sweep_form;

/// Returns the form with this name, or NULL if there is none.
const sweep_form *_Nullable sweep_form_named(const char *name);

/// Returns the number of cells `from..<to` in which not all threads got the same instance.
size_t sweep_tally(const uint64_t *_Nonnull const *_Nonnull results, size_t threads, size_t from, size_t to);

#pragma clang assume_nonnull end
