#pragma once
// Counts the instructions that this thread executes, one by one.
//
// An x86-64 processor traps after each instruction while a flag is set, which a program may set itself. So no second process
// is needed, and no permission.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// How a count of steps ended. The enumeration is open, because it is read from memory that processes share.
enum cp_steps_end {
  /// Nothing was counted yet.
  cp_steps_not_taken,
  /// All steps were counted.
  cp_steps_taken,
  /// A program cannot step on this processor or system.
  cp_steps_unsupported,
  /// No trap arrives: an emulator leaves it out, or a debugger takes it.
  cp_steps_no_traps,
  /// The thread was about to wait for another one.
  cp_steps_waits,
  /// The thread was about to start another one.
  cp_steps_starts_thread,
  /// The thread was about to block the signal of a trap.
  cp_steps_blocks_traps,
  /// There were more steps than may be counted.
  cp_steps_too_many,
  /// The steps depend on addresses, and the system does not let them be fixed.
  cp_steps_moving_addresses,
};

/// The most steps that are counted of a first and of a later access. A step takes some microseconds where a hypervisor sees
/// each trap, and a first access may look up thousands of symbols.
enum { cp_most_first_steps = 2560, cp_most_steps = 1 << 14 };

/// The instructions between `cp_begin_steps` and `cp_end_steps`.
struct cp_steps {
  /// All instructions but those that do nothing. A repeated string instruction counts once.
  uint64_t instructions;
  /// Those that lock memory: with a lock prefix, or an exchange with memory.
  uint64_t atomics;
  /// Calls. A jump to a function is none.
  uint64_t calls;
  /// System calls, and functions of the kernel's that it maps into each process, such as the clock's. The instructions of
  /// those do not count: they are another kernel's on another machine, and begin again if the kernel moves its clock.
  uint64_t system_calls;
  enum cp_steps_end end;
};

/// Prepares this thread for counting. Other threads must not count until `cp_close_steps`.
///
/// Returns `cp_steps_taken`, or why nothing can be counted.
enum cp_steps_end cp_open_steps(void);

/// From now on, counts no more steps than this, instead of `cp_most_steps`. Call it in a prepared thread.
void cp_limit_steps(uint64_t most);

/// Returns what was counted since the last call. Call it outside of counted instructions.
struct cp_steps cp_take_steps(void);

/// Waits until the other threads of the process sleep, for a tenth of a second at most. A thread that has handed over its
/// result may still hold a lock, or free memory, which would change the path of the next access.
void cp_wait_until_others_sleep(void);

/// Gives the signal of a trap its earlier effect.
void cp_close_steps(void);

/// Counts from the instruction after this call to the call of `cp_end_steps`, neither included. Does nothing in a thread that
/// is not prepared.
void cp_begin_steps(void);
void cp_end_steps(void);

/// From now on, the programs that this thread starts have their memory at fixed addresses, if the system allows that.
///
/// Returns what `cp_move_addresses` gets to restore the earlier state.
int cp_fix_addresses(void);
void cp_move_addresses(int earlier);
/// Returns whether the memory of this program is at fixed addresses.
bool cp_has_fixed_addresses(void);

/// Returns a number that depends on the features of the processor by which libraries choose among variants of a function,
/// such as that which copies memory; 0 if it is not known.
uint64_t cp_processor_features(void);

/// Returns the C library's name and version, or an empty string if it is unknown.
const char *cp_library_version(void);

/// Returns a number that depends on the builds of the libraries that are loaded, wherever they lie; 0 if it is not known.
uint64_t cp_library_builds(void);

#pragma clang assume_nonnull end
