#include "Sections.h"

#if CS_CAN_TAKE_OVER

// Blocks that a queue runs synchronously, on the thread that calls it. A serial queue excludes as a lock does, and a concurrent
// queue as a readers-writer lock does, whose writers are barriers. The queue itself is not used, because to libdispatch all jobs
// run on one thread.

/// Where a queue has what, as libdispatch tells debuggers.
enum { number_index = 5, target_index = 13 };
static const uint16_t *offsets;

/// The states of queues that are idle, not suspended, and run their blocks on no other queue of the program.
static uint64_t serial_state, concurrent_state;

static uint64_t state_of(const void *queue) {
  // The state is in front of the serial number.
  return *(const uint64_t *)((const char *)queue + offsets[number_index] - sizeof(uint64_t));
}

/// Returns the state of a new queue, or 0 if the program has no libdispatch.
static uint64_t new_state(const void *attribute) {
  void *(*create)(const char *, const void *) = (void *(*)(const char *, const void *))cs_symbol("dispatch_queue_create");
  void (*release)(void *) = (void (*)(void *))cs_symbol("dispatch_release");
  if (!create || !release || !offsets) return 0;
  void *queue = create("", attribute);
  const uint64_t state = state_of(queue);
  release(queue);
  return state;
}

void cs_find_queues(void) {
  offsets = cs_symbol("dispatch_queue_offsets");
  serial_state = new_state(NULL);
  concurrent_state = new_state(cs_symbol("_dispatch_queue_attr_concurrent"));
}

/// Whether a queue is followed: it is idle, and what it runs its blocks on is libdispatch's.
static bool is_followed(const void *queue) {
  const uint64_t state = queue && offsets ? state_of(queue) : 0;
  if (state == 0 || (state != serial_state && state != concurrent_state)) return false;
  const void *target = *(const void *const *)((const char *)queue + offsets[target_index]);
  return cs_image_of(target) == cs_image_of(offsets);
}

bool cs_run_on_queue(void *queue, bool is_barrier, void (*body)(void *), void *context, uintptr_t code) {
  if (!cs_is_watched() || !is_followed(queue)) return false;
  const uintptr_t lock = (uintptr_t)queue | cs_queue_tag;
  const bool shares = !is_barrier && state_of(queue) == concurrent_state;
  // As libdispatch does: a block that waits for its own queue.
  if (cs_held_queue(lock) && !shares) __builtin_trap();
  if (cs_held_queue(lock)) cs_stop("a job waits for a concurrent queue in a block of the same queue");
  cs_begin_queue(lock, shares, code);
  while (!cs_is_open(shares ? lock | cs_shared_tag : lock))
    if (!cs_wait_for_lock(shares ? lock | cs_shared_tag : lock, code))
      cs_stop("a job waits for a queue where others cannot come between; check the accessor with threads, too");
  cs_take_queue(lock, shares, code);
  body(context);
  cs_give_queue(lock, shares);
  return true;
}

/// The beginning of each block of C.
typedef struct {
  void *class;
  int flags, reserved;
  void (*invoke)(void *);
} block;

bool cs_run_block(void *queue, bool is_barrier, void *work, uintptr_t code) {
  void (*const body)(void *) = ((const block *)work)->invoke;
  // A block that libdispatch has made may ask for a barrier itself.
  const bool is_known = is_barrier || !cs_is_watched() || !is_followed(queue) || state_of(queue) == serial_state ||
                        cs_image_of((const void *)body) != cs_image_of(offsets);
  return is_known && cs_run_on_queue(queue, is_barrier, body, work, code);
}

// MARK: - The queue that runs a block

bool cs_demand_queue(void *queue, enum cs_demand demand) {
  if (!cs_is_watched()) return false;
  const uintptr_t word = cs_held_queue((uintptr_t)queue | cs_queue_tag);
  if (!word) return false;
  if (demand == cs_is_elsewhere || (demand == cs_is_alone && word & cs_shared_tag)) __builtin_trap();
  return true;
}

bool cs_find_specific(const void *key, uintptr_t *value) {
  const uintptr_t word = cs_is_watched() ? cs_held_queue(0) : 0;
  void *(*find)(void *, const void *) = (void *(*)(void *, const void *))cs_symbol("dispatch_queue_get_specific");
  if (!word || !find) return false;
  *value = (uintptr_t)find((void *)(word & ~(uintptr_t)(cs_queue_tag | cs_shared_tag)), key);
  return true;
}
#endif
