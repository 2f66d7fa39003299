#pragma once
// What happens before what in a schedule, and what instrumented code does in an order that nothing gives it.

#include "Memory.h"

/// A vector clock: what is known to have happened before.
typedef struct {
  /// How far each task has come, by the task's part of the memory.
  uint16_t counts[cs_last_part + 1];
  /// A bit for each once token whose body has ended.
  uint64_t passed;
} cs_clock;

/// The body of a once token that is running.
typedef struct cs_body {
  struct cs_body *outer;
  const void *token;
  uintptr_t code;
  /// The memory from which the body allocates.
  ci_range fresh;
  /// The index of the token, or 0 if it is that of no instrumented code; and that of the body around it.
  int index, outer_token;
  /// Whether no instrumented function has begun since the body has.
  bool awaits_entry, is_instrumented;
  /// Whether others could come before it.
  bool is_asked;
} cs_body;

/// The maximum number of once tokens whose bodies are told apart.
enum { cs_most_tokens = 63 };

/// The once tokens of instrumented code.
typedef struct {
  const void *tokens[cs_most_tokens + 1];
  int count;
  /// A bit for each token whose body depends on who runs it or when.
  uint64_t dependent;
  cs_body *innermost;
} cs_once;

enum cs_party_kind : uint8_t { cs_a_task, cs_an_actor, cs_a_lock, cs_a_job };

/// A task, an actor, a lock or atomic, or a ready job, with its vector clock.
typedef struct {
  uintptr_t key;
  /// The runtime's task.
  const void *task;
  cs_clock clock;
  int next;
  enum cs_party_kind kind;
  /// Whether a job has begun.
  bool is_done;
} cs_party;

/// An access of a task to bytes of a word. What the body of a once token does is that of a task of its own, which has the
/// number of the token behind the last part.
typedef struct {
  uintptr_t word, code;
  int next;
  uint32_t step;
  uint16_t task, count;
  uint8_t bytes;
  bool writes, is_atomic, is_unclear, is_seen;
} cs_touch;

/// Which tasks and actors have accessed a word or a lock, in any schedule.
typedef struct {
  uintptr_t word, code;
  const void *actor;
  /// A bit for each once token in whose body it was accessed, and for each that all accesses come after.
  uint64_t bodies, passed;
  uint8_t task;
  /// The token in whose body all writes are, or `cs_anywhere`.
  uint8_t writer;
  bool has_tasks, has_actors, is_written, is_atomic, is_lock;
  /// Whether accesses to it are kept.
  bool is_kept;
  /// Whether code tries to take it, so that it matters for how long it is held.
  bool is_tried;
  /// Whether a cancellation takes it, and whether a job holds it that resumes a task.
  bool is_in_cancellation, is_in_resumption;
} cs_users;

enum {
  cs_anywhere = 0, cs_most_parties = 1 << 14, cs_most_touches = 1 << 16, cs_most_users = 1 << 18, cs_most_pairs = 1 << 10,
  cs_most_sections = 32, cs_most_sites = 256, cs_slots = 1 << 11, cs_most_stacks = 32,
  cs_most_codes = 6
};

/// The latest relaxed access to an atomic if it has read a value of it.
typedef struct {
  uintptr_t word, value, code;
} cs_relaxed;

/// What the job that runs has done so far.
typedef struct {
  cs_party *task;
  const void *current, *actor;
  /// The once token in whose body it is, or 0.
  int token;
  /// Whether its code is the check's, and in how many calls of a deinit it is, and of what no other job comes between.
  bool is_own;
  int ending, whole;
  /// In how many calls it is by which the runtime cancels tasks.
  int cancellations;
  /// The locks that it has given back, and the atomics that it has accessed, since it began or others could come between; 0
  /// stands for a job that it has made ready.
  uintptr_t passed[cs_most_sections];
  int passed_count;
  /// The number of its locks and atomics since it began or went on.
  uint32_t operations;
  cs_relaxed relaxed;
} cs_job;

