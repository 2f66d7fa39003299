#include "Runtime.h"

#if CS_CAN_TAKE_OVER
#include <stdlib.h>

// The runtime goes on at once if the executor to which a task switches is free, and then another order is never seen. So
// each switch suspends the task with a continuation, as `withUnsafeContinuation` does, and resumes it at once, which
// enqueues the task on the executor.

/// A `ContinuationAsyncContext`, and where the task really continues.
typedef struct {
  cs_context common;
  uintptr_t flags;
  uintptr_t synchronization;
  void *error;
  void *result;
  cs_executor executor;
  void *reserved[4];
  cs_continuation real;
} switch_context;

enum { has_executor = 1 << 1, is_suspended_now = 1 << 2 };

extern CS_SWIFT void *swift_continuation_init(switch_context *context, uintptr_t flags);
extern CS_SWIFT void swift_continuation_resume(void *task);
extern CS_SWIFT cs_executor swift_task_getCurrentExecutor(void);
extern CS_SWIFT cs_executor swift_task_getPreferredTaskExecutor(void);

static CS_ASYNC void land(CS_CONTEXT void *context) {
  switch_context *landing = context;
  const cs_continuation real = landing->real;
  free(landing);
  __attribute__((musttail)) return real.function((void *)real.context);
}

cs_continuation cs_landing(cs_continuation continuation) {
  return continuation.function == land ? ((const switch_context *)continuation.context)->real : continuation;
}

bool cs_is_switching;

typedef CS_ASYNC void switch_function(CS_CONTEXT void *context, void *function, cs_executor executor);

/// Whether code that switches is there already. Code on no actor may have to go to the executor that its task prefers.
static bool is_on(cs_executor executor) {
  return swift_task_getCurrentExecutor().identity == executor.identity &&
         (executor.identity || !swift_task_getPreferredTaskExecutor().identity);
}

CS_ASYNC void cs_switch(CS_CONTEXT void *context, void *function, cs_executor executor) {
  if (is_on(executor)) {
    // A tail call needs a function with the same parameters; this one ignores the others.
    __attribute__((musttail)) return ((switch_function *)function)(context, function, executor);
  }
  switch_context *landing = calloc(1, sizeof *landing);
  if (!landing) abort();
  landing->common.resume = land;
  landing->executor = executor;
  landing->real = (cs_continuation){(cs_resume_function *)function, context};
  void *task = swift_continuation_init(landing, has_executor | is_suspended_now);
  cs_is_switching = true;
  swift_continuation_resume(task);
  cs_is_switching = false;
}
#endif
