#include "CSingletonPlatform.h"
#include "Sections.h"

#if CS_CAN_TAKE_OVER
#include <errno.h>
#include <stdlib.h>
#include <string.h>

// Jobs that others come between, on stacks of their own. A job that pauses has what the runtime keeps for a thread, such as its
// task and the variables that it is changing, for itself. All else of a thread they have in common, so that it must not change.

extern CS_SWIFT void *swift_task_getCurrent(void);

bool cs_can_divide(void) { return cs_has_runtime_locals(); }

bool cs_divides_jobs(void) { return watch && watch->divides; }

void cs_divide_jobs(bool always) {
  if (!watch || !cs_can_divide()) return;
  watch->divides = true;
  watch->divides_always = always;
}

static cs_stack *running(void) { return watch->running == cs_nobody ? NULL : &watch->stacks[watch->running]; }

void cs_stop(const char *reason) {
  cs_allocate_for(0);
  cs_handlers.stopped(reason);
  abort();
}

// MARK: - Pausing

/// Whether the job could be that of a thread which the system stops here. Nothing is known of a task that another one runs, and
/// what a cancellation or a once token calls has locks of the runtime.
static bool can_pause(void) {
  return running() && !watch->once.innermost && watch->job.whole == 0 &&
         swift_task_getCurrent() == watch->job.current;
}

/// Notes the code that goes on. Some that the compiler has made has no line, but its caller has.
static void note_codes(cs_stack *stack, uintptr_t code, const uintptr_t *frame) {
  int count = 0;
  for (int i = 0; i < cs_most_codes; i++) stack->codes[i] = 0;
  while (count < cs_most_codes && ci_is_in(stack->range, (uintptr_t)frame)) {
    if (count || frame[1] == code) stack->codes[count++] = frame[1];
    frame = (const uintptr_t *)frame[0];
  }
  if (!count) stack->codes[0] = code;
}

static void pause(uintptr_t lock, uintptr_t code) {
  if (!cs_locals_are_unchanged())
    cs_stop("a job that others can come between has changed a thread-local variable; check the accessor with threads, too");
  cs_stack *own = running();
  own->is_paused = true;
  own->lock = lock;
  note_codes(own, code, __builtin_frame_address(0));
  const int error = errno;
  cp_coroutine_yield(own->coroutine);
  errno = error;
}

void cs_pause(uintptr_t lock, uintptr_t code) {
  if (!can_pause()) return cs_note_doubt(cs_doubt_sections, code, 0);
  running()->pause = watch->job.operations;
  pause(lock, code);
  watch->job.passed_count = 0;
}

bool cs_wait_for_lock(uintptr_t lock, uintptr_t code) {
  if (!watch || !running()) return false;
  if (!can_pause() || !cs_is_watched())
    cs_stop("a job waits for a lock where others cannot come between; check the accessor with threads, too");
  running()->pause = 0;
  pause(lock, code);
  return true;
}

// MARK: - Running

static CS_SWIFT void run(void *stack, __attribute__((swift_context)) void *context) {
  const cs_stack *own = stack;
  cs_run_whole(own->runs, own->executor);
}

/// Returns a stack on which no job is, the same one for a task whatever others do, as long as there are few.
static cs_stack *unused_stack(int part) {
  int tries = 0;
  while (watch->stacks[(part + tries) % cs_most_stacks].is_live)
    if (++tries == cs_most_stacks) cs_stop("more than 32 jobs are under way at the same time");
  cs_stack *stack = &watch->stacks[(part + tries) % cs_most_stacks];
  if (stack->coroutine) return stack;
  const int before = cs_allocate_for(0);
  stack->coroutine = cp_coroutine_make(watch->stack.end - watch->stack.begin);
  cs_allocate_for(before);
  if (!stack->coroutine) cs_stop("the system has no memory for the stack of a job");
  return stack;
}

bool cs_can_go_on(int stack) {
  const uintptr_t lock = watch->stacks[stack].lock;
  if (lock & cs_queue_tag) return cs_is_open(lock);
  // The first word of a lock of the C library, and that of a Mutex, are 0 if it is free.
  return lock == 0 || *(const uint32_t *)lock == 0;
}

/// Requires that each lock for which a job waits is held by a job that is under way. If the lock is that of a task which is
/// suspended, this one may need the thread of the job that waits.
static void require_holders(void) {
  for (int i = 0; i < cs_most_stacks; i++) {
    const cs_stack *stack = &watch->stacks[i];
    if (stack->is_live && !cs_can_go_on(i) && cs_holder(stack->lock) == cs_nobody)
      cs_stop(
          "a job waits for a lock that no job is known to hold, such as one that a task holds during an await; check the"
          " accessor with threads, too");
  }
}

