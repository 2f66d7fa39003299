#pragma once
// Takes over the concurrency runtime of a process: every job arrives here instead of at Dispatch, and time stands still.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Whether the runtime can be taken over. Where it cannot, `cs_prepare` says so, and nothing else is called: Unavailable.c
// defines the functions whose declarations end with `CS_OR_ABORT`.
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#define CS_CAN_TAKE_OVER 1
#else
#define CS_CAN_TAKE_OVER 0
#endif
#if CS_CAN_TAKE_OVER || !defined(CS_OR_ABORT)
#undef CS_OR_ABORT
#define CS_OR_ABORT
#endif

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
  /// Words that another process can read. What ends this process in a system call is written there: nothing else can be done
  /// in one, because the C library may hold a lock.
  uint64_t *report;
} cs_events;

/// The words of a report.
enum cs_report {
  /// The address of the name of a system call that a schedule cannot begin with anew, and that of the code that makes it, or 0.
  cs_report_call, cs_report_code,
  /// 1 if code waits for another thread, of which there is none.
  cs_report_blocked,
  /// 1 more than the status with which code ends the process.
  cs_report_exited,
};

/// Finds the functions of the runtime. Called before the process is copied, because a copy must not use the loader.
///
/// Returns why this process cannot be taken over, or NULL if it can.
const char *_Nullable cs_prepare(void);

/// Takes over this process for good. It must have one thread, and `cs_prepare` must have succeeded.
///
/// Returns why this process cannot be taken over, or NULL if it now is.
const char *_Nullable cs_take_over(cs_events events) CS_OR_ABORT;

/// Makes threads whose memory jobs can have. Called before ``cs_take_over``, because no thread starts afterwards. Returns false
/// if the system does not give that many.
bool cs_prepare_threads(void) CS_OR_ABORT;
/// Lets each job have the memory of another thread than the job before, or all have that of this thread again.
void cs_change_threads(bool changes) CS_OR_ABORT;

/// Perturbs the schedules from the next one on, or no longer: addresses fall, freed blocks are reused, new memory has other contents,
/// jobs run on other threads, and the date is another one.
///
/// - time_passes: Whether each look at a clock takes a microsecond.
void cs_perturb(bool changes, bool time_passes) CS_OR_ABORT;

/// Returns a sum over the environment, which is memory of the C library.
uint64_t cs_sum_of_environment(void) CS_OR_ABORT;

/// Forgets the system calls of the schedule before, and closes the files that it has left open.
void cs_forget_calls(void) CS_OR_ABORT;

enum { cs_nobody = -1, cs_by_rule = -1 };

/// Runs a job on an executor until its task is suspended or ends, or the job pauses. What it allocates comes from a part of the
/// memory.
///
/// - actor: The actor whose jobs run one after another, or NULL.
/// - is_own: Whether it is code of the check.
/// - pauses_at: After how many locks and atomics the job pauses: 0 for never, or `cs_by_rule`.
///
/// Returns the number of its stack if it pauses, or `cs_nobody`.
int cs_run(void *job, cs_executor executor, const void *_Nullable actor, int part, bool is_own, int pauses_at) CS_OR_ABORT;

// Jobs that pause before a lock or an atomic, so that others can come between. They do if `cs_divides_jobs`.

/// Whether jobs pause. A search begins with jobs that do not, and asks for it where they have to; see `cs_has_grown`.
bool cs_divides_jobs(void) CS_OR_ABORT;

/// Lets jobs pause where they have to, or before each lock and atomic.
void cs_divide_jobs(bool always) CS_OR_ABORT;

/// Whether a job that pauses can go on: it waits for no lock that is held.
bool cs_can_go_on(int stack) CS_OR_ABORT;

/// Goes on with a job; see `cs_run`. Returns whether it pauses again.
bool cs_go_on(int stack, int pauses_at) CS_OR_ABORT;

