#include "Sections.h"

#if CS_CAN_TAKE_OVER

#include <dlfcn.h>
#include <fenv.h>
#include <malloc.h>
#include <string.h>

cs_events cs_handlers;

extern CS_SWIFT void swift_job_run(void *job, cs_executor executor);
extern CS_SWIFT cs_executor swift_task_getMainExecutor(void);
extern CS_SWIFT uint64_t swift_task_getJobTaskId(void *job);

static const cs_executor no_actor = {NULL, 0};

// MARK: - Jobs

/// Passes a job on. What the check allocates for it is its own.
static void arrived(void *job, cs_executor executor, enum cs_arrival arrival, uint64_t deadline) {
  if (watch && arrival == cs_arrival_enqueued && executor.identity)
    cs_begin_arrival(
        executor.identity, cs_user_code((uintptr_t)__builtin_return_address(0), __builtin_frame_address(0)));
  const int part = cs_allocate_for(0);
  cs_order_arrival(job);
  cs_handlers.arrived(job, executor, arrival, deadline);
  cs_allocate_for(part);
}

static CS_SWIFT void enqueue_on_actor(void *job, void *actor) {
  // The actor's own queue is never used: it would run all of its jobs without a choice between them. An actor whose jobs
  // run one after another on one thread needs no lock.
  arrived(job, (cs_executor){actor, 0}, cs_is_switching ? cs_arrival_switched : cs_arrival_enqueued, 0);
}

static void enqueue(void *job, cs_executor executor) {
  arrived(job, executor, cs_is_switching ? cs_arrival_switched : cs_arrival_enqueued, 0);
}

static CS_SWIFT void enqueue_global(void *job, void *original) { enqueue(job, no_actor); }

static CS_SWIFT void enqueue_main(void *job, void *original) { enqueue(job, cs_main_executor()); }

static CS_SWIFT void enqueue_with_delay(unsigned long long delay, void *job, void *original) {
  arrived(job, no_actor, cs_arrival_delayed, cs_time() + delay);
}

static CS_SWIFT void enqueue_with_deadline(
    long long seconds, long long nanoseconds, long long tolerance, long long tolerance_nanoseconds, int clock,
    void *job, void *original) {
  arrived(job, no_actor, cs_arrival_delayed, (uint64_t)seconds * 1000000000u + (uint64_t)nanoseconds);
}

// The default executors are Swift objects since 6.2, and give their jobs to Dispatch without a hook.

static void *main_queue;
static const void *runtime_image;
static ci_range runtime_code;

bool cs_is_runtimes(uintptr_t code) { return ci_is_in(runtime_code, code); }

const void *cs_image_of(const void *address) {
  Dl_info info;
  return address && dladdr(address, &info) ? info.dli_fbase : NULL;
}

static bool runs_a_job(void (*function)(void *)) {
  // Finding the image takes longer than most jobs.
  static void (*known)(void *);
  if (function == known) return true;
  if (cs_image_of((void *)function) != runtime_image) return false;
  known = function;
  return true;
}

static void async_f(void *queue, void *context, void (*function)(void *)) {
  if (!runs_a_job(function)) cs_leave("dispatch_async_f");
  if (queue == main_queue) enqueue_main(context, NULL); else enqueue_global(context, NULL);
}

static void after_f(uint64_t when, void *queue, void *context, void (*function)(void *)) {
  if (!runs_a_job(function)) cs_leave("dispatch_after_f");
  const uint64_t never = ~0ull;
  if (when == never) return;
  // The two highest bits of a time say which clock it is of.
  arrived(context, no_actor, cs_arrival_delayed, when & ~(3ull << 62));
}

// The runtime makes a queue for each priority, to which no job comes here. Libdispatch sets its width on a new thread.
static void set_width(void *queue, long width) {}

// MARK: - Taking over

static cs_redirection functions[] = {
    {"swift_task_switch", (void *)cs_switch, NULL},
    {"swift_defaultActor_enqueue", (void *)enqueue_on_actor, NULL},
    {"dispatch_async_f", (void *)async_f, NULL},
    {"dispatch_after_f", (void *)after_f, NULL},
    {"dispatch_queue_set_width", (void *)set_width, NULL},
};

static struct {
  const char *name;
  void *handler;
  void **hook;
} hooks[] = {
    {"swift_task_enqueueGlobal_hook", (void *)enqueue_global, NULL},
    {"swift_task_enqueueMainExecutor_hook", (void *)enqueue_main, NULL},
    {"swift_task_enqueueGlobalWithDelay_hook", (void *)enqueue_with_delay, NULL},
    {"swift_task_enqueueGlobalWithDeadline_hook", (void *)enqueue_with_deadline, NULL},
};

const char *cs_prepare(void) {
  if (cs_find(functions, COUNT(functions))) return "its Swift runtime is linked statically, or has no such function";
  for (int i = 0; i < COUNT(hooks); i++)
    if (!(hooks[i].hook = cs_symbol(hooks[i].name))) return "its Swift runtime lacks a hook for jobs";
  main_queue = cs_symbol("_dispatch_main_q");
  runtime_image = cs_image_of(functions[0].function);
  if (cs_find_clocks()) return "its C library or Swift runtime lacks a function that tells the time";
  cs_find_departures();
  cs_find_allocation();
  ci_find_files();
  cs_find_locks();
  runtime_code = ci_code_around((uintptr_t)functions[0].function);
  cs_find_thread_locals();
  return NULL;
}

