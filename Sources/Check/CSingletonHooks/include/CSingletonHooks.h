#pragma once
// Runs unmodified code on modeled threads.
//
// The compiler's instrumentation for its thread sanitizer calls a function before each access to memory that may be
// shared. This module defines these functions, and those that lock, allocate and count references. On a modeled thread,
// an access that other threads can notice stops the thread, until the exploration has chosen the value that it reads.
// Everywhere else the functions do what they would do without this module.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// Ends the declaration of a function that Unavailable.c defines, too, where nothing can be checked. There, `ch_unavailable`
// says so, and nothing else is called.
#if !defined(CH_OR_ABORT)
#define CH_OR_ABORT
#endif

enum { ch_thread_limit = 32, ch_stack_bytes = 8 << 20 };

/// What a modeled thread asks for when it stops.
typedef enum : uint8_t {
  /// The body has returned.
  ch_finished,
  ch_load,
  ch_store,
  /// A read-modify-write, see `ch_update`.
  ch_modify,
  ch_fence,
  /// Waits until the word is 0, and writes `value`.
  ch_lock,
  /// Writes 1 if the word is 0.
  ch_try_lock,
  ch_unlock,
  /// Waits until the highest bit of the word is not set, or until the word is `expected`, and sets the bit.
  ch_hold,
  ch_hold_when,
  /// Sets the bit in these cases.
  ch_try_hold,
  ch_try_hold_when,
  ch_unlock_with,
  /// Waits until the word has no bit of `expected`: until nobody writes, or waits to. Adds 1.
  ch_read_lock,
  /// Subtracts 1.
  ch_read_unlock,
  /// Adds the thread, by `value`, to those that wait to write, behind which readers wait.
  ch_ask_to_write,
  /// Waits until the word has no bit of `expected`: until nobody reads or writes. Adds `value`.
  ch_write_lock,
  /// Adds `value`, which ends the write.
  ch_write_unlock,
  /// Waits until the word is positive, and subtracts 1.
  ch_wait,
  /// Subtracts 1 if the word is positive.
  ch_try_wait,
  ch_signal,
  /// Waits until the word is not 1, and writes 1 if it is 0.
  ch_once,
  /// Adds 1 to, or subtracts it from, the number of those that must leave a group.
  ch_enter_group,
  ch_leave_group,
  /// Waits until the word is 0.
  ch_await_group,
  ch_look_at_group,
  /// Adds the thread, by `value`, to those that wait for a condition.
  ch_begin_wait,
  /// Waits until the word is greater than `expected`: until a later round.
  ch_await,
  /// Waits until the word has no bit of `expected`: until this thread is woken.
  ch_await_turn,
  /// Takes the thread away, by writing `value` if the word is `expected`.
  ch_end_wait,
  /// Begins the next round if any thread waits.
  ch_wake,
  /// Wakes all threads, by writing 0.
  ch_wake_all,
  /// Reads which threads wait.
  ch_find_waiters,
  /// Wakes one of them, by writing `value` if the word is `expected`.
  ch_wake_one,
  /// Adds `value` to the count of an object whose end other threads notice.
  ch_retain,
  ch_release_reference,
  /// Adds `value` if the count is positive, because a weak or an unowned reference is read.
  ch_retain_if_alive,
  /// Reads the count, because the code asks whether it is 1.
  ch_question,
  /// Returns 0, or fails, which no program chooses: a wait ends early, or because its time is over.
  ch_end_early,
  ch_end_in_time,
  /// The same: a signal wakes a certain one of those that wait.
  ch_pick,
  /// The thread has failed; `value` is a `ch_failure`.
  ch_failed,
} ch_kind;

typedef enum : uint8_t { ch_add, ch_exchange, ch_compare_exchange, ch_and, ch_or, ch_xor } ch_update;

