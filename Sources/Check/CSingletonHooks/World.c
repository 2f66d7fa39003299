// Modeled threads: coroutines that stop at their operations.
#include "Hooks.h"

#if CH_AVAILABLE

#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

_Thread_local int ch_current = nobody;
ch_thread ch_threads[ch_thread_limit];
int ch_thread_count;
size_t ch_announced;

static ci_range own_stack;
// The memory of this thread of the system, which may be part of its stack: all modeled threads have it in common.
enum { local_limit = 16 };
static ci_range locals[local_limit];
static int local_count;
static bool notes_callers;

// MARK: Stops

__attribute__((noinline)) void ch_wipe(void) {
  volatile uintptr_t words[128];
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) words[i] = 0;
}

void ch_note_callers(bool notes) { notes_callers = notes; }

void ch_find_own_callers(void) {
  ch_thread *self = &ch_threads[ch_current];
  if (notes_callers) self->caller_count = ch_find_callers(self->callers);
}

const uintptr_t *ch_callers(int thread, size_t *count) {
  *count = ch_threads[thread].caller_count;
  return ch_threads[thread].callers;
}

uintptr_t ch_ask(ch_operation operation) {
  const int self = ch_current;
  ch_count_pending();
  // Locks and the like are named by their addresses. Counts are noted where they are counted.
  const bool counts = operation.kind >= ch_retain && operation.kind <= ch_question;
  if (operation.size == 0 && !counts) ch_note_access(operation.address, operation.code);
  // A plain store is performed after it was announced, when its function may have returned.
  if (operation.kind != ch_store || operation.order != ch_plain) ch_find_own_callers();
  ch_end_repetition();
  // Which thread destroys an object depends on the order of counting.
  const bool is_step = operation.kind != ch_finished && operation.kind != ch_failed;
  if (is_step && ch_threads[self].ending != 0) ch_count_by_operations(ch_threads[self].ending, operation.code);
  // A retain is put off until an access that was announced.
  if (operation.order != ch_plain && operation.kind != ch_retain) ch_note_synchronization(operation.kind, operation.code);
  if (operation.order != ch_plain) ch_note_operation_within_read(operation.kind);
  ch_trace(operation.code);
  ch_threads[self].next = operation;
  ch_current = nobody;
  ch_wipe();
  cp_coroutine_yield(ch_threads[self].coroutine);
  if (!ch_threads[self].repeats) ch_threads[self].operations++;
  return ch_threads[self].value;
}

// Where memory is not zero before it is initialized, a lock that was never initialized begins with such bytes. What a lock does
// then is not known.
static void require_initialized(const void *object) {
  uint32_t word;
  if (!ch_in_arena((uintptr_t)object)) return;
  memcpy(&word, object, sizeof word);
  if (word == UINT32_C(0x01010101) * ci_uninitialized)
    ch_refuse("a lock, or another object by which threads wait, in memory that was not initialized", ch_user_code(0));
}

uintptr_t ch_ask_at(ch_kind kind, const void *object, uint8_t order, uintptr_t value) {
  require_initialized(object);
  return ch_ask((ch_operation){.kind = kind, .order = order, .failure_order = order, .address = (uintptr_t)object,
    .value = value, .code = ch_user_code(0)});
}

_Noreturn void ch_fail(ch_failure failure, uintptr_t code) {
  // The others go on without the old value that a thread has stopped at.
  if (failure != ch_refused) ch_settle();
  for (;;) ch_ask((ch_operation){.kind = ch_failed, .value = failure, .code = code});
}

// MARK: Traps

static const int signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
enum { signal_count = sizeof signals / sizeof *signals };
static struct sigaction earlier[signal_count];
// The stack of the handler, because that of a thread may be full.
static char handler_stack[64 << 10];
static stack_t earlier_stack;

// Whether the thread that checks runs a body of the rehearsal, or one that judges.
static enum { no_body, rehearsed_body, judging_body } body;

bool ch_is_in_rehearsed_body(void) { return is_rehearsing() && body == rehearsed_body; }

