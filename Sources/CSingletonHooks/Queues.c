// Queues, which exclude as locks do.
#include "Hooks.h"

#if CH_AVAILABLE

// The queues of this execution, with the attributes with which they were made.
enum { queue_limit = 64 };
static struct {
  const void *queue, *attribute;
} queues[queue_limit];
static int queue_count;

void ch_forget_queues(void) { queue_count = 0; }

static void *note_queue(void *queue, const void *attribute) {
  if (is_checked() && queue_count < queue_limit) {
    queues[queue_count].queue = queue;
    queues[queue_count++].attribute = attribute;
  }
  return queue;
}

extern void *dispatch_queue_create(const char *label, void *attribute);
void *dispatch_queue_create(const char *label, void *attribute) {
  return note_queue(NEXT(dispatch_queue_create)(label, attribute), attribute);
}
extern void *dispatch_queue_create_with_target(const char *label, void *attribute, void *target);
void *dispatch_queue_create_with_target(const char *label, void *attribute, void *target) {
  return note_queue(NEXT(dispatch_queue_create_with_target)(label, attribute, target), attribute);
}

// Whether a queue lets blocks run together unless one is a barrier. Other attributes say it in a way that is libdispatch's.
static bool is_concurrent(const void *queue) {
  for (int i = queue_count; i > 0; i--) {
    if (queues[i - 1].queue != queue) continue;
    if (queues[i - 1].attribute == NULL) return false;
    if (queues[i - 1].attribute == dlsym(RTLD_DEFAULT, "_dispatch_queue_attr_concurrent")) return true;
    ch_refuse("a queue with attributes", ch_user_code(0));
  }
  ch_refuse("a queue that was made outside of the check", ch_user_code(0));
}

// The beginning of each block of C.
typedef struct {
  void *class;
  int flags, reserved;
  void (*invoke)(void *);
} block;

static void run_on(void *queue, bool is_barrier, void (*body)(void *), void *context) {
  const bool excludes = !is_concurrent(queue) || is_barrier;
  ch_lock_shared(queue, excludes);
  body(context);
  ch_unlock_shared(queue);
}

extern void dispatch_once(intptr_t *token, void *body), dispatch_once_f(intptr_t *token, void *context, void (*body)(void *));
void dispatch_once(intptr_t *token, void *body) { dispatch_once_f(token, body, ((block *)body)->invoke); }

extern void dispatch_sync(void *queue, void *body);
void dispatch_sync(void *queue, void *body) {
  if (!is_modeled()) return NEXT(dispatch_sync)(queue, body);
  run_on(queue, false, ((block *)body)->invoke, body);
}
extern void dispatch_barrier_sync(void *queue, void *body);
void dispatch_barrier_sync(void *queue, void *body) {
  if (!is_modeled()) return NEXT(dispatch_barrier_sync)(queue, body);
  run_on(queue, true, ((block *)body)->invoke, body);
}
extern void dispatch_sync_f(void *queue, void *context, void (*body)(void *));
void dispatch_sync_f(void *queue, void *context, void (*body)(void *)) {
  if (!is_modeled()) return NEXT(dispatch_sync_f)(queue, context, body);
  run_on(queue, false, body, context);
}

#endif
