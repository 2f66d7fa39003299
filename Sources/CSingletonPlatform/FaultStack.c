#include "FaultStack.h"

#include <stdatomic.h>
#include <stddef.h>

#include "CSingletonPlatform.h"

// The first word is 1 as soon as a thread notes its stack, the second one is then the number of words that follow.
static _Atomic uint64_t *noted;
static size_t capacity;

void cp_note_fault_stack(uint64_t *words, size_t count) {
  noted = (_Atomic uint64_t *)words;
  capacity = count - 2;
}

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <sched.h>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>

// A function's frame begins with the address of its caller's frame and that of the code that it returns to.
struct frame {
  uint64_t caller;
  uint64_t code;
};

// Reads memory that may not be there: a function without frames may use the register for something else.
static bool read_frame(uint64_t address, struct frame *frame) {
  struct iovec to = {frame, sizeof *frame}, from = {(void *)address, sizeof *frame};
  return address % sizeof(uint64_t) == 0 && process_vm_readv(getpid(), &to, 1, &from, 1, 0) == sizeof *frame;
}

static void note_stack(const void *context) {
  const mcontext_t *registers = &((const ucontext_t *)context)->uc_mcontext;
#if defined(__x86_64__)
  struct frame frame = {(uint64_t)registers->gregs[REG_RBP], (uint64_t)registers->gregs[REG_RIP]};
#else
  struct frame frame = {registers->regs[29], registers->pc};
#endif
  size_t depth = 0;
  uint64_t last = 0;
  while (depth < capacity && frame.code) {
    atomic_store_explicit(noted + 2 + depth++, frame.code, memory_order_relaxed);
    // The frames of callers are further up.
    const uint64_t address = frame.caller;
    if (address <= last || !read_frame(address, &frame)) break;
    last = address;
  }
  atomic_store_explicit(noted + 1, depth, memory_order_release);
}

void note_fault_stack(const void *context) {
  // Two threads may crash at once. The second one, which would end the process, waits until the first one has noted its stack.
  enum { nobody, somebody, done };
  static atomic_int noting = nobody;
  if (!noted) return;
  int expected = nobody;
  if (atomic_compare_exchange_strong(&noting, &expected, somebody)) {
    if (!atomic_exchange(noted, 1)) note_stack(context);
    atomic_store(&noting, done);
  }
  while (atomic_load(&noting) != done) sched_yield();
}
#else
void note_fault_stack(const void *context) { (void)context; }
#endif
