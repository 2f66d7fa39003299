#pragma once
// What the files of this module share.

#include "CSingletonHooks.h"
#include "CSingletonInstrumentation.h"
#include "CSingletonPlatform.h"

// Whether the functions of the library and of the runtime can be defined here, as those that instrumented code calls.
#if defined(CI_AVAILABLE)
#define CH_AVAILABLE 1
#endif

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

// The code of this module has a section of its own, so that the audit knows it, and so have its variables, which the audit
// leaves accessible: the hooks run while a modeled thread does.
#if defined(CH_AVAILABLE)
#pragma clang section text = "ch_text" bss = "ch_bss"
extern const char __start_ch_text[], __stop_ch_text[], __start_ch_bss[], __stop_ch_bss[];
// Whether the code is this module's.
static inline bool ch_is_own(uintptr_t code) {
  return code - (uintptr_t)__start_ch_text < (size_t)(__stop_ch_text - __start_ch_text);
}
#endif

#define CALLER ((uintptr_t)__builtin_return_address(0))

// The definition of a function that would be called without this module.
#define NEXT(name) \
  ({ \
    static __typeof__(&name) next; \
    if (next == NULL) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name); \
    next; \
  })

// The same for a function of the runtime that may be led to this module.
#define ORIGINAL(name) \
  ({ \
    static __typeof__(&name) original; \
    if (original == NULL) original = (__typeof__(&name))ch_original("_" #name, #name); \
    original; \
  })

// What the runtime makes once per process and keeps is not memory of an execution.
#define OUTSIDE(call) \
  ({ \
    const int self = ch_current; \
    ch_current = nobody; \
    const __auto_type result = call; \
    ch_current = self; \
    result; \
  })

// Lets a library make system calls that no other code notices.
#define UNSEEN(call) \
  do { \
    const bool saw_calls = ci_see_calls(false); \
    call; \
    ci_see_calls(saw_calls); \
  } while (false)

// Defines a function that ends the check of code that calls it.
#define UNMODELED(type, name, parameters, arguments, what) \
  extern type name parameters; \
  type name parameters { \
    if (is_modeled()) ch_refuse(what, ch_user_code(CALLER)); \
    return NEXT(name) arguments; \
  }

// What the code that runs on this thread of the system belongs to: a modeled thread, or one of these.
enum { nobody = -1, setup = ch_thread_limit, rehearsal };
extern _Thread_local int ch_current;

static inline bool is_modeled(void) { return ch_current >= 0 && ch_current < setup; }
static inline bool is_checked(void) { return ch_current != nobody; }

typedef struct {
  uintptr_t address, value;
  uint8_t size;
  int location;
} ch_piece;

enum { piece_limit = 64, collection_limit = 16, change_limit = 16 };

// A queue on which a thread runs a block, and that on which it runs the block around it.
typedef struct ch_queue_entry {
  const void *queue;
  // Whether no other block of the queue runs meanwhile.
  bool excludes;
  const struct ch_queue_entry *outer;
} ch_queue_entry;

typedef struct {
  cp_coroutine *coroutine;
  ch_operation next;
  uintptr_t value, code;
  uint32_t operations;
  // Whether the thread repeats a round of a loop that is no event, and whether it has changed memory since it was resumed.
  bool repeats, has_written;
  // Stores whose values are not known before the thread's next hook, and old values that were put into memory for a load.
  ch_piece stored[piece_limit], lent[piece_limit];
  int stores, loans;
  // Values that functions of the compiler are writing, the innermost last, with the frames of these functions.
  struct {
    uintptr_t address, code;
    const uintptr_t *frame;
    size_t size;
  } changes[change_limit];
  int change_count;
  // The latest words of variables with a collection that were passed to the library.
  uintptr_t collections[collection_limit];
  int collection_count;
  // Whether the library goes on to change one of them after an operation.
  bool goes_on_changing;
  // The outermost frame of a function that has passed one of them.
  uintptr_t passing_frame;
  // The innermost exclusive access, and the object that is being destroyed.
  void *access;
  uintptr_t ending;
  const ch_queue_entry *queue;
  // The once token whose body the thread runs, and those that it has passed.
  const void *once, *tokens[32];
  int token_count;
  // The code that has met its one misfortune, see `ch_spend`.
  uintptr_t spent[32];
  int spent_count;
  // The code that has tried to take a lock last, in vain.
  uintptr_t tried;
  // The functions that have called the code of the operation, if they are noted.
  uintptr_t callers[ch_caller_limit];
  size_t caller_count;
  // The compare-exchange that has failed last: its word and its code.
  uintptr_t failed_word, failed_code;
} ch_thread;

extern ch_thread ch_threads[ch_thread_limit];
extern int ch_thread_count;

// Clears the stack below the caller's frame, so that what functions have left there does not tell rounds of a loop apart.
void ch_wipe(void);
// Stops the thread until the exploration gives it a value.
uintptr_t ch_ask(ch_operation operation);
// The same for an object that is named by its address, such as a lock.
uintptr_t ch_ask_at(ch_kind kind, const void *object, uint8_t order, uintptr_t value);
// Whether a piece of code may now meet a misfortune that is no doing of the program, such as a wait that ends early. Each
// piece of code meets one at most in each thread.
bool ch_spend(uintptr_t code);
// Whether a wait with a time limit may now end in vain.
bool ch_spend_limit(uintptr_t code);
// The time limits of a wait of Dispatch that does not wait at all, and of one that has none.
enum : uint64_t { ch_now = 0, ch_forever = UINT64_MAX };
// Whether such a wait looks once, and may end in vain.
bool ch_only_looks(uint64_t limit);
bool ch_keeps_time_limits(void);
bool ch_ends_at_any_time(void);
// Returns true in some executions, and false in others.
bool ch_choose(ch_kind kind);
void ch_meet(unsigned what);
void ch_forget_met(void);
// Ends the thread. It is never resumed.
_Noreturn void ch_fail(ch_failure failure, uintptr_t code);
// Ends the thread, and the check, because of what no model covers.
_Noreturn void ch_refuse(const char *what, uintptr_t code);
// Ends a part of the rehearsal that cannot go on alone. It is never resumed.
_Noreturn void ch_abandon(void);

// System calls, which are seen while threads run.
void ch_watch_calls(void);
// Refuses a call that only the end of the process could follow, which has not come.
void ch_require_ended_calls(void);
static inline bool is_rehearsing(void) { return ch_current == rehearsal; }
// Notes that nothing can be proved, and goes on.
void ch_note_refusal(const char *what, uintptr_t code);
void ch_begin_refusals(void);
// The refusals of accesses that a second search may see.
extern const char ch_unseen_change[], ch_unseen_elements[];
void ch_forget_refusal(void);
// Whether the code is that of a thread in the rehearsal, and not of `fresh`.
bool ch_is_in_rehearsed_body(void);
// Handles the signals of failed assertions and of crashes.
void ch_handle_signals(void);
// Performs the stores that the thread has announced, and takes back the old values that it was lent.
void ch_settle(void);
// Returns the innermost address of instrumented code on the stack.
uintptr_t ch_user_code(uintptr_t otherwise);
uintptr_t ch_user_above(const uintptr_t *stack);
// Notes where the functions of instrumented code on the stack return to, the innermost first. Returns their number.
size_t ch_find_callers(uintptr_t callers[ch_caller_limit]);
// Notes them for the operation that the thread will ask for, if callers are noted.
void ch_find_own_callers(void);
// Returns the frame of the innermost instrumented function on the stack, or 0.
uintptr_t ch_user_frame(void);
// Whether the standard library has called a function whose frame is within another one.
bool ch_is_called_by_standard_library(uintptr_t outer);
bool ch_is_instrumented(uintptr_t code);
// Whether a call comes before an address in a loaded file: relative, or through memory or a register (on x86-64).
static inline bool ch_follows_call(uintptr_t address) {
  const uint8_t *code = (const uint8_t *)address;
  return code[-5] == 0xe8 || code[-6] == 0xff || code[-3] == 0xff || code[-2] == 0xff;
}
void ch_measure_images(void);
// Whether the address is on a stack of this thread. A modeled thread is refused an access to the stack of another one.
bool ch_is_stack(uintptr_t address);

// Whether the address is that of a thread-local variable of this thread of the system.
bool ch_is_local(uintptr_t address);

// Atomic accesses of 8 bytes at most.
uintptr_t ch_atomic_load(uintptr_t address, size_t size, int order, uintptr_t code);
uintptr_t ch_atomic_modify(
  uintptr_t address, ch_update update, uintptr_t value, uintptr_t expected, size_t size, int order, int failure,
  uintptr_t code);

// Forgets which words belong to types of the library.
void ch_forget_library_words(void);
// Notes the code of an atomic operation on such a word.
void ch_note_operation(uintptr_t word, uintptr_t code);

// Announced accesses.
void ch_read(uintptr_t address, size_t size, uintptr_t code);
void ch_write(uintptr_t address, size_t size, uintptr_t code);
// Announces reads of two ranges before either is accessed. A range may be empty.
void ch_read_both(uintptr_t first, uintptr_t second, size_t first_size, size_t second_size, uintptr_t code);
// Notes that a modeled thread synchronizes, which the library must not do while it changes a collection.
void ch_note_synchronization(ch_kind kind, uintptr_t code);
// Notes that a variable is passed to code that should announce its accesses.
void ch_pass(uintptr_t address, bool writes, uintptr_t code);
// Announces a write while the values that the thread was lent for its reads stay in memory.
void ch_write_too(uintptr_t address, size_t size, uintptr_t code);
// Announces a write that has not been performed. Returns whether it is modeled.
bool ch_announce_write(uintptr_t address, size_t size, uintptr_t code);
// Adds stores of atoms of a range, whose values are in memory: of each, or of each that code has changed without a hook.
void ch_add_stores(uintptr_t address, size_t size, uintptr_t code, bool adds_each);
// The number of instrumented functions that have begun.
extern size_t ch_announced;

// Changes.c
// A function begins and returns that the compiler has made to copy or destroy values.
void ch_begin_helper(uintptr_t code, const uintptr_t *frame);
void ch_end_helper(const uintptr_t *frame);
// Adds stores of what such functions have changed since the last hook.
void ch_add_changes(void);
// Whether the function with that frame writes a value of which an address is part.
bool ch_is_changing(uintptr_t address, const uintptr_t *frame);

// Footprint.c
typedef struct {
  uintptr_t address;
  uintptr_t initial, newest;
  uint8_t size;
} ch_atom;
extern ch_atom *ch_atoms;
// Notes an access of a modeled thread to at most 8 bytes of one word.
void ch_touch(uintptr_t address, size_t size, bool writes);
// Whether another modeled thread has announced an access to the word, in any execution.
bool ch_is_touched_by_others(uintptr_t address);
// Whether another modeled thread has announced a write to the word, in any execution.
bool ch_is_written_by_others(uintptr_t address);
// Whether a modeled thread has written a byte of the word, in any execution.
bool ch_was_written(uintptr_t address);
// Notes that a thread reads the same memory over and over, and finds the same, so that it may wait for another one. If
// it does so without end, the access becomes an event, and the thread does not return.
void ch_note_repetition(uintptr_t address, uintptr_t code);
void ch_end_repetition(void);
// Ends this exploration, because more accesses or calls are operations than it knows of.
void ch_begin_again(void);
// Whether the threads are taken to be alike.
bool ch_are_alike(void);
// Whether everything that may be an event is one, see `ch_partition`.
bool ch_takes_everything(void);
// Returns the first byte's atom, or -1.
int ch_atom_at(uintptr_t address);
void ch_take_initial_values(void);
void ch_forget_footprint(void);

// Watchdog.c
// Notes that a modeled thread makes progress.
void ch_note_progress(void);
// Forgets that a thread was ended because it made no progress.
void ch_forget_blocked(void);
// Whether the rehearsal was ended because it made no progress, since the last call.
bool ch_has_timed_out(void);

// Calls.c
// Whether code is given another answer than in the first search.
bool ch_answers_otherwise(ch_answer answer);
// Begins a thread with the floating-point environment of a new one.
void ch_begin_environment(int thread);
// Goes on with a coroutine, which belongs to a modeled thread or to the rehearsal. Returns what `cp_coroutine_resume` does.
bool ch_run_watched(int user, cp_coroutine *coroutine);

// Arena.c
enum : uintptr_t { arena_base = 0x200000000000, arena_bytes = 128 << 20 };
bool ch_map_arenas(void);
void ch_clear_arenas(void);
bool ch_in_arena(uintptr_t address);
// Returns the end of the arenas, or of what is known of them, if an address is there, or 0.
uintptr_t ch_end_of_arenas(uintptr_t address);
bool ch_is_mirrored(void);
// The memory of the threads of a check, and that of its setup.
ci_range ch_arenas_of_threads(void);
ci_range ch_arena_of_setup(void);
// Whether the address is in the arena of a modeled thread.
bool ch_is_of_threads(uintptr_t address);
// Returns the same place in the arena of another thread.
uintptr_t ch_image(uintptr_t address, int thread);
// Notes that the deinit of an object in an arena begins.
void ch_note_ending(uintptr_t object);
bool ch_has_ended(uintptr_t object);
// Notes that a block is freed. From then on, no code may use the block.
void ch_note_gone(uintptr_t block);
// Whether the block of an address is freed, in the order in which the threads have run.
bool ch_is_gone(uintptr_t address);
// Whether another thread has freed the block of an address, in any execution.
bool ch_is_freed_by_others(uintptr_t address);
// Whether the block of an address is an object, which begins with its class and its counts.
bool ch_is_object(uintptr_t address);
// Returns the once token within whose body the block of an address was allocated, or NULL.
const void *ch_block_token(uintptr_t address);
// Names the class of the object that is allocated next, or NULL.
void ch_name_allocation(const void *class);
// Begins a check with empty arenas.
void ch_begin_arenas(void);
// Finds out which code of the Swift runtime allocates objects.
void ch_find_runtime(void);
// Whether code is the Swift runtime's, whose own locks are not those of a thread's code.
bool ch_is_runtime(uintptr_t code);
// The same, or that of the library in which a debug build finds the standard library's functions for common types.
bool ch_is_standard_library(uintptr_t code);

// Whether an address is that of an object in which a collection of the standard library keeps its elements.
bool ch_is_storage(uintptr_t object);
// Whether an address is in such an object.
bool ch_is_element(uintptr_t address);

// The threads that have accessed elements of a storage, written elements, and accessed elements by a kept address, in any
// execution. Each thread is the bit of its number.
typedef struct {
  uint32_t users, writers, strays;
} ch_elements;
ch_elements *ch_elements_of(uintptr_t storage);
// Whether a variable that threads may share has held the storage, in this execution.
bool ch_is_published(uintptr_t storage);
void ch_publish(uintptr_t storage);

// Elements.c
// Notes an access of a variable that may hold a collection, and one of an element.
void ch_note_holder(uintptr_t variable, size_t size, bool changes);
void ch_note_element(uintptr_t address, bool writes, uintptr_t code);
// Notes that the thread synchronizes.
void ch_forget_held(void);

// StandardLibrary.c
void *ch_original(const char *pointer, const char *name);
bool ch_is_storage_class(const void *class);
// Errors that the threads throw are the check's business alone.
void ch_lead_past_throw_handlers(void);
// Returns the number of bytes of a variable that holds a collection of the standard library, or a string, and the object in
// which that keeps its elements, if it has one; 0 if it holds something else.
size_t ch_collection_at(uintptr_t variable, uintptr_t *storage);

// Initialized.c
// Whether memory is the check's own, see `ch_keep_for_check`.
bool ch_is_kept(uintptr_t address);
// Keeps memory as it is before an execution, in which it is about to be written.
void ch_keep_old(uintptr_t address, size_t size);
// Whether whoever can read the word reads the same, because it is written once, before.
bool ch_is_initialized(uintptr_t address);
// Notes the accesses of a modeled thread to memory that was allocated within the body of a once token.
void ch_note_guarded_access(uintptr_t address, size_t size, bool writes);
// Whether the token has ordered each announced access to such memory: the body's before, and nothing but reads after.
bool ch_is_guarded(uintptr_t address);
void ch_forget_initialized(void);
// Notes that the rehearsal writes memory. That of an execution, of the program's variables and of a stack is put back.
void ch_note_rehearsed_write(uintptr_t address, size_t size);
// Notes that nothing is decided if so.
void ch_require_not_rehearsed(uintptr_t address, uintptr_t code);
// Whether the thread has passed the token, or ended its body.
bool ch_has_passed(const void *token);

// ThreadEnds.c
// Deletes the keys that code of the check has made.
void ch_delete_keys(void);
// Notes that a thread begins, and has no thread-local objects.
void ch_forget_thread_locals(int thread);
// Destroys what a thread has for itself, as its end does.
void ch_destroy_thread_locals(void);

// Once.c
// Does what `pthread_once` does for a caller.
int ch_pass_once(pthread_once_t *token, void (*body)(void), uintptr_t caller);
// Makes the tokens new whose bodies the rehearsal has abandoned: the runtime would wait for their ends.
void ch_release_rehearsed_tokens(void);

// Locks.c
void ch_begin_locks(void);
void ch_forget_locks(void);
bool ch_is_recursive(const pthread_mutex_t *lock);
// Locks what several may read.
//
// - holds_back: Whether those that come later to read wait behind one that waits to write.
void ch_lock_shared(const void *lock, bool writes, bool holds_back);
void ch_unlock_shared(const void *lock, bool holds_back);
// Notes an operation of a thread. One that reads meanwhile may wait for others behind one that waits to write.
void ch_note_operation_within_read(ch_kind kind);

// Synchronization.c
void ch_forget_mutexes(void);
// Performs a compare-exchange of a word that is an atom, if it locks or unlocks a Mutex. Returns whether it does; then it succeeds.
bool ch_exchange_mutex(uintptr_t word, uintptr_t value, uintptr_t code);

// ConditionLocks.c
void ch_forget_condition_locks(void);
// Gives an NSConditionLock that has been an operation the condition that it has after an execution.
void ch_leave_condition_lock(uintptr_t address, uintptr_t word);

// Groups.c
void ch_forget_groups(void);

// Conditions.c
void ch_forget_conditions(void);

// Unmodeled.c
// Takes the time that the clock shows to the threads of this execution.
void ch_take_time(void);
// Whether a time limit is so far away that it is none.
bool ch_is_distant(const struct timespec *limit);

// Random.c
// Begins the sequences of random numbers again.
void ch_restart_random_numbers(void);

// Queues.c
void ch_forget_queues(void);

// References.c
void ch_clear_notes(void);
// Retains an object of the check's memory unless it has ended. Returns whether it does.
bool ch_try_retain(uintptr_t object, uintptr_t code);
// Notes that a thread frees memory of the check that is no object.
void ch_note_free(uintptr_t memory, uintptr_t code);
// Notes that nothing can be proved if there was no room for a note.
void ch_require_notes(uintptr_t code);
void ch_note_access(uintptr_t address, uintptr_t code);
// Asks by an operation whether an object has one reference, or notes the question.
void ch_note_question(uintptr_t object, uintptr_t code);

// Counts.c
void ch_forget_counted(void);
// Begins an execution.
void ch_begin_counts(void);
// Performs the retains that the thread has put off.
void ch_count_pending(void);
// Counts an object by operations, if its counts are.
void ch_count_retain(uintptr_t object, uint32_t count, uintptr_t code);
// Returns whether it has performed an operation.
bool ch_count_release(uintptr_t object, uint32_t count, uintptr_t code);
// Asks by an operation whether an object has one reference, if its counts are operations. Returns whether the runtime's answer
// is then known to be that of the operation.
bool ch_count_question(uintptr_t object, uintptr_t code);
// Returns whether the object has not ended.
bool ch_count_try(uintptr_t object, uintptr_t code, bool *is_operation);

// Audit.c
void ch_announce(uintptr_t address, size_t size, bool writes);
// Announces that the standard library accesses a variable any number of times.
void ch_announce_call(uintptr_t variable, size_t size);
// Notes that a modeled thread synchronizes.
void ch_forget_announcements(void);
// Notes that a thread begins.
void ch_begin_announcements(int thread);
// Notes that it frees a block.
void ch_forget_announcements_of(uintptr_t block, size_t size);
// Makes memory inaccessible while a modeled thread runs, if there is an audit.
void ch_audit_thread(bool runs);
bool ch_was_announced(uintptr_t address, bool writes);
// Finds the memory again that is inaccessible, which the arrangement has moved.
void ch_find_audited(void);
// Whether each access to the check's memory is announced, by the code or here, also those to elements of collections.
bool ch_sees_elements(void);
// Handles a fault in memory that is inaccessible here. Returns false if there was none.
bool ch_handle_fault(const ci_fault *fault);
// Has another handler of signals ask this one.
void ch_leave_handlers(void);
// Lets the kernel, or the C library for this module, access the memory. Returns false if they may do so anyway.
bool ch_open(uintptr_t address, size_t size);
// Makes memory inaccessible again after such an access, or after that of an instruction which was executed alone.
void ch_end_fault(void);
// Notes the first access that was not announced, given the stack of the code.
void ch_note_unseen(uintptr_t code, uintptr_t address, const uintptr_t *stack);

// HeapAudit.c
// Notices writes to memory from before the check while a modeled thread runs, if they are audited.
void ch_audit_heap(bool runs);
// Notes code that keeps a check from a verdict, and the code of the program that has called it.
void ch_note_unseen_of(uintptr_t code, uintptr_t user);
// Returns the address of the code, or of the caller that has a name.
uintptr_t ch_named(uintptr_t code, const uintptr_t *stack);

// Notes a once token, see `ci_keep_token`. Those of the check's own memory are cleared with that.
static inline void ch_keep_token(void *token, size_t size, uintptr_t done) {
  ci_keep_token(token, size, done, !ch_in_arena((uintptr_t)token));
}

static inline bool ch_is_cache(uintptr_t address) { return !ch_in_arena(address) && ci_is_cache(address); }

// Byte by byte if need be, because a call of the C library would be an access that no hook announces.
static inline uintptr_t ch_peek(uintptr_t address, size_t size) {
  if (size == 8) return *(volatile uintptr_t *)address;
  uintptr_t word = 0;
  for (size_t i = 0; i < size; i++) word |= (uintptr_t)((volatile uint8_t *)address)[i] << 8 * i;
  return word;
}

static inline void ch_poke(uintptr_t address, uintptr_t value, size_t size) {
  if (size == 8) *(volatile uintptr_t *)address = value;
  else
    for (size_t i = 0; i < size; i++) ((volatile uint8_t *)address)[i] = (uint8_t)(value >> 8 * i);
}