/// A lock that a job holds, and the address of the code that has taken it.
typedef struct {
  uintptr_t word, code;
  /// The stack of the job, or `cs_nobody` if it runs on that of the thread.
  int owner;
  bool is_mutex;
} cs_hold;

/// A lock or an atomic that a job uses after one that it has given back or accessed, or while it holds one.
typedef struct {
  uintptr_t first, second, code;
  bool holds_first;
  /// Whether other jobs come between.
  bool is_divided;
} cs_pair;

/// A job on a stack of its own, where it pauses.
typedef struct {
  struct cp_coroutine *coroutine;
  ci_range range;
  void *runs;
  cs_executor executor;
  cs_job job;
  /// The memory from which it allocates.
  int part;
  bool is_live, is_paused;
  /// The number of the lock or atomic before which it pauses, or 0 if it waits for a lock that it was about to take.
  uint32_t pause;
  /// The lock that it waits for, or 0.
  uintptr_t lock;
  /// The addresses of the code that goes on, of the one to which that returns, and so on.
  uintptr_t codes[cs_most_codes];
  char locals[cs_runtime_local_bytes];
} cs_stack;

/// The state of the search for uninstrumented accesses; see Uninstrumented.c.
typedef struct {
  bool sees, is_closed, is_limited;
  /// The memory that is inaccessible while a job runs, the first of which is that of schedules.
  ci_range closed[64];
  int closed_count, fault_count;
  ci_range dispatch;
  /// The instruction that is executed alone, whether it repeats itself, and the pages that are accessible meanwhile.
  uintptr_t step;
  bool repeats;
  uintptr_t opened[16];
  int opened_count;
  /// The object whose counts the instruction changes, and what they were.
  uintptr_t counted;
  uint64_t counts;
  /// The object whose counts have been read. Code that changes them next has only begun to.
  uintptr_t looked_at;
} cs_uninstrumented;

/// The state of the watch over memory. It is in memory that is not put back.
typedef struct {
  // In this schedule.
  cs_party parties[cs_most_parties];
  int party_slots[cs_slots], party_count;
  cs_touch touches[cs_most_touches];
  int touch_slots[cs_slots], touch_count;
  /// What has happened before a job that no job makes ready.
  cs_clock beginning;
  uint32_t step;
  /// Whether the access was seen, and not announced.
  bool is_seen;
  /// Whether a job has done what may order it after others, and is not followed.
  bool is_unordered;
  bool has_cancellation;
  cs_race race;
  /// The job that runs. There is no task between jobs.
  cs_job job;
  /// Who holds which lock.
  cs_hold held[cs_most_sections];
  int held_count;
  /// The jobs that have stacks of their own, and which of them runs, or `cs_nobody`.
  cs_stack stacks[cs_most_stacks];
  int running;
  // In all schedules.
  cs_users users[cs_most_users];
  int user_count;
  cs_pair pairs[cs_most_pairs];
  int pair_count;
  /// Whether a pair may have to be divided now that was not before.
  bool has_new_pairs;
  /// Whether jobs are divided at all, and each lock or atomic is where one is.
  bool divides, divides_always;
  /// After how many locks and atomics the job that runs pauses: 0 for never, or `cs_by_rule`.
  int pauses_at;
  cs_once once;
  bool has_grown, has_seen, has_handlers;
  /// The compare-exchanges that look like those of a Mutex.
  struct {
    uintptr_t code;
    bool tries;
  } sites[cs_most_sites];
  int site_count;
  cs_doubt doubt;
  cs_uninstrumented uninstrumented;
  // The stack of the code that runs, and the number of the thread.
  ci_range stack;
  uintptr_t thread;
} cs_watch;

/// NULL if memory is not watched.
extern cs_watch *watch;

/// Whether the code that runs is a job's.
static inline bool cs_is_watched(void) { return watch && watch->job.task && arena->part && !watch->job.is_own; }

