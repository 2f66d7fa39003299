// libdispatch's semaphore by its C interface, which the documents call: a strategy's handle is the semaphore itself.
#include "CPlatform.h"

// libdispatch's header is not on a C target's search path on Linux.
extern void *dispatch_semaphore_create(intptr_t value);
extern intptr_t dispatch_semaphore_wait(void *semaphore, uint64_t deadline);
extern intptr_t dispatch_semaphore_signal(void *semaphore);
extern uint64_t dispatch_time(uint64_t when, int64_t nanoseconds);

static const uint64_t now = 0, forever = ~0ull;

void *cp_semaphore_make(void) { return dispatch_semaphore_create(1); }

bool cp_semaphore_wait(void *semaphore) { return dispatch_semaphore_wait(semaphore, forever) == 0; }

bool cp_semaphore_wait_for(void *semaphore, int64_t nanoseconds) {
  // Reading the clock for a deadline costs more than an uncontended wait: it is tried without one first.
  return dispatch_semaphore_wait(semaphore, now) == 0
         || dispatch_semaphore_wait(semaphore, dispatch_time(now, nanoseconds)) == 0;
}

void cp_semaphore_signal(void *semaphore) { dispatch_semaphore_signal(semaphore); }
