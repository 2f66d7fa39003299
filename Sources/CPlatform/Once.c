// Once tokens, called with a Swift closure that does not escape. Swift's own ways from a closure to a C callback allocate
// (105 ns a call was measured where the once itself takes 20), so the closure arrives as what it is under Swift's calling
// convention: a function and its context.
#include "CPlatform.h"

#include <pthread.h>

// libdispatch's header is not on a C target's search path on Linux.
extern void dispatch_once_f(intptr_t *token, void *context, void (*function)(void *));

typedef __attribute__((swiftcall)) void (*swift_function)(__attribute__((swift_context)) void *);

struct swift_closure {
  swift_function function;
  void *context;
};

static void call(void *closure) {
  const struct swift_closure *body = closure;
  body->function(body->context);
}

__attribute__((swiftcall)) void cp_dispatch_once(intptr_t *token, swift_function function, void *context) {
  struct swift_closure body = {function, context};
  dispatch_once_f(token, &body, call);
}

// pthread_once hands its function nothing, so the closure waits in a thread-local. It is taken from there before it runs:
// another once inside it may put its own there.
static _Thread_local const struct swift_closure *pending;

static void call_pending(void) { call((void *)pending); }

__attribute__((swiftcall)) void cp_pthread_once(pthread_once_t *token, swift_function function, void *context) {
  const struct swift_closure body = {function, context};
  pending = &body;
#if defined(__APPLE__)
  // A fresh token is not all zeroes there, as a fresh cell is: whoever comes first makes it one.
  static const pthread_once_t initial = PTHREAD_ONCE_INIT;
  long zero = 0;
  __atomic_compare_exchange_n(&token->__sig, &zero, initial.__sig, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
#endif
  pthread_once(token, call_pending);
}
