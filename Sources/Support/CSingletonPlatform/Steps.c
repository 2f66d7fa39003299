#include "CSingletonPlatform.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#if defined(__linux__)
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/personality.h>
#include <time.h>
#include <unistd.h>
#endif

#if defined(__x86_64__)
#include <cpuid.h>
#include <sys/syscall.h>
#if defined(__linux__)
#include <elf.h>
#include <linux/futex.h>
#include <sys/auxv.h>
#include <ucontext.h>
#else
#include <sys/ucontext.h>
#endif
#if defined(__APPLE__)
#define REGISTER(context, linux_name, name) (((ucontext_t *)(context))->uc_mcontext->__ss.__##name)
#else
#define REGISTER(context, linux_name, name) (((ucontext_t *)(context))->uc_mcontext.gregs[REG_##linux_name])
#endif

enum { trap_flag = 0x100 };

// Zero in a process that is not prepared, where a trap would end it.
__attribute__((used)) static uint32_t is_open __asm__("cp_steps_are_open");

// In a library that is loaded, a call goes by a table unless no other file can define the function. The jump there would be
// counted.
#if defined(__ELF__)
#define NO_TABLE(function) ".protected " function "\n"
#else
#define NO_TABLE(function) ""
#endif

// The first instruction that traps is the one after the return, and the last is the call of the second function. So none of
// the instructions here is counted.
__asm__(
    ".text\n"
    NO_TABLE("cp_begin_steps")
    NO_TABLE("cp_end_steps")
    ".p2align 4\n"
    ".globl " CP_LIBRARY_NAME("cp_begin_steps") "\n"
    CP_LIBRARY_NAME("cp_begin_steps") ":\n"
    "  cmpl $0, cp_steps_are_open(%rip)\n"
    "  je 1f\n"
    "  pushfq\n"
    "  orq $0x100, (%rsp)\n"
    "  popfq\n"
    "1:\n"
    "  ret\n"
    ".globl " CP_LIBRARY_NAME("cp_end_steps") "\n"
    CP_LIBRARY_NAME("cp_end_steps") ":\n"
    "  ret\n");

static struct {
  struct cp_steps steps;
  pthread_t thread;
  // The address of the instruction that runs until the next trap, or NULL before the first.
  const uint8_t *running;
  uint64_t most;
  struct sigaction earlier_action;
  stack_t earlier_stack;
} state;

// MARK: Instructions

struct instruction {
  // The opcode, behind the prefixes.
  const uint8_t *opcode;
  bool is_locked, is_repeated;
};

static struct instruction decoded(const uint8_t *byte) {
  struct instruction result = {byte, false, false};
  for (;; byte++) {
    switch (*byte) {
      case 0xf0: result.is_locked = true; continue;
      case 0xf2: case 0xf3: result.is_repeated = true; continue;
      case 0x26: case 0x2e: case 0x36: case 0x3e: case 0x64: case 0x65: case 0x66: case 0x67: continue;
      case 0x40 ... 0x4f: continue;  // REX
      default: result.opcode = byte; return result;
    }
  }
}

static bool uses_memory(const uint8_t *opcode) { return opcode[1] >> 6 != 3; }

static bool is_atomic(struct instruction it) {
  const bool exchanges = (it.opcode[0] == 0x86 || it.opcode[0] == 0x87) && uses_memory(it.opcode);
  return it.is_locked || exchanges;
}

static bool is_call(struct instruction it) {
  const int extension = it.opcode[1] >> 3 & 7;
  return it.opcode[0] == 0xe8 || (it.opcode[0] == 0xff && (extension == 2 || extension == 3));
}

static bool is_system_call(struct instruction it) { return it.opcode[0] == 0x0f && it.opcode[1] == 0x05; }

// Whether it does nothing: how many of these a linker or an assembler places before a jump depends on the addresses. `pause`
// has a prefix.
static bool is_padding(struct instruction it) {
  return (it.opcode[0] == 0x90 && !it.is_repeated) || (it.opcode[0] == 0x0f && it.opcode[1] == 0x1f);
}

// Whether it is a string instruction, which traps after each repetition.
static bool traps_repeatedly(struct instruction it) {
  const uint8_t code = it.opcode[0];
  return it.is_repeated && ((code >= 0xa4 && code <= 0xa7) || (code >= 0xaa && code <= 0xaf));
}

// MARK: Functions of the kernel

#if defined(__linux__)
static uintptr_t kernel_begin, kernel_end;

