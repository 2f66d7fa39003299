#pragma once
// Functions that cannot be written in Swift.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "Coroutine.h"
#include "Steps.h"
#include "VectorClock.h"

#if defined(__APPLE__)
#define CP_LIBRARY_NAME(name) "_" name
#else
#define CP_LIBRARY_NAME(name) name
#endif

#pragma clang assume_nonnull begin

/// Prevents the compiler, but not the processor, from moving memory accesses across this point.
static inline void cp_compiler_barrier(void) { __asm__ volatile("" ::: "memory"); }

/// Uses `value`, so that the compiler cannot remove its computation.
static inline void cp_consume(uintptr_t value) { __asm__ volatile("" : : "r"(value) : "memory"); }

/// Tells the processor that this thread is spinning.
static inline void cp_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
  __asm__ volatile("yield");
#endif
}

/// Whether the address belongs to the program's file or to one of its libraries: to code, constants, or static variables.
bool cp_is_static(const void *address);
/// Whether the address belongs to the program's file itself, and not to a library. Needs Linux.
bool cp_is_in_program(const void *_Nullable address);
/// Returns the size of the block of the heap that begins at an address, which is not static.
size_t cp_heap_block_size(const void *block);

/// What is told of the objects of a watched class.
struct cp_lives {
  /// Called before an object is allocated; returns its mark, or NULL if this object does not count.
  void *_Nullable (*_Nonnull born)(bool is_child);
  /// Called before an object with this mark is destroyed.
  void (*_Nonnull died)(void *mark);
  /// The memory in which all marks lie.
  const void *marks;
  const void *marks_end;
};

/// Counts the objects of a class and of its child class from now on, in this process. Nothing in the source of the classes
/// knows of it.
///
/// Each object gets a mark behind its last field, by which it is found again: an address is not enough, because the memory
/// of a dead object is used again.
///
/// - child: the class itself if there is no child class.
///
/// Returns whether this program is linked so that it can.
bool cp_watch_lives(const void *class, const void *child, struct cp_lives lives);

/// Ends the counting. Objects that have marks keep them.
void cp_stop_watching_lives(void);

/// Returns the mark of an object of a watched class, or NULL if it was not allocated by the runtime since it is watched: an
/// object in static memory, or on the stack.
void *_Nullable cp_mark(const void *object);

/// Whether an object of Swift has begun to end.
bool cp_is_deallocating(const void *object) __asm__(CP_LIBRARY_NAME("swift_isDeallocating"));

/// Sleeps while `*word` is `expected`, until another thread wakes the sleepers on `word`; may wake spuriously.
void cp_sleep_while(const uint32_t *word, uint32_t expected);
void cp_wake_all(const uint32_t *word);

// libdispatch's functions under their names in the library, so that strategies call them directly: its header is not on a
// C target's search path on Linux, and Swift's Dispatch names them differently.
void *cp_dispatch_semaphore(intptr_t permits) __asm__(CP_LIBRARY_NAME("dispatch_semaphore_create"));
intptr_t cp_dispatch_wait(void *semaphore, uint64_t deadline) __asm__(CP_LIBRARY_NAME("dispatch_semaphore_wait"));
intptr_t cp_dispatch_signal(void *semaphore) __asm__(CP_LIBRARY_NAME("dispatch_semaphore_signal"));
uint64_t cp_dispatch_time(uint64_t when, int64_t nanoseconds) __asm__(CP_LIBRARY_NAME("dispatch_time"));

/// Returns a new libdispatch semaphore with one permit, which is never destroyed.
static inline void *cp_semaphore_make(void) { return cp_dispatch_semaphore(1); }
/// Waits for a permit. With a time limit, returns false if there was no permit in time.
static inline bool cp_semaphore_wait(void *semaphore) { return cp_dispatch_wait(semaphore, ~0ull) == 0; }
static inline bool cp_semaphore_wait_for(void *semaphore, int64_t nanoseconds) {
  // Reading the clock for a deadline costs more than an uncontended wait, so the first attempt has no deadline.
  return cp_dispatch_wait(semaphore, 0) == 0
         || cp_dispatch_wait(semaphore, cp_dispatch_time(0, nanoseconds)) == 0;
}
static inline void cp_semaphore_signal(void *semaphore) { cp_dispatch_signal(semaphore); }

/// Ends the process with SIGILL or SIGTRAP, depending on the processor.
_Noreturn void cp_trap(void);

/// The purposes for which each thread keeps a value. A thread may need both: a strategy that is raced may use classes that
/// count their initializations.
enum __attribute__((enum_extensibility(closed))) cp_thread_slot {
  cp_thread_slot_caller,
  cp_thread_slot_probe,
};

/// Returns the value that this thread set most recently, or NULL. A Swift global cannot be thread-local.
void *_Nullable cp_thread_value(enum cp_thread_slot slot);
void cp_set_thread_value(enum cp_thread_slot slot, void *_Nullable value);

/// Disables core dumps, including those piped to a program, because some strategies crash on purpose.
void cp_disable_core_dumps(void);

/// Whether a process may go on after a fork without starting another program. On macOS the system's libraries may not.
bool cp_can_fork(void);
/// Forks. The child has default signal handling, except for what `cp_note_signals_of_others` has set, and no core
/// dumps. It ends when the forking thread ends, and writes standard error to the descriptor. It leads a new process
/// group, or stays in this one. Returns the child's identifier, in the child 0, or -1 with errno.
pid_t cp_fork(int standard_error, bool leads_group);

