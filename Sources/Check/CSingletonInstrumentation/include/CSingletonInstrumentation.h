#pragma once
// What the compiler's instrumentation for its thread sanitizer calls, without the sanitizer.
//
// The functions do what the code would do without them, and tell one observer of it. A program has one definition of each,
// so those that check its code by threads and by tasks share this module.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Whether the functions can be defined here: not beside a sanitizer, which defines them itself.
#if defined(__linux__) && defined(__GLIBC__)
#define CI_AVAILABLE 1
#endif
#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#undef CI_AVAILABLE
#endif
#endif

#pragma clang assume_nonnull begin

typedef enum : uint8_t { ci_add, ci_exchange, ci_compare_exchange, ci_and, ci_or, ci_xor } ci_update;

/// An atomic access of 8 bytes at most. Orders are as C numbers them.
typedef struct {
  uintptr_t address;
  /// What is written or added, and with what a compare-exchange compares.
  uintptr_t value, expected;
  /// The address of the code.
  uintptr_t code;
  uint8_t size, order, failure_order;
  ci_update update;
} ci_atomic;

/// What is told of instrumented code, each before it is done unless it says otherwise. `code` is the address of the code.
typedef struct {
  void (*read)(uintptr_t address, size_t size, uintptr_t code);
  void (*write)(uintptr_t address, size_t size, uintptr_t code);
  /// A variable is passed `inout`. If the code that gets it is instrumented, it announces what it does.
  void (*pass)(uintptr_t address, bool writes, uintptr_t code);
  /// A function begins, though it may access no memory. The frame begins with the caller's, and the address to which the
  /// function returns.
  void (*enter)(uintptr_t code, const uintptr_t *frame);
  /// The function with that frame has done all that it does.
  void (*leave)(const uintptr_t *frame);
  /// The accesses of a `deinit` are not announced; what it calls is. Called before the first and after the last.
  void (*end_object)(bool begins);
  void (*copy)(uintptr_t to, uintptr_t from, size_t size, uintptr_t code);
  void (*fill)(uintptr_t address, size_t size, uintptr_t code);
  /// After a copy or a fill.
  void (*filled)(void);
  /// These return true if they have performed the access. The value that was there before is put into `found`.
  bool (*load)(const ci_atomic *access, uintptr_t *found);
  bool (*store)(const ci_atomic *access);
  bool (*modify)(const ci_atomic *access, uintptr_t *found);
  bool (*fence)(int order, uintptr_t code);
  /// An atomic access to 16 bytes.
  void (*words)(uintptr_t address, uintptr_t code);
} ci_observer;

/// The observer, or NULL if there is none.
extern const ci_observer *_Nullable ci_active;

/// Whether the file of this module defines the functions that allocate, which pass on to those of the C library.
extern bool ci_passes_allocations_on;

/// An address in each loaded file that has instrumented code.
enum { ci_file_limit = 64 };
extern uintptr_t ci_files[ci_file_limit];
extern int ci_file_count;

// Variables of the program, as they were before an execution or a schedule.

/// Keeps a word of 8 bytes, which is about to be written.
void ci_keep_word(uintptr_t word);

/// Keeps a once token of a number of bytes, which is 0 before its body runs, and `done` once that has ended.
///
/// - is_put_back: Whether it is to be 0 again.
void ci_keep_token(void *token, size_t size, uintptr_t done, bool is_put_back);

/// Makes a once token done, if the address is that of one.
void ci_finish_token(uintptr_t address);

/// Puts back what was kept, the latest first, and forgets the words.
void ci_undo(void);

typedef struct {
  uintptr_t begin, end;
} ci_range;

static inline bool ci_is_in(ci_range range, uintptr_t address) { return address - range.begin < range.end - range.begin; }
static inline bool ci_is_in_any(const ci_range *ranges, int count, uintptr_t address) {
  for (int i = 0; i < count; i++)
    if (ci_is_in(ranges[i], address)) return true;
  return false;
}

// The files that are loaded, and the memory that is mapped.

/// Looks again at which files are loaded.
void ci_find_files(void);

/// Returns where the file is that has an address, and the code of that file, or an empty range.
ci_range ci_file_around(uintptr_t address);
ci_range ci_code_around(uintptr_t address);

/// Where the loader writes: its own variables, and the addresses of functions, when these are first called.
enum { ci_loader_table_limit = 1 << 9 };
extern ci_range ci_loader_tables[ci_loader_table_limit];
extern int ci_loader_table_count;

/// Visits each place in which a file keeps an address that the loader has looked up by a name.
typedef void (*ci_slot_visitor)(const char *name, uintptr_t slot, bool is_of_function);
struct dl_phdr_info;
void ci_find_slots(const struct dl_phdr_info *file, ci_slot_visitor visit);