/// Goes on with the job of a stack. Returns whether it pauses again.
static bool resume(cs_stack *stack, int pauses_at) {
  char outer[cs_runtime_local_bytes];
  const ci_range outer_stack = watch->stack;
  const int part = cs_allocate_for(stack->part);
  cs_save_runtime_locals(outer);
  cs_load_runtime_locals(stack->locals);
  watch->job = stack->job;
  watch->job.operations = 0;
  watch->stack = stack->range;
  watch->running = (int)(stack - watch->stacks);
  watch->pauses_at = pauses_at;
  stack->is_paused = false;
  stack->pause = 0;
  cs_update_protection();
  cp_coroutine_resume(stack->coroutine);
  if (stack->is_paused) {
    stack->job = watch->job;
    stack->part = cs_allocate_for(0);
    cs_save_runtime_locals(stack->locals);
    cs_load_runtime_locals(outer);
    watch->job.task = NULL;
  } else {
    cs_end_order();
    stack->is_live = false;
  }
  watch->stack = outer_stack;
  watch->running = cs_nobody;
  watch->pauses_at = cs_by_rule;
  cs_allocate_for(part);
  cs_require_finished_job();
  require_holders();
  return stack->is_paused;
}

int cs_run_on_stack(void *job, cs_executor executor, int part, int pauses_at) {
  cs_stack *stack = unused_stack(part);
  stack->is_live = true;
  stack->runs = job;
  stack->executor = executor;
  stack->job = watch->job;
  stack->part = part;
  memset(stack->locals, 0, sizeof stack->locals);
  cs_save_runtime_locals(stack->locals);
  cp_coroutine_begin(stack->coroutine, (const void *)run, NULL, stack);
  size_t words;
  const uintptr_t end = (uintptr_t)(cp_coroutine_stack(stack->coroutine, &words) + words);
  stack->range = (ci_range){end - (watch->stack.end - watch->stack.begin), end};
  return resume(stack, pauses_at) ? (int)(stack - watch->stacks) : cs_nobody;
}

bool cs_go_on(int stack, int pauses_at) { return resume(&watch->stacks[stack], pauses_at); }

// MARK: - Paused jobs

int cs_pause_of(int stack) { return (int)watch->stacks[stack].pause; }

const uintptr_t *cs_paused_code(int stack, int *count) {
  *count = cs_most_codes;
  return watch->stacks[stack].codes;
}

int cs_holder_for(int stack) { return cs_holder(watch->stacks[stack].lock); }

bool cs_has_paused(void) {
  for (int i = 0; watch && i < cs_most_stacks; i++)
    if (watch->stacks[i].is_live && i != watch->running) return true;
  return false;
}

bool cs_is_other_stack(uintptr_t address) {
  for (int i = 0; i < cs_most_stacks; i++) {
    const ci_range range = watch->stacks[i].range;
    if (watch->stacks[i].is_live && i != watch->running && ci_is_in(range, address)) return true;
  }
  return false;
}

/// Returns a digest of what a job that pauses goes on with.
static cs_digest digest_of(int index) {
  const cs_stack *stack = &watch->stacks[index];
  size_t count;
  const uintptr_t *words = cp_coroutine_stack(stack->coroutine, &count);
  cs_digest sum = cs_digest_words((const uint64_t *)words, count, (uintptr_t)words);
  const cs_job *job = &stack->job;
  uint64_t others[10 + cs_most_sections + cs_runtime_local_bytes / 8] = {
      job->task->key, (uintptr_t)job->current, (uintptr_t)job->actor, (uint64_t)stack->part, stack->lock, (uint64_t)job->ending,
      (uint64_t)index, (uint64_t)job->passed_count, job->relaxed.word, job->relaxed.value};
  memcpy(others + 10, job->passed, (size_t)job->passed_count * sizeof *job->passed);
  memcpy(others + 10 + cs_most_sections, stack->locals, cs_runtime_local_bytes);
  cs_add_digest(&sum, cs_digest_of(others, COUNT(others)));
  return sum;
}

cs_digest cs_digest_of_pauses(void) {
  cs_digest sum = {0, 0};
  if (!cs_has_paused()) return sum;
  for (int i = 0; i < cs_most_stacks; i++)
    if (watch->stacks[i].is_live) cs_add_digest(&sum, digest_of(i));
  for (int i = 0; i < watch->held_count; i++) {
    const cs_hold *hold = &watch->held[i];
    const uint64_t words[] = {hold->word, (uint64_t)hold->owner, hold->is_mutex};
    cs_add_digest(&sum, cs_digest_of(words, COUNT(words)));
  }
  return sum;
}

void cs_forget_stacks(void) {
  for (int i = 0; i < cs_most_stacks; i++) watch->stacks[i].is_live = watch->stacks[i].is_paused = false;
  watch->running = cs_nobody;
}
#endif