/// Returns the number of the lock or atomic before which a job pauses, or 0 if it waits for a lock that it was about to take.
int cs_pause_of(int stack) CS_OR_ABORT;

/// Returns the addresses of the code that goes on, of the one to which that returns, and so on, and their number. 0 is none.
const uintptr_t *cs_paused_code(int stack, int *count) CS_OR_ABORT;

/// Returns the stack of the job that holds the lock for which a job waits, or `cs_nobody`.
int cs_holder_for(int stack) CS_OR_ABORT;

/// Whether jobs of several tasks use an atomic, or try to take a lock, or also whether they use a lock.
bool cs_has_shared_locks(bool atomics) CS_OR_ABORT;

/// Sets the time of all clocks, in nanoseconds since they began.
void cs_set_time(uint64_t nanoseconds) CS_OR_ABORT;

/// Returns that time. Code that sleeps has moved it.
uint64_t cs_time(void) CS_OR_ABORT;

/// Returns the time of the system's monotonic clock, in nanoseconds.
uint64_t cs_real_time(void) CS_OR_ABORT;

/// Returns whether a job is a task; others are called once.
bool cs_is_task(void *job) CS_OR_ABORT;

/// Returns whether a job only resumes a task, without any code of the program.
bool cs_only_resumes(void *job) CS_OR_ABORT;

/// Returns the priority of a job.
uint8_t cs_priority(void *job) CS_OR_ABORT;

/// Returns the number of a task, which no other task of the process has.
uint64_t cs_task_number(void *job) CS_OR_ABORT;

/// Gives a task a number of its own instead of the runtime's, which depends on how many there were before.
void cs_number_task(void *job, uint32_t number) CS_OR_ABORT;

/// Writes the addresses of the function in which a task continues, of the one to which that returns, and so on.
///
/// Returns their number, which is 0 if the job is no task.
int cs_continuations(void *job, const void *_Nullable *_Nonnull functions, int most) CS_OR_ABORT;

/// Writes the address of the function with which a task begins, of the one that it calls if it is a thunk, and so on. Behind the
/// first one that is no thunk, the addresses mean nothing.
///
/// Returns their number, which is 0 if the job is no task or the task has begun.
int cs_entries(void *job, const void *_Nullable *_Nonnull functions, int most) CS_OR_ABORT;

/// Returns the executor of the main actor.
cs_executor cs_main_executor(void) CS_OR_ABORT;

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
void cs_wait_forever(void) CS_OR_ABORT;

/// Makes all allocations of this process come from memory that can be put back. Returns whether it is possible.
bool cs_prepare_memory(void) CS_OR_ABORT;

/// From now on, notes what changes. Returns whether it is possible.
bool cs_protect_memory(const void *shared, size_t size) CS_OR_ABORT;

/// Puts the memory back as it was when it was protected, but for the check's own.
void cs_restore_memory(void) CS_OR_ABORT;

/// Returns a digest of all memory that has changed since it was protected, but for the check's own.
cs_digest cs_digest_of_memory(void) CS_OR_ABORT;

/// Returns a digest of the stacks of jobs that pause, and of what else they go on with.
cs_digest cs_digest_of_pauses(void) CS_OR_ABORT;

/// Returns a digest of words.
cs_digest cs_digest_of(const uint64_t *words, uint32_t count);

/// Chooses the part from which blocks are taken from now on. Returns the one before.
int cs_allocate_for(int part) CS_OR_ABORT;

/// Returns whether a block was allocated since the memory was put back.
bool cs_is_in_schedule(const void *address) CS_OR_ABORT;

// The variables and once tokens of the program, in whatever code, with which all schedules begin.

/// Keeps them as they are, and from now on learns the once tokens of instrumented code if it is to be followed. Returns false
/// if they cannot be kept.
bool cs_keep_globals(bool follows) CS_OR_ABORT;

