#pragma once
// What the strategies do, written by hand in C, in the same shape of loop: eight accesses a turn, each result consumed, a
// compiler barrier between two.

#include <stdint.h>

#pragma clang assume_nonnull begin

/// Bytes that the primitives and the instance of one form take; all zeroes at first.
enum { handwritten_room = 1024 };

/// One form: its name, what makes its objects (NULL where zeroes will do), and its loop.
typedef struct {
  const char *name;
  void (*_Nullable prepare)(void *room);
  /// So many turns of accesses, as the thread with this index.
  void (*loop)(void *room, long turns, long thread);
} handwritten_form;

/// NULL where there is no such form.
const handwritten_form *_Nullable handwritten_form_named(const char *name);

#pragma clang assume_nonnull end
