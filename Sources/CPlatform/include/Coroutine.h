#pragma once
// Coroutines with stacks of their own, all on the thread that resumes them.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct cp_coroutine cp_coroutine;

/// A coroutine without a body yet. Its stack has a guard page below it; NULL with errno where there is no memory.
cp_coroutine *_Nullable cp_coroutine_make(size_t stack_bytes);
void cp_coroutine_free(cp_coroutine *coroutine);

/// Abandons what is on the stack, and lets the next resume begin a Swift closure: `function` with the one argument and the
/// closure's context. Nothing of what the abandoned frames held is released.
void cp_coroutine_begin(cp_coroutine *coroutine, const void *function, const void *_Nullable context, void *argument);

/// Runs the coroutine until it yields or its body returns.
///
/// Returns false once the body has returned; it must then be begun anew before it is resumed again.
bool cp_coroutine_resume(cp_coroutine *coroutine);

/// Called on the coroutine: goes back to who has resumed it, until it is resumed again.
void cp_coroutine_yield(cp_coroutine *coroutine);

#pragma clang assume_nonnull end