static void find_kernel_functions(void) {
  kernel_begin = getauxval(AT_SYSINFO_EHDR);
  kernel_end = kernel_begin;
  if (kernel_begin == 0) return;
  const Elf64_Ehdr *header = (const Elf64_Ehdr *)kernel_begin;
  const Elf64_Phdr *parts = (const Elf64_Phdr *)(kernel_begin + header->e_phoff);
  for (int i = 0; i < header->e_phnum; i++) {
    if (parts[i].p_type == PT_LOAD) kernel_end = kernel_begin + parts[i].p_vaddr + parts[i].p_memsz;
  }
}

static bool is_kernel(const uint8_t *address) {
  return (uintptr_t)address >= kernel_begin && (uintptr_t)address < kernel_end;
}
#else
static void find_kernel_functions(void) {}

static bool is_kernel(const uint8_t *address) {
  return false;
}
#endif

// MARK: Counting

static void count(const uint8_t *address) {
  const struct instruction it = decoded(address);
  if (is_kernel(address) || is_padding(it)) return;
  state.steps.instructions++;
  state.steps.atomics += is_atomic(it);
  state.steps.calls += is_call(it);
  state.steps.system_calls += is_system_call(it);
}

// MARK: System calls after which other threads run

#if defined(__linux__)
static bool blocks_traps(void *context) {
  const uint64_t *set = (const uint64_t *)REGISTER(context, RSI, rsi);
  return set != NULL && REGISTER(context, RDI, rdi) != SIG_UNBLOCK && (*set >> (SIGTRAP - 1) & 1) != 0;
}

static enum cp_steps_end end_at_call(void *context) {
  switch (REGISTER(context, RAX, rax)) {
    case SYS_rt_sigprocmask: return blocks_traps(context) ? cp_steps_blocks_traps : cp_steps_not_taken;
    case SYS_clone: case SYS_clone3: case SYS_fork: case SYS_vfork: return cp_steps_starts_thread;
    case SYS_epoll_wait: case SYS_epoll_pwait: case SYS_poll: case SYS_ppoll: case SYS_select: case SYS_pselect6:
      return cp_steps_waits;
    case SYS_futex:
      switch (REGISTER(context, RSI, rsi) & FUTEX_CMD_MASK) {
        case FUTEX_WAKE: case FUTEX_WAKE_BITSET: case FUTEX_UNLOCK_PI: return cp_steps_not_taken;
        default: return cp_steps_waits;
      }
    default: return cp_steps_not_taken;
  }
}
#else
static enum cp_steps_end end_at_call(void *context) {
  enum { unix_calls = 0x2000000, semaphore_wait = 0x1000024 };
  switch (REGISTER(context, RAX, rax)) {
    case unix_calls + SYS_bsdthread_create: case unix_calls + SYS_fork: return cp_steps_starts_thread;
    case unix_calls + SYS_psynch_mutexwait: case unix_calls + SYS_psynch_cvwait: case unix_calls + SYS_ulock_wait:
    case semaphore_wait:
      return cp_steps_waits;
    case unix_calls + SYS___pthread_sigmask: return cp_steps_blocks_traps;
    default: return cp_steps_not_taken;
  }
}
#endif

// MARK: Traps

static void end_at(enum cp_steps_end end, void *context) {
  REGISTER(context, EFL, rflags) &= ~trap_flag;
  state.steps.end = end;
  state.running = NULL;
}

// Counts the instruction that has run since the last trap.
static void count_running(const uint8_t *next) {
  const uint8_t *ran = state.running;
  count(ran);
  // Linux returns from a system call so that the instruction after it does not trap.
  const struct instruction it = decoded(ran);
  if (is_system_call(it) && next != it.opcode + 2) count(it.opcode + 2);
  state.steps.system_calls += is_kernel(next) && !is_kernel(ran);
}

static void take_step(int signal, siginfo_t *info, void *context) {
  const uint8_t *next = (const uint8_t *)REGISTER(context, RIP, rip);
  if (!pthread_equal(pthread_self(), state.thread)) {
    REGISTER(context, EFL, rflags) &= ~trap_flag;
    return;
  }
  // The instruction that runs until the last trap is the call of `cp_end_steps`.
  if (next == (const uint8_t *)cp_end_steps) return end_at(cp_steps_taken, context);
  if (state.running == next && traps_repeatedly(decoded(next))) return;
  if (state.running != NULL) count_running(next);
  if (state.steps.instructions > state.most) return end_at(cp_steps_too_many, context);
  const enum cp_steps_end end = is_system_call(decoded(next)) ? end_at_call(context) : cp_steps_not_taken;
  if (end != cp_steps_not_taken) return end_at(end, context);
  state.running = next;
}

