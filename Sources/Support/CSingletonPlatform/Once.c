// Once tokens that run a non-escaping Swift closure. Swift's own conversions of a closure to a C callback allocate, which
// was measured at 105 ns per call, compared with 20 ns for the once token itself. The closure is therefore passed as
// Swift's calling convention represents it: a function and its context.
#include "CSingletonPlatform.h"

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

// pthread_once passes no argument to its function, so a thread-local variable passes the closure. It is read before the
// closure runs, because a nested once may overwrite it.
static _Thread_local const struct swift_closure *pending;

static void call_pending(void) { call((void *)pending); }

__attribute__((swiftcall)) void cp_pthread_once(pthread_once_t *token, swift_function function, void *context) {
  const struct swift_closure body = {function, context};
  pending = &body;
#if defined(__APPLE__)
  // On Darwin an initialized token is not all zeroes, but a fresh cell is; the first caller stores the token's signature.
  static const pthread_once_t initial = PTHREAD_ONCE_INIT;
  long zero = 0;
  __atomic_compare_exchange_n(&token->__sig, &zero, initial.__sig, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
#endif
  pthread_once(token, call_pending);
}
