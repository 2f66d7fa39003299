#pragma once
#include "CSingletonInstrumentation.h"

#if defined(CI_AVAILABLE)
// The sections are those of the hooks, whose audit leaves them alone.
#pragma clang section text = "ch_text" bss = "ch_bss"
#endif

#if defined(CI_AVAILABLE)
/// Whether the writable memory of all of the program's own files is known.
bool ci_has_all_data(void);

/// Returns the name of what the program keeps at an address of that memory, or NULL if it is the compiler's, or not known.
const char *ci_data_at(uintptr_t address);
#endif

#if CI_STEPS
/// Finds what an instruction accesses at the address of its fault and, if it copies, at a source and a destination. Sizes are too
/// large rather than too small. An instruction that repeats itself has one repetition here.
///
/// Returns the number of accesses, or 0 if it cannot be told.
int ci_decode_accesses(
  const uint8_t *code, uintptr_t address, bool writes, uintptr_t source, uintptr_t destination, ci_access found[2]);
#endif