/// From now on, the first thread that a fault of this process ends notes the addresses of the code on its stack, the innermost
/// first. The first word becomes 1, the second one the number of addresses, which are in the words that follow. They are 0
/// before. Needs `cp_note_signals_of_others`, Linux, and code that keeps frame pointers, as Swift's does.
void cp_note_fault_stack(uint64_t *words, size_t count);

/// From now on, each thread of this process notes its stack when another process asks for that. The first two words are this
/// process and where its code is. The third one is the number of threads that have begun to, the fourth one of those that have
/// ended. Behind them are `count` stacks, each with the number of its addresses, at most `depth`, and the addresses, the
/// innermost first. Needs Linux.
void cp_note_waiting_stacks(uint64_t *words, size_t depth, size_t count);
/// Makes this thread one that can be asked, which a thread of Dispatch otherwise is not.
void cp_let_stack_be_noted(void);
/// Asks the threads of the process that has called `cp_note_waiting_stacks` for their stacks, if it is in the process group; or
/// only one of them, if `only` is not 0. Returns how many were asked, and how far the code of this process, which runs the same
/// program, is behind that of the other.
int cp_ask_for_stacks(pid_t group, pid_t only, uint64_t *words, int64_t *distance);
/// Returns the system's number of this thread, which is 0 where threads are not asked for their stacks.
pid_t cp_thread_number(void);
/// Finds the addresses of the code in which a suspended task continues, at most `most`, the innermost first. Returns how many.
size_t cp_task_continuations(const void *_Nullable task, uint64_t *addresses, size_t most);

/// Finds the addresses to which this function and its callers return, at most `most`, the innermost first. Returns how many,
/// which is 0 on systems other than Linux. Needs code that keeps frame pointers.
size_t cp_return_addresses(uint64_t *addresses, size_t most);

/// Returns the demangled name of the Swift function at an address, which the caller frees, or NULL if it is not known.
char *_Nullable cp_function_name(const void *_Nullable address);

/// Returns the name of the only function that begins at an address as the linker has it, which the caller frees, or NULL.
char *_Nullable cp_function_symbol(const void *_Nullable address);

/// Returns the only function that has such a name in the program or library of another function, and its size, or NULL.
const void *_Nullable cp_function_with_symbol(const char *name, const void *_Nullable neighbor, size_t *size);

/// Finds the line of the source that the code at an address is of, and writes the path of its file. Needs Linux and debug
/// information.
///
/// Returns the number of the line, which is 0 if it is not known or if the compiler has given the code none.
///
/// - column: Gets the column in the line, which is 0 in these cases.
int cp_source_line(const void *_Nullable address, char *_Nonnull path, size_t size, int *_Nullable column);

/// Is told where the code of a line begins.
typedef void (*cp_line_visitor)(const void *_Nonnull address, const char *_Nonnull path, int line, void *_Nullable context);
/// Tells of the lines of the code between two addresses, as `cp_source_line` does of one.
void cp_visit_source_lines(
  const void *_Nonnull begin, size_t size, cp_line_visitor _Nonnull visit, void *_Nullable context);

/// Returns this process's environment. Swift cannot use `environ` on every system.
char *_Nullable *_Nonnull cp_environment(void);

/// Returns the path of this process's executable, which the caller frees, or NULL if it is unknown.
char *_Nullable cp_own_executable(void);

/// Returns the descriptor of an unnamed file, in memory if the system supports that, closed on exec; or -1 with errno.
int cp_unnamed_file(void);

/// Raises the soft limit on open descriptors as far as the hard limit allows and a run may need.
void cp_raise_descriptor_limit(void);

/// The limits on this process's memory in bytes, very large where there are none. They are read in C because Swift
/// gives their names different types on different systems.
struct cp_memory_limits {
  uint64_t stack, data, address_space;
};
struct cp_memory_limits cp_memory_limits(void);

/// Returns the number of this program's arguments, including its name, or 0 if the system does not report it (musl).
int cp_argument_count(void);
const char *cp_argument(int index);

/// Returns whether a fault of a process raises this signal.
bool cp_is_fault_signal(int number);
/// From now on, a signal that a fault could have raised, but that another process has sent, sets `*note` to 1 and ends
/// this process, unless it was ignored. In every other case the signal keeps its effect.
void cp_note_signals_of_others(uint64_t *note);
/// Returns whether `cp_note_signals_of_others` notes the sender of this signal.
bool cp_notes_sender(int number);

/// From now on, SIGCHLD, SIGINT, SIGTERM, and SIGHUP arrive as one byte each, the signal's number, even if the first three
/// were inherited as ignored. An interruption (all but SIGCHLD) more than a second after the first has its default effect.
/// - `pipe`: The descriptor to which the bytes are written, which does not block.
/// Returns false, with errno, if the system refuses.
bool cp_watch_signals(int pipe);
/// Returns whether there was an interruption since `cp_watch_signals`.
bool cp_is_interrupted(void);
/// Gives the signals their default effect again.
void cp_unwatch_signals(void);

/// Stores the numbers of the cores that this thread may run on, in ascending order, as far as there is space. Returns how
/// many there are, or 0 if the system has no affinity (macOS).
int cp_allowed_core_numbers(int *_Nullable numbers, int capacity);

/// Returns the number of the core that this thread runs on, or -1 if the system has no affinity.
int cp_current_core(void);

/// Pins this thread to a core, unless the system has no affinity (macOS) or rejects the core.
void cp_stay_on_core(int core);

/// Returns the sanitizer that is compiled in: `thread`, `address`, or the empty string.
const char *cp_sanitizer(void);

/// Returns the number of reports that the thread sanitizer has made in this process.
uint64_t cp_thread_sanitizer_reports(void);

#pragma clang assume_nonnull end