static void watch_traps(void) {
  static char stack[1 << 16];
  const stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&own, &state.earlier_stack);
  struct sigaction action = {.sa_sigaction = take_step, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  sigaction(SIGTRAP, &action, &state.earlier_action);
  sigset_t traps;
  sigemptyset(&traps);
  sigaddset(&traps, SIGTRAP);
  pthread_sigmask(SIG_UNBLOCK, &traps, NULL);
}

enum cp_steps_end cp_open_steps(void) {
  state.thread = pthread_self();
  state.most = cp_most_steps;
  find_kernel_functions();
  watch_traps();
  is_open = 1;
  cp_begin_steps();
  cp_end_steps();
  const enum cp_steps_end end = cp_take_steps().end;
  if (end == cp_steps_taken) return end;
  cp_close_steps();
  return cp_steps_no_traps;
}

void cp_limit_steps(uint64_t most) { state.most = most; }

struct cp_steps cp_take_steps(void) {
  const struct cp_steps steps = state.steps;
  memset(&state.steps, 0, sizeof state.steps);
  return steps;
}

void cp_close_steps(void) {
  is_open = 0;
  sigaction(SIGTRAP, &state.earlier_action, NULL);
  sigaltstack(&state.earlier_stack, NULL);
}

// MARK: What chooses among the variants of a library's function

uint64_t cp_processor_features(void) {
  static const unsigned leaves[][2] = {{1, 0}, {7, 0}, {7, 1}, {0x80000001, 0}};
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (size_t i = 0; i < sizeof leaves / sizeof *leaves; i++) {
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (!__get_cpuid_count(leaves[i][0], leaves[i][1], &a, &b, &c, &d)) continue;
    // In these leaves, EAX and EBX of the first have the model and the number of the core.
    const unsigned facts[] = {leaves[i][1] == 1 ? a : 0, leaves[i][0] == 7 ? b : 0, c, d};
    for (size_t word = 0; word < 4; word++) hash = (hash ^ facts[word]) * UINT64_C(0x100000001b3);
  }
  return hash;
}
#else
enum cp_steps_end cp_open_steps(void) { return cp_steps_unsupported; }
struct cp_steps cp_take_steps(void) { return (struct cp_steps){.end = cp_steps_unsupported}; }
void cp_limit_steps(uint64_t most) {}
void cp_close_steps(void) {}
void cp_begin_steps(void) {}
void cp_end_steps(void) {}
uint64_t cp_processor_features(void) { return 0; }
#endif

#if defined(__linux__)
// The state of a thread is the letter behind its name, which is in parentheses. A thread that has ended counts as asleep.
static bool sleeps(const char *thread) {
  char path[64], text[128];
  snprintf(path, sizeof path, "/proc/self/task/%.16s/stat", thread);
  FILE *file = fopen(path, "r");
  if (file == NULL) return true;
  const size_t size = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[size] = '\0';
  const char *name = strrchr(text, ')');
  return name == NULL || strncmp(name, ") R", 3) != 0;
}

static bool others_sleep(void) {
  DIR *threads = opendir("/proc/self/task");
  if (threads == NULL) return true;
  bool result = true;
  for (struct dirent *entry; result && (entry = readdir(threads)) != NULL;) {
    if (entry->d_name[0] != '.' && atoi(entry->d_name) != gettid()) result = sleeps(entry->d_name);
  }
  closedir(threads);
  return result;
}

void cp_wait_until_others_sleep(void) {
  for (int i = 0; i < 500 && !others_sleep(); i++) nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
}

int cp_fix_addresses(void) {
  const int earlier = personality(0xffffffff);
  if (earlier >= 0) personality((unsigned long)earlier | ADDR_NO_RANDOMIZE);
  return earlier;
}

void cp_move_addresses(int earlier) {
  if (earlier >= 0) personality((unsigned long)earlier);
}

bool cp_has_fixed_addresses(void) {
  const int now = personality(0xffffffff);
  return now >= 0 && (now & ADDR_NO_RANDOMIZE) != 0;
}
#else
void cp_wait_until_others_sleep(void) {}
int cp_fix_addresses(void) { return -1; }
void cp_move_addresses(int earlier) {}
bool cp_has_fixed_addresses(void) { return false; }
#endif
