#pragma once
// Coroutines, each with a separate stack, which run on the thread that resumes them.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct cp_coroutine cp_coroutine;

/// Returns a coroutine without a body, or NULL with errno if there is no memory. Its stack has a guard page below it.
cp_coroutine *_Nullable cp_coroutine_make(size_t stack_bytes);
void cp_coroutine_free(cp_coroutine *coroutine);

/// Discards what is on the stack, and makes the next resume call a Swift closure: `function` with `argument` and the
/// closure's `context`. References held by the discarded frames are not released.
void cp_coroutine_begin(cp_coroutine *coroutine, const void *function, const void *_Nullable context, void *argument);

/// Runs the coroutine until it yields or its body returns.
///
/// Returns false if the body has returned; the coroutine must then be begun again before the next resume.
bool cp_coroutine_resume(cp_coroutine *coroutine);

/// Suspends the coroutine, on which it must be called, and returns control to the code that resumed it.
void cp_coroutine_yield(cp_coroutine *coroutine);

/// Returns the words on the stack of a coroutine that does not run, with its registers among them, and their number.
const uintptr_t *cp_coroutine_stack(const cp_coroutine *coroutine, size_t *count);

/// Returns whether an address is on the stack of a coroutine.
bool cp_coroutine_contains(const cp_coroutine *coroutine, const void *address);

#pragma clang assume_nonnull end