typedef enum : uint8_t {
  /// A signal, as of a failed assertion.
  ch_trapped,
  /// Two accesses to one variable that overlap, against the law of exclusivity.
  ch_overlapped,
  /// A group was left that all had left.
  ch_left_group,
  /// A semaphore has ended with fewer permits than it began with.
  ch_ended_in_use,
  /// What `ch_refusal` names.
  ch_refused,
} ch_failure;

typedef struct {
  ch_kind kind;
  ch_update update;
  /// The memory order as C numbers it, or `ch_plain`.
  uint8_t order, failure_order;
  /// The number of bytes; 0 for a lock or a semaphore, which is named by its address alone.
  uint8_t size;
  /// Whether the checker, not the code, reads the memory.
  bool is_look;
  /// Whether a wait ends, without success, if no thread can take another step.
  bool has_limit;
  uintptr_t address, value, expected;
  /// The value of a semaphore before its first use.
  uintptr_t initial;
  /// The address of the code.
  uintptr_t code;
} ch_operation;

enum { ch_relaxed = 0, ch_acquire = 2, ch_release = 3, ch_acquire_release = 4, ch_plain = 0xff };

/// Returns why unmodified code cannot be checked in this program, or NULL if it can.
const char *_Nullable ch_unavailable(void);

/// Names the class of the objects in which strings of more than 15 bytes are kept, given one of these objects.
void ch_know_string(const void *storage) CH_OR_ABORT;

/// Prepares a check on the calling thread. Only one thread of a process can check at a time.
///
/// Returns NULL, or what the system has refused.
const char *_Nullable ch_begin(int threads) CH_OR_ABORT;

/// When a time limit may be over although threads can take another step.
typedef enum : uint8_t { ch_once_in_each_line, ch_never, ch_at_any_time } ch_time_limits;
/// Says so for the threads of the next executions.
void ch_set_time_limits(ch_time_limits limits) CH_OR_ABORT;
/// Ends the check: puts globals back, and gives signals their earlier handlers.
void ch_end(void) CH_OR_ABORT;

/// Says, before any exploration of a check, that executions that differ only in which thread does what are visited once. What
/// is known of memory that one thread has allocated is then known of the same memory of each.
void ch_take_threads_for_alike(void) CH_OR_ABORT;
/// Counts the steps of all threads in memory that another process watches, too.
void ch_count_steps(uint64_t *steps) CH_OR_ABORT;
/// Notes a step of a thread, or a value that it has found or returned.
void ch_trace(uintptr_t word) CH_OR_ABORT;
/// Returns a digest of that since the last call.
uintptr_t ch_take_trace(void) CH_OR_ABORT;

/// Says, before an exploration, where memory is. Forgets what is known of addresses.
///
/// - Parameters:
///   - mirrors: Whether what would have the lower address has the higher one.
///   - reuses: Whether a thread gets the memory that it has freed last.
void ch_arrange(bool mirrors, bool reuses) CH_OR_ABORT;
/// The answer that a thread gets only while memory is mirrored: that it is the main thread, or that a signal of a semaphore has
/// woken another thread.
typedef enum { ch_no_other_answer, ch_is_main_thread, ch_wakes_thread } ch_answer;
ch_answer ch_other_answer(void) CH_OR_ABORT;
/// Makes another thread the main one.
void ch_let_be_main(int thread) CH_OR_ABORT;
/// Whether a thread, since then, has allocated what the memory that it had freed before would do for.
bool ch_could_reuse(void) CH_OR_ABORT;

/// Lets the threads of the next executions allocate in each other's memory, in the reverse order, or in their own again.
void ch_reverse_arenas(bool reverses) CH_OR_ABORT;
/// Returns a word of an execution with that memory as it would be in one without, and the reverse: an address, or a value
/// that may contain one.
uintptr_t ch_reversed(uintptr_t word) CH_OR_ABORT;

/// Lets the clock of Dispatch show a much later time at each look of a thread. Otherwise the clock stands still.
void ch_let_clock_leap(bool leaps) CH_OR_ABORT;
/// Returns a word of an execution with such a clock as it would be if the clock stood still.
uintptr_t ch_without_leaps(uintptr_t word) CH_OR_ABORT;
/// Returns the code that has looked at this clock last in this execution, or 0.
uintptr_t ch_look_at_clock(void) CH_OR_ABORT;

