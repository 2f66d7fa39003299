// Queues, which exclude as locks do.
#include "Hooks.h"

#if CH_AVAILABLE

#include <stdio.h>

// The queues of this execution, with the attributes with which they were made, and the queues on which they run their blocks,
// which exclude those of other queues there; NULL for one of the system.
enum { queue_limit = 64, target_limit = 8 };
typedef struct {
  const void *queue, *attribute, *target;
} made_queue;
static made_queue queues[queue_limit];
static int queue_count;

void ch_forget_queues(void) { queue_count = 0; }

static void note_queue(const void *queue, const void *attribute, const void *target) {
  if (!is_checked() || queue_count == queue_limit) return;
  queues[queue_count++] = (made_queue){queue, attribute, target};
}

static made_queue *known_queue(const void *queue) {
  for (int i = queue_count; i > 0; i--)
    if (queues[i - 1].queue == queue) return &queues[i - 1];
  ch_refuse("a queue that was made outside of the check", ch_user_code(0));
}

// Attributes that libdispatch has made of others, with a priority, for example. They say in its own way what the others say.
static struct {
  const void *made, *from;
} attributes[queue_limit];
static int attribute_count;

static void *note_attribute(void *made, const void *from) {
  if (attribute_count < queue_limit) {
    attributes[attribute_count].made = made;
    attributes[attribute_count++].from = from;
  }
  return made;
}

static const void *plain_attribute(const void *attribute) {
  for (int i = attribute_count; i > 0; i--)
    if (attributes[i - 1].made == attribute) attribute = attributes[i - 1].from;
  return attribute;
}

extern void *dispatch_queue_attr_make_with_qos_class(void *attribute, unsigned class, int priority);
void *dispatch_queue_attr_make_with_qos_class(void *attribute, unsigned class, int priority) {
  return note_attribute(NEXT(dispatch_queue_attr_make_with_qos_class)(attribute, class, priority), attribute);
}
extern void *dispatch_queue_attr_make_with_autorelease_frequency(void *attribute, unsigned long frequency);
void *dispatch_queue_attr_make_with_autorelease_frequency(void *attribute, unsigned long frequency) {
  return note_attribute(NEXT(dispatch_queue_attr_make_with_autorelease_frequency)(attribute, frequency), attribute);
}

// Whether a queue is one of those of the system, which exclude nothing.
extern void *dispatch_get_global_queue(intptr_t class, uintptr_t flags);
static bool is_global(const void *queue) {
  static const intptr_t classes[] = {0x21, 0x19, 0x15, 0x11, 0x09, 0};
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    if (queue == dispatch_get_global_queue(classes[i], 0)) return true;
  return queue == NULL;
}

extern void *dispatch_queue_create(const char *label, void *attribute);
void *dispatch_queue_create(const char *label, void *attribute) {
  void *const queue = NEXT(dispatch_queue_create)(label, attribute);
  note_queue(queue, attribute, NULL);
  return queue;
}
extern void *dispatch_queue_create_with_target(const char *label, void *attribute, void *target);
void *dispatch_queue_create_with_target(const char *label, void *attribute, void *target) {
  void *const queue = NEXT(dispatch_queue_create_with_target)(label, attribute, target);
  note_queue(queue, attribute, is_global(target) ? NULL : target);
  return queue;
}
extern void dispatch_set_target_queue(void *object, void *target);
void dispatch_set_target_queue(void *object, void *target) {
  if (is_modeled()) ch_refuse("a queue that is led to another one", ch_user_code(CALLER));
  NEXT(dispatch_set_target_queue)(object, target);
  for (int i = queue_count; ch_current == setup && i > 0; i--)
    if (queues[i - 1].queue == object) queues[i - 1].target = is_global(target) ? NULL : target;
}

// Whether a queue lets blocks run together unless one is a barrier.
static bool is_concurrent(const made_queue *queue) {
  const void *attribute = plain_attribute(queue->attribute);
  if (attribute == NULL) return false;
  if (attribute == dlsym(RTLD_DEFAULT, "_dispatch_queue_attr_concurrent")) return true;
  ch_refuse("a queue with attributes", ch_user_code(0));
}

// The beginning of each block of C.
typedef struct {
  void *class;
  int flags, reserved;
  void (*invoke)(void *);
} block;

// As the library does, takes the queue first, and then those on which it runs its blocks, of which each other one is free.
static void run_on(const void *queue, bool is_barrier, void (*body)(void *), void *context) {
  ch_thread *self = &ch_threads[ch_current];
  const ch_queue_entry *const outer = self->queue;
  ch_queue_entry entries[target_limit];
  bool are_concurrent[target_limit];
  int count = 0;
  for (const made_queue *known; queue != NULL; queue = known->target) {
    if (count == target_limit) ch_refuse("more than 8 queues that run their blocks on each other", ch_user_code(0));
    known = known_queue(queue);
    are_concurrent[count] = is_concurrent(known);
    const bool excludes = !are_concurrent[count] || (is_barrier && count == 0);
    ch_lock_shared(queue, excludes, are_concurrent[count]);
    entries[count] = (ch_queue_entry){queue, excludes, outer};
    if (count > 0) entries[count - 1].outer = &entries[count];
    count++;
  }
  self->queue = &entries[0];
  body(context);
  self->queue = outer;
  while (count-- > 0) ch_unlock_shared(entries[count].queue, are_concurrent[count]);
}

// MARK: The queue that a thread runs on

// Returns the innermost entry of the thread for a queue, or NULL.
static const ch_queue_entry *entry_of(const void *queue) {
  const ch_queue_entry *entry = ch_threads[ch_current].queue;
  while (entry != NULL && entry->queue != queue) entry = entry->outer;
  return entry;
}

extern void *dispatch_queue_get_specific(void *queue, const void *key), *dispatch_get_specific(const void *key);
void *dispatch_get_specific(const void *key) {
  if (!is_modeled()) return NEXT(dispatch_get_specific)(key);
  const ch_queue_entry *entry = ch_threads[ch_current].queue;
  const void *queue = entry == NULL ? NULL : entry->queue;
  void *found = NULL;
  for (; queue != NULL && found == NULL; queue = known_queue(queue)->target)
    found = dispatch_queue_get_specific((void *)queue, key);
  return found;
}

// Stops the process if a demand is not met, as the library does.
#define DEMAND(name, is_met) \
  extern void name(void *queue); \
  void name(void *queue) { \
    if (!is_modeled()) { \
      /* The library writes to a log before it stops the process. */ \
      UNSEEN(NEXT(name)(queue)); \
      return; \
    } \
    const ch_queue_entry *entry = entry_of(queue); \
    if (!(is_met)) { \
      fputs(#name ": the block does not run as it demands\n", stderr); \
      ch_fail(ch_trapped, ch_user_code(CALLER)); \
    } \
  }

DEMAND(dispatch_assert_queue, entry != NULL)
DEMAND(dispatch_assert_queue_not, entry == NULL)
DEMAND(dispatch_assert_queue_barrier, entry != NULL && entry->excludes)

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

extern void dispatch_barrier_sync_f(void *queue, void *context, void (*body)(void *));
void dispatch_barrier_sync_f(void *queue, void *context, void (*body)(void *)) {
  if (!is_modeled()) return NEXT(dispatch_barrier_sync_f)(queue, context, body);
  run_on(queue, true, body, context);
}

#endif