const char *cs_take_over(cs_events events) {
  cs_handlers = events;
  const char *failure = cs_redirect_all(functions, COUNT(functions));
  if (failure) return failure;
  for (int i = 0; i < COUNT(hooks); i++) *hooks[i].hook = hooks[i].handler;
  failure = cs_take_over_clocks();
  if (!failure) failure = cs_watch_departures();
  return failure || cs_see_calls() ? failure : "the system does not show the system calls of a process (prctl, seccomp)";
}

// MARK: - Jobs as the runtime stores them

/// Sets the stack below to zero, so that what a job leaves in variables that it does not set is the same in each schedule.
static __attribute__((noinline)) void clear_stack(void) {
  char below[1 << 14];
  memset(below, cs_is_mirrored() ? ci_uninitialized : 0, sizeof below);
  __asm__ volatile("" : : "r"(below) : "memory");
}

/// The number of threads. In a perturbed schedule, each job runs with the memory of one of them, drawn at random.
enum { lent_threads = 8 };

bool cs_prepare_threads(void) { return ci_begin_own_memory(lent_threads); }

void cs_change_threads(bool changes) {
  cs_present_perturbation()->has_threads = changes;
  // Nor is what was in memory before the same on another thread.
  mallopt(M_PERTURB, changes ? ~ci_uninitialized & 0xff : 0);
}

void cs_perturb(bool changes, bool time_passes) {
  cs_mirror_memory(changes);
  cs_present_perturbation()->has_date = changes;
  cs_present_perturbation()->passes_time = time_passes;
  // A job that pauses goes on with the memory of the thread that it has begun with.
  if (!cs_divides_jobs()) cs_change_threads(changes);
}

void cs_run_whole(void *job, cs_executor executor) {
  clear_stack();
  cs_perturbation *present = cs_present_perturbation();
  if (!present->has_threads) return swift_job_run(job, executor);
  // Numerical Recipes' generator, whose high bits are the better ones.
  present->draw = present->draw * 1664525 + 1013904223;
  ci_renew_own_memory(lent_threads, present->draw >> 31);
  fesetenv(FE_DFL_ENV);
  ci_use_own_memory((int)(present->draw >> 28) % lent_threads);
  swift_job_run(job, executor);
  ci_use_own_memory(-1);
}

int cs_run(void *job, cs_executor executor, const void *actor, int part, bool is_own, int pauses_at) {
  cs_begin_order(job, actor, part, is_own);
  if (cs_divides_jobs() && !is_own) return cs_run_on_stack(job, executor, part, pauses_at);
  const int before = cs_allocate_for(part);
  cs_run_whole(job, executor);
  cs_allocate_for(before);
  cs_require_finished_job();
  cs_end_order();
  return cs_nobody;
}

enum { flags_offset = 0x20, number_offset = 0x24, continuation_offset = 0x38 };
enum { kind_task = 0, kind_nullary_continuation = 195 };

static uint8_t kind(void *job) { return ((const uint8_t *)job)[flags_offset]; }

bool cs_is_task(void *job) { return kind(job) == kind_task; }
bool cs_only_resumes(void *job) { return kind(job) == kind_nullary_continuation; }

uint8_t cs_priority(void *job) { return ((const uint8_t *)job)[flags_offset + 1]; }

uint64_t cs_task_number(void *job) { return swift_task_getJobTaskId(job); }

void cs_number_task(void *job, uint32_t number) {
  memcpy((char *)job + number_offset, &number, sizeof number);
}

int cs_continuations(void *job, const void **functions, int most) {
  if (!cs_is_task(job)) return 0;
  cs_continuation next;
  memcpy(&next, (const char *)job + continuation_offset, sizeof next);
  next = cs_landing(next);
  int count = 0;
  while (count < most && next.function) {
    functions[count++] = (const void *)next.function;
    next = next.context ? (cs_continuation){next.context->resume, next.context->parent} : (cs_continuation){NULL, NULL};
  }
  return count;
}

static bool read_words(const void *address, const void **words, int count) {
  // What looks like a closure may be none.
  return cs_read(words, address, (size_t)count * sizeof *words);
}

int cs_entries(void *job, const void **functions, int most) {
  cs_continuation first;
  memcpy(&first, (const char *)job + continuation_offset, sizeof first);
  // A task that has not begun continues in the runtime, with a context that no function has called for.
  if (!cs_is_task(job) || !first.context || first.context->parent) return 0;
  if (cs_image_of((const void *)first.function) != runtime_image) return 0;
  // In front of it are the task's function and its closure. A closure has its object's header, then what it captures: of a
  // thunk, where it is isolated, the types that it is for, and the function that it calls with its closure.
  enum { function = -3, header = 2, captured = 10 };
  const void *words[captured];
  int count = 0;
  const void *const *start = (const void *const *)first.context + function;
  const void *closure = start[1];
  functions[count++] = start[0];
  while (count < most && closure && read_words(closure, words, captured)) {
    closure = NULL;
    for (int i = header; i + 1 < captured; i++) {
      // An asynchronous function is captured as the address of how far away its code is.
      const void *word;
      if (!read_words(words[i], &word, 1)) continue;
      const void *code = (const char *)words[i] + (int32_t)(uintptr_t)word;
      if (ci_code_around((uintptr_t)code).end == 0) continue;
      functions[count++] = code;
      closure = words[i + 1];
      break;
    }
  }
  return count;
}

cs_executor cs_main_executor(void) { return swift_task_getMainExecutor(); }
#endif