/// Begins an execution: memory, globals and once tokens are as before the first one, and each thread is at its
/// beginning.
void ch_reset(void) CH_OR_ABORT;

/// Around code whose allocations are part of each execution, and which no thread runs.
void ch_enter_setup(void) CH_OR_ABORT;
/// Returns memory of the setup.
void *ch_allocate(size_t bytes) CH_OR_ABORT;
/// Ends the setup; the memory is now as before the first event.
void ch_leave_setup(void) CH_OR_ABORT;

/// Says that memory is the check's own, in which threads leave what they have got.
void ch_keep_for_check(const void *begin, size_t bytes) CH_OR_ABORT;

/// Around a run that fills the caches of the runtime and the libraries, with ordinary memory.
void ch_enter_rehearsal(void) CH_OR_ABORT;
/// Runs a body as `ch_start` does, to its end or to where it would wait. Returns false if it has blocked for so long that it
/// was ended.
bool ch_rehearse(const void *function, const void *_Nullable context, void *argument) CH_OR_ABORT;
/// Ends the rehearsal. Returns the number of instrumented functions that it has called.
size_t ch_leave_rehearsal(void) CH_OR_ABORT;

/// Within the setup, makes a thread begin with a Swift closure: `function` with `argument` and the closure's `context`.
void ch_start(int thread, const void *function, const void *_Nullable context, void *argument) CH_OR_ABORT;
/// Called by a body that has taken what it needs: the thread begins here. What came before is part of the setup.
void ch_begin_thread(int thread) CH_OR_ABORT;
/// Called by a body at its end, which is not reached: a thread keeps what it holds until the end of the execution.
void ch_finish_thread(void) CH_OR_ABORT;
/// Gives a thread the value that its operation has read, and runs it up to its next operation.
///
/// - repeats: Whether it is the value of a repeated round of a loop, which is no event.
ch_operation ch_resume(int thread, uintptr_t value, bool repeats) CH_OR_ABORT;
/// Says whether the functions are noted that have called the code of each operation, for drawings.
void ch_note_callers(bool notes) CH_OR_ABORT;
enum { ch_caller_limit = 16 };
/// Returns the addresses to which the functions return that have called the code of a thread's operation, the innermost first.
const uintptr_t *ch_callers(int thread, size_t *count) CH_OR_ABORT;
/// Returns the address of the code of the operation for which a thread has stopped.
uintptr_t ch_last_code(int thread) CH_OR_ABORT;
/// Whether the code at an address has performed an atomic operation of a Mutex or an AtomicLazyReference, whose memory
/// orders are the library's.
bool ch_is_of_library(uintptr_t code) CH_OR_ABORT;
/// Returns the words on the stack of a thread that does not run; none if it has changed memory since it was resumed.
const uintptr_t *ch_stack(int thread, size_t *count) CH_OR_ABORT;

/// Around code of the check itself on a modeled thread, which is no part of the thread.
void ch_pause(void) CH_OR_ABORT;
void ch_continue(void) CH_OR_ABORT;

/// Runs a body that sees what the threads have left once all have ended, see `ch_put`, with the stack of the first. Returns
/// false if it has trapped, or would wait.
bool ch_judge(const void *function, const void *_Nullable context, void *argument) CH_OR_ABORT;

/// Reads an instance as a caller would, on a modeled thread.
void ch_look(const void *instance) CH_OR_ABORT;

// MARK: What the threads touch

