#include "KnownInstructions.h"

#if defined(__x86_64__)
bool known_instructions_exist(void) { return true; }

// The marks are called in the same piece of assembly, so that the compiler adds nothing in between. It holds no values in
// registers that a call may change, and the stack pointer avoids the red zone, where the compiler may keep some.
#define BETWEEN_MARKS(name, instructions)                                                                     \
  struct cp_steps name(void) {                                                                                \
    static char memory[128];                                                                                  \
    cp_take_steps();                                                                                          \
    __asm__ volatile("movq %%rsp, %%rbx\n"                                                                    \
                     "movq %0, %%r12\n"                                                                       \
                     "subq $128, %%rsp\n"                                                                     \
                     "andq $-16, %%rsp\n"                                                                     \
                     "call " CP_LIBRARY_NAME("cp_begin_steps") "\n" instructions                              \
                     "call " CP_LIBRARY_NAME("cp_end_steps") "\n"                                             \
                     "movq %%rbx, %%rsp\n"                                                                    \
                     :                                                                                        \
                     : "r"(memory)                                                                            \
                     : "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "memory", "cc"); \
    return cp_take_steps();                                                                                   \
  }

__asm__(".text\nknown_two_instructions:\ncld\nret\n");

BETWEEN_MARKS(count_nothing, "")
BETWEEN_MARKS(count_two, "cld\npause\n")
BETWEEN_MARKS(count_padding, "nop\nnopw (%%rax)\nnopl 8(%%rax, %%rax)\n")
BETWEEN_MARKS(count_call, "call known_two_instructions\n")
BETWEEN_MARKS(count_indirect_call, "leaq known_two_instructions(%%rip), %%rax\ncall *%%rax\n")
BETWEEN_MARKS(count_locked, "lock incq (%%r12)\nincq (%%r12)\n")
BETWEEN_MARKS(count_exchanges, "xchgq %%rax, (%%r12)\nxchgq %%rax, %%rcx\n")
BETWEEN_MARKS(count_system_call, "movl $-1, %%eax\nsyscall\ncld\n")
BETWEEN_MARKS(count_repeated, "movq %%r12, %%rdi\nmovl $100, %%ecx\nrep stosb\n")
BETWEEN_MARKS(count_fence, "mfence\n")
#else
bool known_instructions_exist(void) { return false; }

#define UNKNOWN(name) struct cp_steps name(void) { return cp_take_steps(); }

UNKNOWN(count_nothing)
UNKNOWN(count_two)
UNKNOWN(count_padding)
UNKNOWN(count_call)
UNKNOWN(count_indirect_call)
UNKNOWN(count_locked)
UNKNOWN(count_exchanges)
UNKNOWN(count_system_call)
UNKNOWN(count_repeated)
UNKNOWN(count_fence)
#endif