// The thread that code of the check itself has interrupted.
static int paused = nobody;

static void trapped(int number) {
  ci_see_calls(false);
  // A value that the threads have torn is found out by who looks at it first.
  if (paused != nobody) ch_continue();
  if (is_modeled()) ch_fail(ch_trapped, ch_user_code(ch_threads[ch_current].code));
  if (body != no_body) ch_abandon();
  for (int i = 0; i < signal_count; i++)
    if (signals[i] == number) sigaction(number, &earlier[i], NULL);
  raise(number);
}

void ch_handle_signals(void) {
  const stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
  sigaltstack(&stack, &earlier_stack);
  // The handler does not return, so the signal stays unblocked.
  struct sigaction action = {.sa_handler = trapped, .sa_flags = SA_NODEFER | SA_ONSTACK};
  for (int i = 0; i < signal_count; i++) sigaction(signals[i], &action, &earlier[i]);
}

// MARK: Executions

static int add_local(struct dl_phdr_info *info, size_t size, void *unused) {
  const uintptr_t begin = (uintptr_t)info->dlpi_tls_data;
  for (int i = 0; begin != 0 && i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_TLS && local_count < local_limit)
      locals[local_count++] = (ci_range){begin, begin + info->dlpi_phdr[i].p_memsz};
  return 0;
}

bool ch_is_local(uintptr_t address) { return ci_is_in_any(locals, local_count, address); }

// Instrumented code of the setup may write to the stack of the thread that checks.
static void find_stack(void) {
  own_stack = ci_own_stack();
  local_count = 0;
  dl_iterate_phdr(add_local, NULL);
}

// Whether a function of each library is called where it is defined here: not if this module is in a library that the
// program loads after those.
static bool are_replaced(void) {
  static const char *const names[] = {"pthread_mutex_lock", "swift_retain", "dispatch_sync"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const uintptr_t called = (uintptr_t)dlsym(RTLD_DEFAULT, names[i]);
    if (called && !ch_is_own(called)) return false;
  }
  return true;
}

const char *ch_unavailable(void) {
  if (!are_replaced()) return "Swift's libraries are loaded before the code of the test; next: build with --build-system native";
  return ch_map_arenas() ? NULL : "the system refused memory at a fixed address";
}

const char *ch_begin(int threads) {
  if (!ch_map_arenas()) return "memory at a fixed address";
  for (int i = 0; i < threads; i++) {
    if (ch_threads[i].coroutine == NULL) ch_threads[i].coroutine = cp_coroutine_make(ch_stack_bytes);
    if (ch_threads[i].coroutine == NULL) return "a stack";
  }
  if (!ci_begin_own_memory(threads)) return "a thread of the system";
  ch_thread_count = threads;
  ch_begin_refusals();
  ch_announced = 0;
  ch_forget_met();
  ch_forget_footprint();
  ch_begin_locks();
  ch_forget_conditions();
  ch_forget_counted();
  ch_forget_initialized();
  ch_forget_library_words();
  ch_begin_arenas();
  find_stack();
  ch_measure_images();
  ch_lead_past_throw_handlers();
  ch_find_runtime();
  // Known before the copies for audits are made.
  ci_find_variables();
  ch_handle_signals();
  ch_watch_calls();
  ch_watch(true);
  return NULL;
}

void ch_end(void) {
  ch_watch(false);
  ci_leave_calls();
  ci_undo();
  for (int i = 0; i < signal_count; i++) sigaction(signals[i], &earlier[i], NULL);
  sigaltstack(&earlier_stack, NULL);
}

void ch_reset(void) {
  ci_undo();
  ch_delete_keys();
  ch_clear_arenas();
  ci_renew_own_memory(ch_thread_count, ch_is_mirrored());
  ch_clear_notes();
  ch_forget_locks();
  ch_forget_queues();
  ci_forget_calls(true);
}

void ch_enter_setup(void) {
  ch_take_time();
  ch_restart_random_numbers();
  ch_current = setup;
}

