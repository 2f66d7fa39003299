// Stack switching in assembly, because that is twenty times faster than ucontext. Sanitizers keep track of stacks, and are
// told of each switch.
#include "CSingletonPlatform.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CP_ADDRESS_SANITIZER 1
#include <sanitizer/asan_interface.h>
#endif
// Apple's runtime is not known to have fibers.
#if __has_feature(thread_sanitizer) && !defined(__APPLE__)
#define CP_THREAD_SANITIZER 1
#include <sanitizer/tsan_interface.h>
#endif
#endif

typedef __attribute__((swiftcall)) void (*swift_body)(void *argument, __attribute__((swift_context)) void *context);

struct cp_coroutine {
  void *stack_pointer, *resumer;
  char *memory;
  size_t bytes;
  swift_body function;
  void *context, *argument;
  bool has_returned;
#if defined(CP_ADDRESS_SANITIZER)
  // The fake stack that the sanitizer keeps for each of the two stacks, and the bounds of the resumer's stack.
  void *own_fake_stack, *resumer_fake_stack;
  const void *resumer_bottom;
  size_t resumer_bytes;
#endif
#if defined(CP_THREAD_SANITIZER)
  void *fiber, *resumer_fiber;
#endif
};

cp_coroutine *cp_coroutine_make(size_t stack_bytes) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  const size_t bytes = (stack_bytes + page - 1) / page * page + page;
  cp_coroutine *coroutine = calloc(1, sizeof *coroutine);
  if (coroutine == NULL) return NULL;
  char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
  if (memory == MAP_FAILED || mprotect(memory, page, PROT_NONE) != 0) {
    if (memory != MAP_FAILED) munmap(memory, bytes);
    free(coroutine);
    return NULL;
  }
  coroutine->memory = memory;
  coroutine->bytes = bytes;
  return coroutine;
}

// Makes a sanitizer forget a coroutine's stack, on which frames have been abandoned.
static void forget_stack(cp_coroutine *coroutine) {
#if defined(CP_ADDRESS_SANITIZER)
  __asan_unpoison_memory_region(coroutine->memory, coroutine->bytes);
#endif
#if defined(CP_THREAD_SANITIZER)
  if (coroutine->fiber != NULL) __tsan_destroy_fiber(coroutine->fiber);
  coroutine->fiber = NULL;
#endif
}

// Inline, because a function that returned between the sanitizer's switch and the real one would return on a different
// stack of the sanitizer than the one on which it began.
#define INLINE __attribute__((always_inline)) static inline

// Called before the resumer's switch to the coroutine, and after the switch back.
INLINE void leave_resumer(cp_coroutine *coroutine) {
#if defined(CP_ADDRESS_SANITIZER)
  __sanitizer_start_switch_fiber(&coroutine->resumer_fake_stack, coroutine->memory, coroutine->bytes);
#endif
#if defined(CP_THREAD_SANITIZER)
  if (coroutine->fiber == NULL) coroutine->fiber = __tsan_create_fiber(0);
  coroutine->resumer_fiber = __tsan_get_current_fiber();
  __tsan_switch_to_fiber(coroutine->fiber, 0);
#endif
}

INLINE void reach_resumer(cp_coroutine *coroutine) {
#if defined(CP_ADDRESS_SANITIZER)
  __sanitizer_finish_switch_fiber(coroutine->resumer_fake_stack, NULL, NULL);
#endif
}

// Called before the coroutine's switch to the resumer, and at its beginning or after the switch back.
INLINE void leave_coroutine(cp_coroutine *coroutine) {
#if defined(CP_ADDRESS_SANITIZER)
  __sanitizer_start_switch_fiber(&coroutine->own_fake_stack, coroutine->resumer_bottom, coroutine->resumer_bytes);
#endif
#if defined(CP_THREAD_SANITIZER)
  __tsan_switch_to_fiber(coroutine->resumer_fiber, 0);
#endif
}

INLINE void reach_coroutine(cp_coroutine *coroutine) {
#if defined(CP_ADDRESS_SANITIZER)
  __sanitizer_finish_switch_fiber(
    coroutine->own_fake_stack, &coroutine->resumer_bottom, &coroutine->resumer_bytes);
#endif
}

void cp_coroutine_free(cp_coroutine *coroutine) {
  forget_stack(coroutine);
  munmap(coroutine->memory, coroutine->bytes);
  free(coroutine);
}

// The bottom frame of a coroutine, which never returns: once the body has returned, each resume yields immediately.
__attribute__((noreturn, used)) static void run(cp_coroutine *coroutine) {
  reach_coroutine(coroutine);
  coroutine->function(coroutine->argument, coroutine->context);
  coroutine->has_returned = true;
  for (;;) cp_coroutine_yield(coroutine);
}

