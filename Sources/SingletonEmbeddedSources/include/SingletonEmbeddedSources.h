#pragma once
// The text of source files that the program shows.

#include <stddef.h>

#pragma clang assume_nonnull begin

/// The text of a source file, from 0; NULL behind the last.
///
/// `file` is the file as `#fileID` has it: its module, a slash, its name.
const char *_Nullable embedded_source(size_t index, const char *_Nullable *_Nonnull file);

#pragma clang assume_nonnull end