/// Visits each mapping, with what the system says of it behind its addresses, such as "rw-p 00000000 00:00 0 [heap]".
///
/// - text: Memory for the list. Returns false if the list does not fit.
typedef void (*ci_mapping_visitor)(ci_range mapped, const char *description, const void *_Nullable context);
bool ci_find_mappings(char *text, size_t capacity, ci_mapping_visitor visit, const void *_Nullable context);

/// Returns the stack of this thread, or an empty range if it is not known.
ci_range ci_own_stack(void);

typedef struct {
  uintptr_t begin, end;
  const char *name;
} ci_symbol;

/// Reads the symbol tables of the program's own files. Returns false if one has none.
bool ci_find_variables(void);

/// Returns the function at an address if it is one that the compiler has made to copy or destroy values, or NULL.
const ci_symbol *_Nullable ci_helper_at(uintptr_t address);

/// What such a function does: it reads a value in `from`, and writes one to `to`, in which there was one before if it
/// replaces that. An address may be 0.
typedef struct {
  uintptr_t from, to;
  size_t size;
  /// The address to which it returns, or those of its kind that have called it.
  uintptr_t code;
  bool replaces;
} ci_transfer;

/// Finds out what a function does that begins, of a build that is not optimized. The runtime may allocate memory for it.
///
/// Returns false if that is not known.
bool ci_find_transfer(uintptr_t code, const uintptr_t *frame, ci_transfer *transfer);

/// Returns the name of the global variable at an address, or NULL.
const char *_Nullable ci_variable_at(uintptr_t address);

/// Returns where the first global variable is that ends behind an address, or an empty range.
ci_range ci_variable_behind(uintptr_t address);

/// Returns the name of what begins at an address of the program's own files, such as metadata of a type, or NULL. It takes
/// long.
const char *_Nullable ci_constant_at(uintptr_t address);

/// Returns the name of a function of the program's own files, or NULL. It takes long.
const char *_Nullable ci_function_at(uintptr_t address);
/// Returns the address of a function of the program whose name begins so and ends so, or 0.
uintptr_t ci_function_named(const char *name, size_t length, const char *ending);

/// Returns the code of that function, or an empty range.
ci_range ci_function_around(uintptr_t address);

/// Whether a file of source is one of the toolchain or the system, such as a header of the library of C++.
bool ci_is_system_source(const char *path);

/// Whether the compiler keeps there what the runtime has looked up, which is the same whenever it is looked up again.
bool ci_is_cache(uintptr_t address);

/// The writable memory of the program's own files.
enum { ci_data_limit = 32 };
extern ci_range ci_data[ci_data_limit];
/// Whether the symbol table of the file names what is there.
extern bool ci_data_has_names[ci_data_limit];
extern int ci_data_count;

/// Keeps that memory as it is. Returns false if it is not known where all of it is.
bool ci_keep_data(void);

/// Puts back what of that memory has changed since it was kept: variables, once tokens, objects of static memory. What the
/// runtime keeps there about types stays.
///
/// - is_left: Whether a word is to stay as it is.
/// Returns the name of what cannot be put back, which is empty if it has none, or NULL.
const char *_Nullable ci_put_back_data(bool (*is_left)(uintptr_t word));

// System calls of the code under test.

/// Where code makes a call: its address, and the values of its registers for its frame and its stack.
typedef struct {
  uintptr_t code, frame, stack;
} ci_place;

/// What is told of a call that is seen. A call is performed if its function returns.
typedef struct {
  /// Whether the code that calls is watched; `NULL` if all is.
  bool (*_Nullable is_watched)(void);
  /// A call changes what others could notice, or is not known not to.
  void (*refused)(const char *name, ci_place place);
  /// A call waits for another thread.
  void (*waits)(bool is_forever, ci_place place);
  /// A call sends a signal to its own process.
  void (*_Nullable raises)(int signal, ci_place place);
  /// A call ends the process.
  void (*exits)(int status, ci_place place);
  /// A call is about to write to memory, to as many bytes at most.
  void (*_Nullable writes)(uintptr_t address, size_t size);
  /// Returns the number of the thread, or 0 if the thread is the one of the system.
  long (*_Nullable number)(void);
  /// Makes memory writable that is protected so that accesses to it are seen. Returns whether any of the bytes is.
  bool (*_Nullable make_writable)(uintptr_t address, size_t size);
  /// Protects memory again, after the call.
  void (*_Nullable performed)(void);
} ci_calls;

