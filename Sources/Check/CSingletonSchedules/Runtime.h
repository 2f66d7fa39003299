#pragma once
// The functions of the concurrency runtime that are called or replaced here. Their conventions are part of Swift's ABI.

#include "CSingletonSchedules.h"
#include <stddef.h>

#if CS_CAN_TAKE_OVER
// The state of this module is the check's, and in the section of that; see `ci_put_back_data`. Its code is told apart, too.
#pragma clang section bss = "ch_bss" text = "cs_text"
#endif

#define CS_SWIFT __attribute__((swiftcall))
#define CS_ASYNC __attribute__((swiftasynccall))
#define CS_CONTEXT __attribute__((swift_async_context))

/// The function in which a task continues.
typedef CS_ASYNC void cs_resume_function(CS_CONTEXT void *context);

/// What the runtime's events are passed to.
extern cs_events cs_handlers;

/// Whether a job that arrives now is that of a task that switches.
extern bool cs_is_switching;

/// Returns the address of a function or variable of the runtime, or NULL if it does not exist.
void *cs_symbol(const char *name);

/// Returns the image that has a function, or NULL.
const void *cs_image_of(const void *address);

/// The bytes with which a function begins that is redirected.
#if defined(__x86_64__)
enum { cs_jump_bytes = 12 };
#else
enum { cs_jump_bytes = 16 };
#endif

/// A function whose calls are to go to another one, and the code with which it begins otherwise.
typedef struct {
  const char *name;
  void *replacement;
  void *function;
  unsigned char code[cs_jump_bytes];
} cs_redirection;

#define COUNT(table) (int)(sizeof table / sizeof *table)

/// Notes where functions are. Returns the name of one that does not exist, or NULL.
const char *cs_find(cs_redirection *functions, int count);

/// Makes the calls of those that exist go to the others. Returns what failed, or NULL.
const char *cs_redirect_all(cs_redirection *functions, int count);

/// Lets the calls of such a function go to itself, or to the other one again.
void cs_let_through(const cs_redirection *function, bool lets);

/// Ends the check, because the code that runs gives work to a thread or a process by this function.
void cs_leave(const char *function);

/// Replaces the functions that give work to a thread. Returns what failed, or NULL.
const char *cs_watch_departures(void);

/// Notes where those functions are.
void cs_find_departures(void);

/// Sees the system calls of code of the program; see `ci_watch_calls`. Returns whether the system shows them.
bool cs_see_calls(void);

/// Ends the process, because the code that runs waits for another thread.
_Noreturn void cs_block(void);

/// Ends the check if the job that has run leaves a file open, a thread-local variable changed, or the end of the process due.
void cs_require_finished_job(void);

/// Reads memory that may not be there, unseen. Returns whether it is.
bool cs_read(void *to, const void *from, size_t size);

/// Notes where the functions are that tell the time or sleep. Returns the name of one that does not exist, or NULL.
const char *cs_find_clocks(void);

/// Makes those functions tell the virtual time, and let it pass. Returns what failed, or NULL.
const char *cs_take_over_clocks(void);

/// Suspends the current task, and enqueues it on the executor.
CS_ASYNC void cs_switch(CS_CONTEXT void *context, void *function, cs_executor executor);

/// What every context of an asynchronous function begins with.
typedef struct cs_context {
  const struct cs_context *parent;
  cs_resume_function *resume;
} cs_context;

/// Where a task continues.
typedef struct {
  cs_resume_function *function;
  const cs_context *context;
} cs_continuation;

/// Returns where a task continues after a switch, if this is within `cs_switch`.
cs_continuation cs_landing(cs_continuation continuation);