/// Lets the accesses that have been found to conflict be events, from the next execution on. Returns their number.
///
/// A range of bytes conflicts if two threads have touched it and at least one has written it, in any executions.
///
/// - everything: Whether every access to memory that some thread writes is an event, and each step that counts an object to
///   which a weak reference is read, so that the exploration can be compared with one that knows nothing of conflicts.
size_t ch_partition(bool everything) CH_OR_ABORT;
/// Whether an access has conflicted, or is repeated without end, that is no event yet.
bool ch_has_grown(void) CH_OR_ABORT;
/// Returns the number of a range of bytes that is an event, or -1.
int ch_location(uintptr_t address, size_t size) CH_OR_ABORT;
/// Returns the value of a range before the first event.
uintptr_t ch_initial(size_t location) CH_OR_ABORT;
uintptr_t ch_location_address(size_t location) CH_OR_ABORT;
/// Puts a value into the memory of a range.
void ch_put(size_t location, uintptr_t value) CH_OR_ABORT;
/// Returns the name of the global variable at an address, such as `static Cache.shared : Cache`, or NULL. It is never freed.
const char *_Nullable ch_variable_name(uintptr_t address) CH_OR_ABORT;
/// Returns the name of what begins at an address of a loaded file, such as `type metadata for Module.Cache`, or NULL.
const char *_Nullable ch_constant_name(uintptr_t address) CH_OR_ABORT;
/// Reads a word, and nothing announces it, whatever flags a build has: the access of a library.
intptr_t ch_read_unannounced(const void *word) CH_OR_ABORT;
/// Makes a system call that no check lets through, and accesses no memory.
intptr_t ch_call_system(const void *word) CH_OR_ABORT;
/// Makes an object what it is after an execution, if its memory says so: a once token, or an NSConditionLock.
void ch_leave_object(uintptr_t address, uintptr_t value) CH_OR_ABORT;

// MARK: What a proof assumes

/// What threads have done of which not every course is explored.
enum {
  ch_met_limit = 1,
  ch_met_condition = 2,
  /// A look at the clock for a time limit.
  ch_met_now = 4,
  /// A collection that code of the standard library changes.
  ch_met_collection = 8,
  /// A compare-exchange, which may be a weak one in the source: the instrumentation does not tell.
  ch_met_exchange = 16,
  ch_met_random = 32,
  /// A question for the number of the processor, which may change at any time.
  ch_met_processor = 64,
  /// A question for the number of the thread, by which the main thread is known.
  ch_met_number = 128,
};

/// Returns what the threads of this check have done, as a set of bits.
unsigned ch_met(void) CH_OR_ABORT;

// MARK: What cannot be decided

/// Whether a thread of this check was ended because it made no progress.
bool ch_has_blocked(void) CH_OR_ABORT;
/// Starts or stops the timer that interrupts what does not return.
void ch_watch(bool watches) CH_OR_ABORT;
/// Returns what the threads have done that no model covers, or NULL.
const char *_Nullable ch_refusal(void) CH_OR_ABORT;
/// Returns the address of the code that did, and those to which the functions return that have called it.
uintptr_t ch_refusal_code(void) CH_OR_ABORT;
/// Whether it is an access that was not announced, which may be seen, see `ch_see`.
bool ch_is_of_unseen_code(void) CH_OR_ABORT;
/// Whether it is one of an element of a collection.
bool ch_is_of_unseen_elements(void) CH_OR_ABORT;
const uintptr_t *ch_refusal_callers(size_t *count) CH_OR_ABORT;

// MARK: References

typedef enum : uint8_t {
  ch_note_retain,
  ch_note_release,
  ch_note_use,
  ch_note_begin,
  /// A question whether there is one reference.
  ch_note_look,
  /// A retain for a weak or an unowned reference, which after the object's end would not have happened.
  ch_note_try,
} ch_note_kind;

/// A step in the life of an object, between two operations of a thread.
typedef struct {
  ch_note_kind kind;
  /// The object, as `ch_life` names it, and the one that ends meanwhile and releases this one, or 0.
  uintptr_t object, ending;
  /// The number of operations that the thread has performed before.
  uint32_t operations;
  /// The position among all notes of the execution.
  uint32_t serial;
  /// The references that the step adds or removes, and those that the runtime counted before it; 0 if the object had
  /// ended in the order in which the threads have run.
  uint32_t count, references;
  uintptr_t code;
  /// Whether the last of these operations is the step itself.
  bool is_operation;
  /// Whether the object, or the memory, was freed before, in the order in which the threads have run, which is possible.
  bool is_late;
} ch_note;