// Pushes the callee-saved registers, saves the stack pointer in `*kept`, and pops the registers from `other`.
#if defined(__x86_64__)

__attribute__((naked, noinline)) static void switch_stack(void **kept, void *other) {
  __asm__ volatile("pushq %rbp\n pushq %rbx\n pushq %r12\n pushq %r13\n pushq %r14\n pushq %r15\n"
                   "movq %rsp, (%rdi)\n"
                   "movq %rsi, %rsp\n"
                   "popq %r15\n popq %r14\n popq %r13\n popq %r12\n popq %rbx\n popq %rbp\n"
                   // Not a `ret`, because the processor would predict a return to the caller of this function.
                   "popq %rcx\n jmp *%rcx\n");
}

// The first code that runs on a stack, with the coroutine and `run` in callee-saved registers.
__attribute__((naked, noinline)) static void enter(void) {
  __asm__ volatile("movq %r12, %rdi\n jmp *%r13\n");
}

// The words of the first `switch_stack` to a coroutine: r15, r14, r13, r12, rbx, rbp, and the address to go to. In `enter`
// the stack pointer is then 16n + 8, as after a call, and points to a return address of 0.
enum { first_words = 10, run_word = 2, coroutine_word = 3, enter_word = 6 };

#elif defined(__aarch64__)

__attribute__((naked, noinline)) static void switch_stack(void **kept, void *other) {
  __asm__ volatile("sub sp, sp, #160\n"
                   "stp x19, x20, [sp]\n stp x21, x22, [sp, #16]\n stp x23, x24, [sp, #32]\n"
                   "stp x25, x26, [sp, #48]\n stp x27, x28, [sp, #64]\n stp x29, x30, [sp, #80]\n"
                   "stp d8, d9, [sp, #96]\n stp d10, d11, [sp, #112]\n"
                   "stp d12, d13, [sp, #128]\n stp d14, d15, [sp, #144]\n"
                   "mov x9, sp\n str x9, [x0]\n mov sp, x1\n"
                   "ldp x19, x20, [sp]\n ldp x21, x22, [sp, #16]\n ldp x23, x24, [sp, #32]\n"
                   "ldp x25, x26, [sp, #48]\n ldp x27, x28, [sp, #64]\n ldp x29, x30, [sp, #80]\n"
                   "ldp d8, d9, [sp, #96]\n ldp d10, d11, [sp, #112]\n"
                   "ldp d12, d13, [sp, #128]\n ldp d14, d15, [sp, #144]\n"
                   "add sp, sp, #160\n ret\n");
}

__attribute__((naked, noinline)) static void enter(void) {
  __asm__ volatile("mov x0, x19\n mov x29, xzr\n mov x30, xzr\n br x20\n");
}

// The words of the first `switch_stack` to a coroutine, from x19 and x20 on; x30 is the address to go to.
enum { first_words = 20, coroutine_word = 0, run_word = 1, enter_word = 11 };

#else
#error "the registers that a call preserves on this architecture are not known"
#endif

void cp_coroutine_begin(cp_coroutine *coroutine, const void *function, const void *context, void *argument) {
  coroutine->function = (swift_body)function;
  coroutine->context = (void *)context;
  coroutine->argument = argument;
  coroutine->has_returned = false;
  forget_stack(coroutine);
  void **top = (void **)(coroutine->memory + coroutine->bytes) - first_words;
  for (int word = 0; word < first_words; word++) top[word] = NULL;
  top[coroutine_word] = coroutine;
  top[run_word] = (void *)run;
  top[enter_word] = (void *)enter;
  coroutine->stack_pointer = top;
}

const uintptr_t *cp_coroutine_stack(const cp_coroutine *coroutine, size_t *count) {
  const uintptr_t *words = coroutine->stack_pointer;
  *count = (const uintptr_t *)(coroutine->memory + coroutine->bytes) - words;
  return words;
}

bool cp_coroutine_contains(const cp_coroutine *coroutine, const void *address) {
  return (uintptr_t)address - (uintptr_t)coroutine->memory < coroutine->bytes;
}

bool cp_coroutine_resume(cp_coroutine *coroutine) {
  leave_resumer(coroutine);
  switch_stack(&coroutine->resumer, coroutine->stack_pointer);
  reach_resumer(coroutine);
  return !coroutine->has_returned;
}

void cp_coroutine_yield(cp_coroutine *coroutine) {
  leave_coroutine(coroutine);
  switch_stack(&coroutine->stack_pointer, coroutine->resumer);
  reach_coroutine(coroutine);
}