/// Puts them back as they were. Returns the name of a variable that cannot be put back, because it referred to an object that
/// may have ended, which is empty if its file has no symbols, or NULL.
const char *_Nullable cs_put_back_globals(void) CS_OR_ABORT;

/// Learns no more tokens.
void cs_leave_globals(void) CS_OR_ABORT;

// The accesses of instrumented code to memory, in schedules whose memory is put back.

/// Two accesses to the same memory that nothing orders.
typedef struct {
  /// The addresses of the code, or 0 if there is no race.
  uintptr_t first, second;
  /// The steps of the schedule in which they are.
  uint32_t first_step, second_step;
  bool first_writes, second_writes;
} cs_race;

enum cs_doubt_kind : uint8_t {
  cs_no_doubt,
  /// Another job can come before a lock or an atomic of a job that cannot pause there.
  cs_doubt_sections,
  cs_doubt_fence,
  /// An atomic access that may read an older value, or be seen later than what comes after it.
  cs_doubt_relaxed,
  /// A lock is given back by code that does not tell of it.
  cs_doubt_release,
  /// Two accesses that nothing that is followed orders.
  cs_doubt_race,
  /// Two accesses that nothing that is followed orders, at least one of them by code that announces none.
  cs_doubt_unseen,
  /// Code reads the processor's clock.
  cs_doubt_ticks,
  /// A job holds a lock while it resumes a task, and a cancellation takes the lock.
  cs_doubt_cancellation,
};

/// What keeps a search from deciding, and the addresses of the code.
typedef struct {
  enum cs_doubt_kind kind;
  uintptr_t first, second;
} cs_doubt;

/// From now on, follows what instrumented code does, if memory can be put back. Called before memory is protected.
void cs_watch_memory(void) CS_OR_ABORT;

/// The number of accesses of code without announcements that are seen in one schedule at most.
enum { cs_most_faults = 6000 };

/// Begins or ends to see what code accesses that announces nothing, which takes long. Returns whether it is seen now.
bool cs_see(bool begins) CS_OR_ABORT;
bool cs_is_seeing(void) CS_OR_ABORT;

/// Returns the number of pairs of locks and atomics between which others come.
int cs_divided_count(void) CS_OR_ABORT;

/// Begins a schedule: nothing has happened.
void cs_begin_accesses(void) CS_OR_ABORT;

/// Numbers a step, in a schedule that is to be drawn.
void cs_begin_step(uint32_t step) CS_OR_ABORT;

/// Lets all that has happened in the schedule have happened before the jobs that no job makes ready from now on.
void cs_order_later_jobs(void) CS_OR_ABORT;

/// Around code of the program that no job runs, and that may run at any time.
void cs_begin_unordered(void) CS_OR_ABORT;
void cs_end_unordered(void) CS_OR_ABORT;

/// Returns the first race of the schedule.
cs_race cs_first_race(void) CS_OR_ABORT;

/// Returns a digest of what the order of later accesses depends on.
cs_digest cs_digest_of_order(void) CS_OR_ABORT;

/// Whether memory is shared, since the last call, of which schedules before did not know it. They must be run again.
bool cs_has_grown(void) CS_OR_ABORT;

/// Whether instrumented code of a job has told of writes to a part of a range, or that it takes a lock there.
bool cs_follows(const void *range, size_t size, bool is_lock) CS_OR_ABORT;

/// Lets writes to a range of the schedules' memory be noticed, whatever code has them. Returns false if they cannot be.
bool cs_guard_range(const void *range, size_t size) CS_OR_ABORT;

/// Begins or ends to notice them, and ends before memory is put back. Returns whether there was one.
bool cs_guard(bool begins) CS_OR_ABORT;

/// Whether instrumented code has run in a job.
bool cs_has_seen_memory(void) CS_OR_ABORT;

/// Returns what keeps the search from deciding.
cs_doubt cs_first_doubt(void) CS_OR_ABORT;

#pragma clang assume_nonnull end
