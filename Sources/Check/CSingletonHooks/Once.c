// What runs once: tokens of Swift, of C, of Dispatch, and the guards of C++'s static variables in functions.
#include "Hooks.h"

#if CH_AVAILABLE

#include <pthread.h>

typedef void (*once_body)(void *);

// The value of a token that is done, as the thread's operations have it.
static const uintptr_t done = (uintptr_t)-1;

static void pass(const void *token) {
  ch_thread *self = &ch_threads[ch_current];
  const int limit = sizeof self->tokens / sizeof *self->tokens;
  if (self->token_count < limit && !ch_has_passed(token)) self->tokens[self->token_count++] = token;
}

// Begins the body, or returns false once another thread has ended it.
static bool begin(const void *token) {
  if (ch_ask_at(ch_once, token, ch_acquire, 1) == 0) return true;
  pass(token);
  return false;
}

static void end(const void *token) {
  ch_settle();
  ch_ask_at(ch_unlock, token, ch_release, done);
  pass(token);
}

// Runs the body unless another thread has.
static void once(const void *token, once_body body, void *context) {
  if (!begin(token)) return;
  ch_thread *self = &ch_threads[ch_current];
  const void *outer = self->once;
  self->once = token;
  body(context);
  self->once = outer;
  end(token);
}

// Only tokens of instrumented code are put back: what another library makes once stays made, outside of the check's memory.
static bool is_ours(uintptr_t code) { return is_checked() && ch_is_instrumented(code); }

// MARK: Swift and Dispatch

extern void swift_once(intptr_t *token, once_body body, void *context);

// The tokens whose bodies the rehearsal runs. A body that asks for its own token would wait for itself.
static intptr_t *rehearsed[64];
static int rehearsed_count;

void ch_release_rehearsed_tokens(void) {
  while (rehearsed_count > 0) *rehearsed[--rehearsed_count] = 0;
}

static void rehearse(intptr_t *token, once_body body, void *context) {
  for (int i = 0; i < rehearsed_count; i++)
    if (rehearsed[i] == token) ch_abandon();
  const int outer = rehearsed_count;
  if (outer < (int)(sizeof rehearsed / sizeof *rehearsed)) rehearsed[rehearsed_count++] = token;
  NEXT(swift_once)(token, body, context);
  rehearsed_count = outer;
}

void swift_once(intptr_t *token, once_body body, void *context) {
  const bool puts_back = is_ours((uintptr_t)body);
  if (is_modeled() && puts_back) {
    ch_settle();
    // A token that was done before the threads began is no operation. The runtime uses the lower half.
    if ((int32_t)*token == -1) return pass(token);
    ch_keep_token(token, sizeof *token, done);
    return once(token, body, context);
  }
  if (puts_back && *token == 0) ch_keep_token(token, sizeof *token, done);
  if (puts_back && is_rehearsing()) return rehearse(token, body, context);
  const int self = ch_current;
  if (!puts_back) ch_current = nobody;
  NEXT(swift_once)(token, body, context);
  ch_current = self;
}

static void dispatch_token(intptr_t *token, once_body body, void *context) {
  ch_settle();
  if (*token == -1) return pass(token);
  ch_keep_token(token, sizeof *token, done);
  once(token, body, context);
}

extern void dispatch_once_f(intptr_t *token, void *context, once_body body);
void dispatch_once_f(intptr_t *token, void *context, once_body body) {
  if (is_modeled()) return dispatch_token(token, body, context);
  if (is_ours((uintptr_t)body) && *token == 0) ch_keep_token(token, sizeof *token, done);
  NEXT(dispatch_once_f)(token, context, body);
}

// MARK: C, and std::call_once, which libstdc++ makes of it

static void run_body(void *body) { ((void (*)(void))body)(); }

int pthread_once(pthread_once_t *token, void (*body)(void)) { return ch_pass_once(token, body, CALLER); }

int ch_pass_once(pthread_once_t *token, void (*body)(void), uintptr_t caller) {
  enum { c_done = 2 };
  const bool is_kept = ch_is_instrumented(caller) || ch_is_instrumented((uintptr_t)body);
  if (!is_modeled()) {
    if (is_checked() && is_kept && *token == 0) ch_keep_token(token, sizeof *token, c_done);
    return NEXT(pthread_once)(token, body);
  }
  if (!is_kept) return OUTSIDE(NEXT(pthread_once)(token, body));
  ch_settle();
  if (*token == c_done) return pass(token), 0;
  ch_keep_token(token, sizeof *token, c_done);
  return once(token, run_body, (void *)body), 0;
}

// MARK: Static variables in functions of C++

extern int __cxa_guard_acquire(uint8_t *guard);
extern void __cxa_guard_release(uint8_t *guard);
extern void __tsan_atomic8_store(volatile uint8_t *, uint8_t, int);

// Its first byte says that the variable is built; code that is compiled with the flag reads it before it asks.
int __cxa_guard_acquire(uint8_t *guard) {
  if (is_checked() && !is_modeled()) ch_keep_old((uintptr_t)guard, 8);
  if (!is_modeled()) return NEXT(__cxa_guard_acquire)(guard);
  ch_settle();
  return begin(guard);
}

void __cxa_guard_release(uint8_t *guard) {
  if (!is_modeled()) return NEXT(__cxa_guard_release)(guard);
  __tsan_atomic8_store(guard, 1, __ATOMIC_RELEASE);
  end(guard);
}

// What an execution builds is not destroyed when the process ends.
extern int __cxa_atexit(void (*function)(void *), void *argument, void *library);
int __cxa_atexit(void (*function)(void *), void *argument, void *library) {
  return is_checked() ? 0 : NEXT(__cxa_atexit)(function, argument, library);
}

#endif