/// Returns a party, which is new if nobody has asked for it.
cs_party *cs_party_of(enum cs_party_kind kind, uintptr_t key);

/// Lets all that has happened before one clock have happened before another one.
void cs_join(cs_clock *clock, const cs_clock *other);

/// Whether an access has happened before what a clock stands for.
bool cs_is_before(const cs_touch *touch, const cs_clock *clock);

/// Lets what a task has done so far have happened before what a clock stands for.
void cs_pass(cs_party *task, cs_clock *clock);

/// Around a job.
void cs_begin_order(void *job, const void *actor, int part, bool is_own);
void cs_end_order(void);

/// Notes that what the latest relaxed access has read may matter.
void cs_end_relaxed(void);

/// Notes that a job is ready.
void cs_order_arrival(void *job);

/// Returns who uses a word or a lock; and notes that the job does.
cs_users *cs_users_of(uintptr_t word);
cs_users *cs_note_user(uintptr_t word, bool writes);

/// Whether jobs that nothing else orders may use a word or a lock.
bool cs_is_shared(const cs_users *users);

/// Whether any job may access an address at any time, because the memory there is not the program's.
bool cs_is_ignored(uintptr_t address);

/// Notes that jobs that run at the same time can see what the job has done so far.
void cs_end_section(uintptr_t lock);

/// Notes that a task waits for another one.
void cs_note_wait(const void *task);

/// Notes an access to memory.
void cs_touch_memory(uintptr_t address, size_t size, bool writes, bool is_atomic, uintptr_t code);

/// Notes that the job has called a function that may order it and that the check does not follow.
void cs_note_unordered(void);

/// Ends the check for a reason, or because there is more than is kept.
_Noreturn void cs_stop(const char *reason);
_Noreturn void cs_stop_watching(void);

/// Notes what keeps the search from deciding.
void cs_note_doubt(enum cs_doubt_kind kind, uintptr_t first, uintptr_t second);

/// Whether an address is in an object in which a collection of the standard library keeps its elements, or in one that ends.
/// Its count of references orders what is done to it.
bool cs_is_element(uintptr_t address);
bool cs_is_ending(uintptr_t address);

/// Finds the functions that lock and wait; see `cs_prepare`.
void cs_find_locks(void);
void cs_find_waits(void);
void cs_find_unfollowed(void);

void cs_find_once(void);

/// Makes those functions tell what they do. Returns whether it is possible.
bool cs_follow_locks(void);
bool cs_follow_waits(void);
bool cs_follow_once(void);

/// The same for all of them. It is done once.
bool cs_follow(void);

/// Begins with the once tokens of the schedule that does not count.
void cs_begin_tokens(void);

/// Notes that an instrumented function begins, which may be the body of a once token.
void cs_note_entry(uintptr_t code);

/// Notes that what the bodies do which are running depends on who runs them, or when.
void cs_note_dependence(void);
void cs_depend(uint64_t tokens);

/// Returns a bit for each body that is running, but for those that have allocated the address.
uint64_t cs_bodies(uintptr_t address);

/// Begins or ends to notice the functions by which code asks for its task. Returns whether it is possible.
bool cs_notice_askers(bool begins);

/// Makes the functions that may order jobs, and are not followed, tell that they are called. Returns whether it is possible.
bool cs_notice_unfollowed(void);

/// Whether code is that of a file with instrumented code, or of Foundation.
bool cs_is_programs(uintptr_t code);

/// Notes a file with instrumented code, and where the file keeps the addresses of functions.
void cs_find_addresses(ci_range range, const struct dl_phdr_info *file);

/// Notes where a file keeps the address of a function that may be one that asks for the count of references.
void cs_find_question(const char *name, uintptr_t slot);

/// Whether a compare-exchange may be one that tries to take a Mutex, and not one that takes it.
bool cs_tries_mutex(uintptr_t code);

/// Lets instrumented code tell what it does.
void cs_observe(void);