void ch_leave_setup(void) {
  ch_current = nobody;
  ch_take_initial_values();
}

void ch_enter_rehearsal(void) { ch_current = rehearsal; }

// Returns whether the body has come to its end.
static bool run_body(const void *function, const void *context, void *argument) {
  cp_coroutine *coroutine = ch_threads[0].coroutine;
  cp_coroutine_begin(coroutine, function, context, argument);
  ch_note_progress();
  const bool has_ended = !ch_run_watched(rehearsal, coroutine);
  ch_require_ended_calls();
  body = no_body;
  ch_release_rehearsed_tokens();
  return has_ended;
}

bool ch_rehearse(const void *function, const void *context, void *argument) {
  body = rehearsed_body;
  run_body(function, context, argument);
  // The check may have paused the body.
  ch_current = rehearsal;
  return !ch_has_timed_out();
}

_Noreturn void ch_abandon(void) {
  for (;;) cp_coroutine_yield(ch_threads[0].coroutine);
}

size_t ch_leave_rehearsal(void) {
  ch_current = nobody;
  ci_forget_calls(false);
  return ch_announced;
}

void ch_pause(void) {
  if (is_modeled()) ch_settle();
  paused = ch_current;
  ch_current = nobody;
}

void ch_continue(void) {
  ch_current = paused;
  paused = nobody;
}

bool ch_judge(const void *function, const void *context, void *argument) {
  // With ordinary memory, which the runtime may keep.
  ch_current = rehearsal;
  body = judging_body;
  const bool has_ended = run_body(function, context, argument);
  ch_current = nobody;
  return has_ended;
}

void ch_leave_object(uintptr_t address, uintptr_t value) {
  if (value == UINTPTR_MAX) ci_finish_token(address);
  ch_leave_condition_lock(address, value);
}

void ch_start(int thread, const void *function, const void *context, void *argument) {
  ch_thread *begun = &ch_threads[thread];
  *begun = (ch_thread){.coroutine = begun->coroutine};
  ch_begin_announcements(thread);
  ch_forget_thread_locals(thread);
  ch_begin_environment(thread);
  cp_coroutine_begin(begun->coroutine, function, context, argument);
  cp_coroutine_resume(begun->coroutine);
  ch_current = setup;
}

void ch_begin_thread(int thread) {
  if (ch_current == setup) cp_coroutine_yield(ch_threads[thread].coroutine);
}

ch_operation ch_resume(int thread, uintptr_t value, bool repeats) {
  ch_threads[thread].value = value;
  ch_threads[thread].repeats = repeats;
  ch_threads[thread].has_written = false;
  ch_note_progress();
  ch_audit_thread(true);
  ch_audit_heap(true);
  ch_run_watched(thread, ch_threads[thread].coroutine);
  ch_audit_heap(false);
  ch_audit_thread(false);
  return ch_threads[thread].next;
}

// MARK: Stacks

uintptr_t ch_last_code(int thread) { return ch_threads[thread].next.code; }

const uintptr_t *ch_stack(int thread, size_t *count) {
  const uintptr_t *words = cp_coroutine_stack(ch_threads[thread].coroutine, count);
  if (ch_threads[thread].has_written) *count = 0;
  return words;
}

bool ch_is_stack(uintptr_t address) {
  if (ch_is_local(address) && !is_modeled()) return false;
  const int owner = ci_owner_of_memory(address);
  if (owner != nobody) {
    if (is_modeled() && owner != ch_current) ch_refuse("an access to the own memory of another thread", ch_user_code(0));
    return true;
  }
  if (ci_is_in(own_stack, address)) {
    if (is_modeled()) ch_refuse("an access to the stack of another thread", ch_user_code(0));
    return true;
  }
  for (int i = 0; i < ch_thread_count; i++) {
    if (!cp_coroutine_contains(ch_threads[i].coroutine, (void *)address)) continue;
    if (is_modeled() && i != ch_current) ch_refuse("an access to the stack of another thread", ch_user_code(0));
    return true;
  }
  return false;
}

#endif
