#include "Runtime.h"

#if CS_CAN_TAKE_OVER
#include <stddef.h>

// The functions by which code gives work to another thread that exists. Each ends the schedule, because what the other does,
// and when, is not known. A new thread or process needs a system call.
#define DEPARTURES(each) \
  each(dispatch_async) each(dispatch_async_and_wait) each(dispatch_async_and_wait_f) each(dispatch_barrier_async) \
  each(dispatch_barrier_async_f) each(dispatch_barrier_async_and_wait) each(dispatch_after) each(dispatch_apply) \
  each(dispatch_apply_f) each(dispatch_group_async) each(dispatch_group_async_f) each(dispatch_group_notify) \
  each(dispatch_group_notify_f) each(dispatch_block_notify) each(dispatch_source_create) each(dispatch_read) \
  each(dispatch_read_f) each(dispatch_write) each(dispatch_write_f) each(dispatch_io_create) \
  each(dispatch_io_create_with_path) each(dispatch_main) each(swift_task_enqueueOnDispatchQueue) \
  each(swift_task_asyncMainDrainQueue)

void cs_leave(const char *function) {
  cs_allocate_for(0);
  cs_handlers.left(function);
}

#define DEFINE(name) static void leave_by_##name(void) { cs_leave(#name); }
DEPARTURES(DEFINE)

// A program without Dispatch lacks some of them, and cannot leave by those.
static cs_redirection departures[] = {
#define LIST(name) {#name, (void *)leave_by_##name, NULL},
    DEPARTURES(LIST)};

void cs_find_departures(void) { cs_find(departures, COUNT(departures)); }

const char *cs_watch_departures(void) { return cs_redirect_all(departures, COUNT(departures)); }
#endif
