#pragma once
// What Swift cannot say. Everything here is small enough to be read at once.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "Coroutine.h"
#include "VectorClock.h"

#pragma clang assume_nonnull begin

/// Keeps the compiler, not the processor, from moving memory accesses across this point.
static inline void cp_compiler_barrier(void) { __asm__ volatile("" ::: "memory"); }

/// Uses `value`, so that whatever computed it cannot be removed.
static inline void cp_consume(uintptr_t value) { __asm__ volatile("" : : "r"(value) : "memory"); }

/// The memory of a finished instance that nobody has made, as a slot of a slab has it; never written.
static inline void *cp_finished_slot(void) {
  static uint32_t slot[4] = {1, 1, ~1u, 1};
  return slot;
}

/// Tells the processor that this thread is spinning.
static inline void cp_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
  __asm__ volatile("yield");
#endif
}

/// Sleeps while `*word` is `expected`, until somebody wakes those who sleep on it; may return without a reason.
void cp_sleep_while(const uint32_t *word, uint32_t expected);
void cp_wake_all(const uint32_t *word);

/// A libdispatch semaphore with one permit, for the life of the process.
void *cp_semaphore_make(void);
/// True once there is a permit; `_for`: false where there was none for so long.
bool cp_semaphore_wait(void *semaphore);
bool cp_semaphore_wait_for(void *semaphore, int64_t nanoseconds);
void cp_semaphore_signal(void *semaphore);

/// Ends the process with SIGILL or SIGTRAP, whichever the processor has for it.
_Noreturn void cp_trap(void);

/// The value this thread has set last; NULL before. A Swift global cannot be thread-local.
void *_Nullable cp_thread_value(void);
void cp_set_thread_value(void *_Nullable value);

/// A strategy that crashes on purpose leaves no core behind, whatever the system does with cores.
void cp_disable_core_dumps(void);

/// A file without a name, in memory where the system offers that, closed on exec; -1 with errno where there is none.
int cp_unnamed_file(void);

/// The same open file or pipe under a number of 10 or more, closed on exec, so that it can never be in the way of the
/// numbers that a child is given. Closes `descriptor`.
int cp_moved_up(int descriptor);

/// SIGCHLD, SIGINT and SIGTERM arrive as one byte each, the signal's number, on the descriptor that is returned;
/// -1 with errno where it cannot be made. Also where a signal was inherited as ignored.
int cp_signal_descriptor(void);

/// Cores that this thread may run on, at least 1; where the system has no affinity, those that are online.
int cp_allowed_cores(void);

/// The sanitizer that is compiled in: `thread`, `address`, or nothing.
const char *cp_sanitizer(void);

/// The text of a file of strategies, from 0; NULL behind the last. `name` is the file's without folder and ending.
const unsigned char *_Nullable cp_strategy_source(
    size_t index, const char *_Nullable *_Nonnull name, size_t *count);

/// The same of the files that lessons run and show.
const unsigned char *_Nullable cp_lesson_source(
    size_t index, const char *_Nullable *_Nonnull name, size_t *count);

#pragma clang assume_nonnull end
