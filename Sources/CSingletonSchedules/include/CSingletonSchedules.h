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
} cs_events;

/// Finds the functions of the runtime. Called before the process is copied, because a copy must not use the loader.
///
/// Returns why this process cannot be taken over, or NULL if it can.
const char *_Nullable cs_prepare(void);

/// Takes over this process for good. It must have one thread, and `cs_prepare` must have succeeded.
///
/// Returns why this process cannot be taken over, or NULL if it now is.
const char *_Nullable cs_take_over(cs_events events);

/// Runs a job on an executor until its task is suspended or ends.
void cs_run(void *job, cs_executor executor);

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

/// Returns the address of the function in which a task continues.
const void *cs_continuation(void *job);

/// Returns the executor of the main actor.
cs_executor cs_main_executor(void);

#pragma clang assume_nonnull end
