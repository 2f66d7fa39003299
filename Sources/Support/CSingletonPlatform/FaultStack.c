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

// What the words before the stacks of threads that wait are.
enum { process_word, code_word, begun_word, ended_word, words_before_stacks };

static _Atomic uint64_t *waiting;
static size_t waiting_capacity, waiting_count;

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <dirent.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
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

// Notes the number of functions on a stack, and their addresses.
static void note_stack(_Atomic uint64_t *words, size_t most, const void *context) {
  const mcontext_t *registers = &((const ucontext_t *)context)->uc_mcontext;
#if defined(__x86_64__)
  struct frame frame = {(uint64_t)registers->gregs[REG_RBP], (uint64_t)registers->gregs[REG_RIP]};
#else
  struct frame frame = {registers->regs[29], registers->pc};
#endif
  size_t depth = 0;
  uint64_t last = 0;
  while (depth < most && frame.code) {
    atomic_store_explicit(words + 1 + depth++, frame.code, memory_order_relaxed);
    // The frames of callers are further up.
    const uint64_t address = frame.caller;
    if (address <= last || !read_frame(address, &frame)) break;
    last = address;
  }
  atomic_store_explicit(words, depth, memory_order_release);
}

size_t cp_return_addresses(uint64_t *addresses, size_t most) {
  struct frame frame;
  uint64_t address = (uint64_t)__builtin_frame_address(0), last = 0;
  size_t depth = 0;
  while (depth < most && address > last && read_frame(address, &frame)) {
    addresses[depth++] = frame.code;
    last = address;
    address = frame.caller;
  }
  return depth;
}

void note_fault_stack(const void *context) {
  // Two threads may crash at once. The second one, which would end the process, waits until the first one has noted its stack.
  enum { nobody, somebody, done };
  static atomic_int noting = nobody;
  if (!noted) return;
  int expected = nobody;
  if (atomic_compare_exchange_strong(&noting, &expected, somebody)) {
    if (!atomic_exchange(noted, 1)) note_stack(noted + 1, capacity, context);
    atomic_store(&noting, done);
  }
  while (atomic_load(&noting) != done) sched_yield();
}

// A signal that nothing else uses.
static int request(void) { return SIGRTMIN + 13; }

static void note_waiting(int signal, siginfo_t *info, void *context) {
  const uint64_t index = atomic_fetch_add(waiting + begun_word, 1);
  _Atomic uint64_t *stack = waiting + words_before_stacks + index * (1 + waiting_capacity);
  if (index < waiting_count) note_stack(stack, waiting_capacity, context);
  atomic_fetch_add(waiting + ended_word, 1);
}

static uint64_t code_here(void) { return (uint64_t)(uintptr_t)note_waiting; }

void cp_note_waiting_stacks(uint64_t *words, size_t depth, size_t count) {
  waiting = (_Atomic uint64_t *)words;
  waiting_capacity = depth;
  waiting_count = count;
  waiting[process_word] = (uint64_t)getpid();
  waiting[code_word] = code_here();
  struct sigaction action = {.sa_sigaction = note_waiting, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(request(), &action, NULL);
}

void cp_let_stack_be_noted(void) {
  sigset_t requests;
  sigemptyset(&requests);
  sigaddset(&requests, request());
  pthread_sigmask(SIG_UNBLOCK, &requests, NULL);
}

// Whether a thread would get the request: those of Dispatch block all signals.
static bool takes_requests(pid_t process, pid_t thread) {
  char path[64], line[128];
  snprintf(path, sizeof path, "/proc/%d/task/%d/status", process, thread);
  FILE *status = fopen(path, "re");
  unsigned long long blocked = ~0ull;
  while (status && fgets(line, sizeof line, status) && sscanf(line, "SigBlk: %llx", &blocked) != 1) {}
  if (status) fclose(status);
  return !(blocked >> (request() - 1) & 1);
}

int cp_ask_for_stacks(pid_t group, pid_t only, uint64_t *words, int64_t *distance) {
  const pid_t process = (pid_t)words[process_word];
  *distance = (int64_t)(code_here() - words[code_word]);
  words[begun_word] = words[ended_word] = 0;
  // A strategy can overwrite the memory.
  if (process <= 0 || getpgid(process) != group) return 0;
  char path[32];
  snprintf(path, sizeof path, "/proc/%d/task", process);
  DIR *threads = opendir(path);
  if (!threads) return 0;
  int asked = 0;
  for (const struct dirent *entry; (entry = readdir(threads));) {
    const pid_t thread = atoi(entry->d_name);
    if (only > 0 && thread != only) continue;
    if (thread > 0 && takes_requests(process, thread) && syscall(SYS_tgkill, process, thread, request()) == 0) asked++;
  }
  closedir(threads);
  return asked;
}

pid_t cp_thread_number(void) { return (pid_t)syscall(SYS_gettid); }

size_t cp_task_continuations(const void *task, uint64_t *addresses, size_t most) {
  // A task keeps the code in which it continues, and then its context, which begins as a frame does.
  enum { continuation_offset = 0x38 };
  struct frame next;
  if (!task || !read_frame((uint64_t)task + continuation_offset, &next)) return 0;
  next = (struct frame){next.code, next.caller};
  size_t depth = 0;
  do addresses[depth++] = next.code;
  while (depth < most && read_frame(next.caller, &next) && next.code);
  return depth;
}
#else
size_t cp_return_addresses(uint64_t *addresses, size_t most) {
  return 0;
}

void note_fault_stack(const void *context) {}

void cp_note_waiting_stacks(uint64_t *words, size_t depth, size_t count) {}

void cp_let_stack_be_noted(void) {}

int cp_ask_for_stacks(pid_t group, pid_t only, uint64_t *words, int64_t *distance) {
  return 0;
}

pid_t cp_thread_number(void) { return 0; }

size_t cp_task_continuations(const void *task, uint64_t *addresses, size_t most) {
  return 0;
}
#endif
