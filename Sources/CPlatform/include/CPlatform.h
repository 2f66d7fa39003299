#pragma once
// What Swift cannot say. Everything here is small enough to be read at once.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "Coroutine.h"
#include "VectorClock.h"

#if defined(__APPLE__)
#define CP_LIBRARY_NAME(name) "_" name
#else
#define CP_LIBRARY_NAME(name) name
#endif

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

// libdispatch's functions by their names in the library, so that a strategy calls them without a step between: its header
// is not on a C target's search path on Linux, and Swift's Dispatch has names of its own for them.
void *cp_dispatch_semaphore(intptr_t permits) __asm__(CP_LIBRARY_NAME("dispatch_semaphore_create"));
intptr_t cp_dispatch_wait(void *semaphore, uint64_t deadline) __asm__(CP_LIBRARY_NAME("dispatch_semaphore_wait"));
intptr_t cp_dispatch_signal(void *semaphore) __asm__(CP_LIBRARY_NAME("dispatch_semaphore_signal"));
uint64_t cp_dispatch_time(uint64_t when, int64_t nanoseconds) __asm__(CP_LIBRARY_NAME("dispatch_time"));

/// A libdispatch semaphore with one permit, for the life of the process.
static inline void *cp_semaphore_make(void) { return cp_dispatch_semaphore(1); }
/// True once there is a permit; `_for`: false where there was none for so long.
static inline bool cp_semaphore_wait(void *semaphore) { return cp_dispatch_wait(semaphore, ~0ull) == 0; }
static inline bool cp_semaphore_wait_for(void *semaphore, int64_t nanoseconds) {
  // Reading the clock for a deadline costs more than an uncontended wait: it is tried without one first.
  return cp_dispatch_wait(semaphore, 0) == 0
         || cp_dispatch_wait(semaphore, cp_dispatch_time(0, nanoseconds)) == 0;
}
static inline void cp_semaphore_signal(void *semaphore) { cp_dispatch_signal(semaphore); }

/// Ends the process with SIGILL or SIGTRAP, whichever the processor has for it.
_Noreturn void cp_trap(void);

/// The value this thread has set last; NULL before. A Swift global cannot be thread-local.
void *_Nullable cp_thread_value(void);
void cp_set_thread_value(void *_Nullable value);

/// A strategy that crashes on purpose leaves no core behind, whatever the system does with cores.
void cp_disable_core_dumps(void);

/// This process's environment. (`environ` cannot be used from Swift on every system.)
char *_Nullable *_Nonnull cp_environment(void);

/// The path of this process's executable, to be freed; NULL if the system does not say.
char *_Nullable cp_own_executable(void);

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

/// The number of a core that this thread may run on: so many after the one that it is on, counted round. -1 where the
/// system does not say (macOS).
int cp_core_beside(int distance);

/// Keeps this thread on that core. False where the system has no such thing (macOS), or does not allow it.
bool cp_stay_on_core(int core);

/// The sanitizer that is compiled in: `thread`, `address`, or nothing.
const char *cp_sanitizer(void);



#pragma clang assume_nonnull end
