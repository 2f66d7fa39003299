#pragma once
// Takes over the concurrency runtime of a process: every job arrives here instead of at Dispatch, and time stands still.

#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// An executor as the runtime passes it: that of no actor has no identity, and that of a default actor has no
/// implementation.
typedef struct {
  void *_Nullable identity;
  uintptr_t implementation;
} cs_executor;

/// How a job became ready.
enum cs_arrival {
  /// Enqueued by the code that runs.
  cs_arrival_enqueued,
  /// Suspended by a switch of executors.
  cs_arrival_switched,
  /// To be enqueued at a time.
  cs_arrival_delayed,
};

/// What the runtime tells of.
typedef struct {
  /// A job is ready; `deadline` is a virtual time in nanoseconds if it is delayed, and otherwise 0.
  void (*arrived)(void *job, cs_executor executor, enum cs_arrival arrival, uint64_t deadline);
  /// The code that runs is about to give work to a thread, by this function. It must not return.
  void (*left)(const char *function);
  /// The check cannot go on, for this reason. It must not return.
  void (*stopped)(const char *reason);
} cs_events;

/// Finds the functions of the runtime. Called before the process is copied, because a copy must not use the loader.
///
/// Returns why this process cannot be taken over, or NULL if it can.
const char *_Nullable cs_prepare(void);

/// Takes over this process for good. It must have one thread, and `cs_prepare` must have succeeded.
///
/// Returns why this process cannot be taken over, or NULL if it now is.
const char *_Nullable cs_take_over(cs_events events);

/// Runs a job on an executor until its task is suspended or ends. What it allocates comes from a part of the memory.
void cs_run(void *job, cs_executor executor, int part);

/// Sets the time of all clocks, in nanoseconds since they began.
void cs_set_time(uint64_t nanoseconds);

/// Returns whether a job is a task; others are called once.
bool cs_is_task(void *job);

/// Returns whether a job only resumes a task, without any code of the program.
bool cs_only_resumes(void *job);

/// Returns the priority of a job.
uint8_t cs_priority(void *job);

/// Returns the number of a task, which no other task of the process has.
uint64_t cs_task_number(void *job);

/// Gives a task a number of its own instead of the runtime's, which depends on how many there were before.
void cs_number_task(void *job, uint32_t number);

/// Writes the addresses of the function in which a task continues, of the one to which that returns, and so on.
///
/// Returns their number, which is 0 if the job is no task.
int cs_continuations(void *job, const void *_Nullable *_Nonnull functions, int most);

/// Returns the executor of the main actor.
cs_executor cs_main_executor(void);

// Memory. A schedule begins with the memory that the one before began with, byte for byte.

enum {
  /// The last of the parts of memory from which a schedule allocates. The first is 1, and 0 is the check's own.
  cs_last_part = 255
};

/// A digest of 128 bits.
typedef struct {
  uint64_t first, second;
} cs_digest;

/// Lets this thread wait until the process ends. Memory is protected only then.
void cs_wait_forever(void);

/// Makes all allocations of this process come from memory that can be put back. Returns whether it is possible.
bool cs_prepare_memory(void);

/// From now on, notes what changes. Returns whether it is possible.
bool cs_protect_memory(void);

/// Puts the memory back as it was when it was protected, but for the check's own.
void cs_restore_memory(void);

/// Returns a digest of all memory that has changed since it was protected, but for the check's own.
cs_digest cs_digest_of_memory(void);

/// Returns a digest of words.
cs_digest cs_digest_of(const uint64_t *words, uint32_t count);

/// Chooses the part from which blocks are taken from now on. Returns the one before.
int cs_allocate_for(int part);

/// Returns whether a block was allocated since the memory was put back.
bool cs_is_in_schedule(const void *address);

#pragma clang assume_nonnull end
