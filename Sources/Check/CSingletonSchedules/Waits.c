#include "Order.h"

#if CS_CAN_TAKE_OVER
#include <string.h>
#include <sys/mman.h>

// A task that waits for one that has ended goes on at once, and no job tells of it. So the functions by which tasks wait
// begin with a jump to one that notes it, and then does what they began with.

typedef CS_ASYNC void wait_function(CS_CONTEXT void *context, void *, void *, void *, void *, void *, void *);

enum { wait_count = 7, most_begin_bytes = 32 };
static wait_function *originals[wait_count];

#define WAIT(index, name, does) \
  static CS_ASYNC void wait_##index(CS_CONTEXT void *context, void *a, void *b, void *c, void *d, void *e, void *f) { \
    does; \
    __attribute__((musttail)) return originals[index](context, a, b, c, d, e, f); \
  }

/// Returns the task of an `async let`, which is the last word of its record, with flags.
static const void *task_of(const void *record) {
  uintptr_t task;
  memcpy(&task, (const char *)record + 3 * sizeof task, sizeof task);
  return (const void *)(task & ~(uintptr_t)7);
}

#define WAITS(each) \
  each(0, swift_task_future_wait, cs_note_wait(b)) each(1, swift_task_future_wait_throwing, cs_note_wait(b)) \
  each(2, swift_asyncLet_get, cs_note_wait(task_of(a))) \
  each(3, swift_asyncLet_get_throwing, cs_note_wait(task_of(a))) \
  each(4, swift_asyncLet_finish, cs_note_wait(task_of(a))) \
  each(5, swift_asyncLet_consume, cs_note_wait(task_of(a))) \
  each(6, swift_asyncLet_consume_throwing, cs_note_wait(task_of(a)))

WAITS(WAIT)

static cs_redirection waits[] = {
#define LIST(index, name, does) {#name, (void *)wait_##index, NULL},
    WAITS(LIST)};

void cs_find_waits(void) { cs_find(waits, wait_count); }

#if defined(__x86_64__)

/// Returns the number of bytes of the instructions that a jump replaces if they are known to do the same elsewhere, or 0.
static size_t movable_bytes(const unsigned char *code) {
  // push %rbp; push %r14; lea 8(%rsp), %rbp
  static const unsigned char frame[] = {0x55, 0x41, 0x56, 0x48, 0x8d, 0x6c, 0x24, 0x08};
  static const unsigned char reserve[] = {0x48, 0x83, 0xec}, look[] = {0x50, 0x48, 0x8b, 0x47, 0x18},
                             leave[] = {0x50, 0x48, 0x83, 0xc4, 0x10};
  if (memcmp(code, frame, sizeof frame) != 0) return 0;
  code += sizeof frame;
  if (memcmp(code, reserve, sizeof reserve) == 0) return sizeof frame + 4;
  if (memcmp(code, look, sizeof look) == 0 || memcmp(code, leave, sizeof leave) == 0) return sizeof frame + 5;
  return 0;
}

/// Returns what does the same as a function once that begins with a jump, or NULL.
static void *moved(const unsigned char *function, unsigned char *place) {
  static const unsigned char jump[] = {0xff, 0x25, 0x00, 0x00, 0x00, 0x00};
  const size_t bytes = function ? movable_bytes(function) : 0;
  if (!bytes) return NULL;
  const unsigned char *next = function + bytes;
  memcpy(place, function, bytes);
  memcpy(place + bytes, jump, sizeof jump);
  memcpy(place + bytes + sizeof jump, &next, sizeof next);
  return place;
}

bool cs_follow_waits(void) {
  const size_t size = 1 << 12;
  unsigned char *place = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (place == MAP_FAILED) return false;
  bool is_known = true;
  for (int i = 0; i < wait_count && is_known; i++) {
    originals[i] = (wait_function *)moved(waits[i].function, place + i * most_begin_bytes);
    is_known = originals[i] != NULL;
  }
  return is_known && mprotect(place, size, PROT_READ | PROT_EXEC) == 0 && !cs_redirect_all(waits, wait_count);
}

#else
bool cs_follow_waits(void) { return false; }
#endif
#endif