/// Makes threads that wait forever, whose memory is lent. Returns false if the system does not give that many.
bool ci_begin_own_memory(int threads);
/// Makes their memory new: thread-local variables, errno, what a thread keeps by keys.
///
/// - is_second_set: Whether the addresses of this memory fall, and all threads seem to run on one processor. Otherwise they rise,
///   and each thread runs on another processor.
void ci_renew_own_memory(int threads, bool is_second_set);
/// Lets the code that follows have the memory of a thread for its own, or with -1 that of the thread which runs it.
void ci_use_own_memory(int thread);
/// Returns the thread whose memory contains an address, or -1.
int ci_owner_of_memory(uintptr_t address);
/// Returns the number by which the system knows a thread.
int ci_own_number(int thread);

/// Sees system calls of this thread, but for functions of the kernel that need none, such as that of the clock.
///
/// - is_copy: Whether the process exists for a check alone, so that its calls may be filtered for good.
/// Returns false if the system does not show them.
bool ci_watch_calls(ci_calls handlers, bool is_copy);

/// Leaves this thread as if it had not been watched, but for filters.
void ci_leave_calls(void);

/// Returns the page of what is known of calls, which must stay writable.
const void *_Nullable ci_record(void);

/// Whether calls are seen from now on: those of the code under test are. Returns whether they were before.
bool ci_see_calls(bool sees);

/// Refuses mappings from now on, because nothing puts them back.
void ci_keep_mappings(void);

/// Sets the number of the thread or job that calls. A file that one opens is no other's.
void ci_set_user(int user);

/// Returns the latest call that only the end of the process may follow, or NULL.
const char *_Nullable ci_unended_call(void);

/// Whether this user has a file open.
bool ci_has_open_file(void);

/// Forgets the calls, and may close all files that were opened.
void ci_forget_calls(bool closes);

// Accesses to pages that do not allow them.

/// Whether the processor can execute one instruction alone for a process that asks for it.
#if defined(CI_AVAILABLE) && defined(__x86_64__)
#define CI_STEPS 1
#else
#define CI_STEPS 0
#endif

/// An access that has raised a signal.
typedef struct {
  uintptr_t address;
  bool writes;
  /// Whether the page exists but does not allow the access, and whether it is no access but an instruction that is not allowed.
  bool is_of_page, is_of_instruction;
  ci_place place;
  void *context;
} ci_fault;

/// The answer of a check to a signal of a fault.
typedef enum : uint8_t {
  /// The handler from before the check gets the signal.
  ci_passed_on,
  /// The instruction is executed again.
  ci_repeated,
  /// The same, alone.
  ci_stepped,
} ci_answer;

typedef struct {
  ci_answer (*faulted)(const ci_fault *fault);
  /// An instruction was executed alone, and `code` is next. Returns whether that is to be executed alone, too.
  bool (*stepped)(uintptr_t code);
  /// A signal is passed on: no others are handled.
  void (*_Nullable left)(void);
} ci_fault_handlers;

/// Handles these signals from now on. Returns whether the system allows it.
bool ci_handle_faults(ci_fault_handlers handlers);

/// Gives the signals the handlers from before.
void ci_leave_faults(void);

/// Each byte of memory before it is initialized, where a check does not have zero there.
enum { ci_uninitialized = 0xa5 };

/// An access to memory by an instruction.
typedef struct {
  uintptr_t address;
  uint8_t size;
  bool reads, writes, is_atomic;
  /// Whether it is a store that passes the cache by, which later stores may overtake.
  bool is_non_temporal;
  /// Whether it is not known what the instruction accesses besides this address.
  bool is_guess;
  /// The number of times that the instruction repeats itself, for each of which `size` is that of the access; otherwise 0.
  size_t repetitions;
} ci_access;

/// Finds what the instruction accesses. Sizes are too large rather than too small. Returns the number of accesses.
int ci_find_accesses(const ci_fault *fault, ci_access found[_Nonnull 2]);

/// Lets code read the processor's clock, or makes that raise a signal.
void ci_let_clock_be_read(bool may);

/// Performs the instruction if it reads that clock. Returns whether it does.
bool ci_read_clock(const ci_fault *fault);

/// Returns where a signal has interrupted code, given its `ucontext_t`.
ci_place ci_place_of(const void *context);

/// A handler of signals, with a `siginfo_t` and a `ucontext_t`.
typedef void (*ci_handler)(int signal, void *info, void *context);

/// Handles a signal. The handler returns without a call that is seen; any other
/// handler would need one.
bool ci_handle(int signal, ci_handler handler);

/// Changes how pages may be accessed, without being seen. Returns whether the system allows it.
bool ci_protect(uintptr_t begin, size_t size, int access);

/// Calls the system without being seen. Returns its answer, which is a negative error.
long ci_system_call(long number, long a, long b, long c, long d, long e, long f);

#pragma clang assume_nonnull end
