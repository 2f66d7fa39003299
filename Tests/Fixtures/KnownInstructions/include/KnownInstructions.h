#pragma once
// Functions that count a few known instructions between two marks. Each returns what was counted.

#include "CSingletonPlatform.h"

#pragma clang assume_nonnull begin

/// Whether there are functions for this processor.
bool known_instructions_exist(void);

/// Nothing.
struct cp_steps count_nothing(void);
/// Two instructions, one of them `pause`.
struct cp_steps count_two(void);
/// Three instructions that do nothing.
struct cp_steps count_padding(void);
/// A call of a function of two instructions, the last of which returns: three instructions, one of them a call.
struct cp_steps count_call(void);
/// The load of an address, and a call of the same function through it.
struct cp_steps count_indirect_call(void);
/// An increment with a lock prefix, and the same without.
struct cp_steps count_locked(void);
/// An exchange with memory, which locks, and one of two registers, which does not.
struct cp_steps count_exchanges(void);
/// A load of the number, a system call, and an instruction behind it.
struct cp_steps count_system_call(void);
/// Two instructions, and one that stores a hundred times.
struct cp_steps count_repeated(void);
/// A full fence.
struct cp_steps count_fence(void);

#pragma clang assume_nonnull end