/// Returns the notes of a thread in this execution.
const ch_note *ch_notes(int thread, size_t *count) CH_OR_ABORT;
/// Returns a name of what is at an address now: the address, and in the highest byte how often it was used again.
uintptr_t ch_life(uintptr_t block) CH_OR_ABORT;
/// Returns the number of references that the runtime counts; 0 if the object has ended.
size_t ch_references(uintptr_t object) CH_OR_ABORT;
/// Whether an address is in memory of the check that is no object: it is freed, and not released.
bool ch_is_memory(uintptr_t address) CH_OR_ABORT;
/// Makes the counts of an object operations, because other threads notice its end, so that each order of counting is
/// explored. Returns false if they are already.
bool ch_count_by_operations(uintptr_t object, uintptr_t code) CH_OR_ABORT;
/// Returns the beginning of the block of the check's memory that contains an address, or 0.
uintptr_t ch_block(uintptr_t address, size_t *size) CH_OR_ABORT;
/// Whether the address is in memory that a modeled thread has allocated.
bool ch_is_of_thread(uintptr_t address, int thread) CH_OR_ABORT;

/// Whether a word is the address of memory that was freed in the last execution, and that another allocation could have got.
bool ch_is_gone_for_others(uintptr_t word) CH_OR_ABORT;
/// Whether memory of the check has a word of this kind.
bool ch_keeps_address(void) CH_OR_ABORT;

// MARK: The audit

/// Makes the check's memory and the program's variables inaccessible to modeled threads, so that accesses that no hook has
/// announced are noticed, until this process ends, which is a copy of the one that checks.
///
/// Returns false if this processor cannot be audited, or if a file of the program has no symbol table.
bool ch_begin_audit(void) CH_OR_ABORT;
/// From then on, or no longer, each access of a modeled thread to the check's memory that no hook has announced is announced by
/// the fault that it raises. Atomic instructions are not, and stay what an audit looks for.
///
/// - sees_elements_too: Whether the elements of collections are seen, too, and not taken for part of the variable that holds them.
///
/// Returns false if nothing is seen.
bool ch_see(bool begins, bool sees_elements_too) CH_OR_ABORT;
/// Makes memory from before the check read-only for modeled threads, so that a write that no hook has announced, by code of
/// the program, is noticed, until this process ends, which is a copy of the one that checks, before its rehearsal.
bool ch_begin_heap_audit(bool of_libraries) CH_OR_ABORT;
/// Returns the address of the first code that has accessed a variable, or memory of another thread, without an
/// announcement, or 0.
uintptr_t ch_audited_code(void) CH_OR_ABORT;
/// Returns the name of the global variable that it has accessed, or NULL if it was other memory.
const char *_Nullable ch_audited_variable(void) CH_OR_ABORT;
/// Returns the address of the instrumented code that called it.
uintptr_t ch_audited_user(void) CH_OR_ABORT;
/// Returns words for the access if no announcement of it would help, or NULL.
const char *_Nullable ch_audited_kind(void) CH_OR_ABORT;
/// Whether memory that was freed, or that another thread frees in some execution, was used without an announcement. Each such
/// use is among the notes of the execution.
bool ch_has_used_freed(void) CH_OR_ABORT;
/// Takes the first of these uses for one after the memory's end.
void ch_take_for_late_use(void) CH_OR_ABORT;
/// Whose code is at an address.
typedef enum : uint8_t { ch_of_library, ch_of_swift, ch_of_program } ch_owner;
ch_owner ch_owner_of(uintptr_t code) CH_OR_ABORT;
/// Returns the name of the function that contains an address.
const char *ch_function_name(uintptr_t code) CH_OR_ABORT;

#pragma clang assume_nonnull end
