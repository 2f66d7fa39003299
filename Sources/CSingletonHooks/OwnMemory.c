// The memory that a thread of the system has for itself: thread-local variables, errno, what it keeps by keys, its number.
//
// All modeled threads run on one thread of the system. So each of them has the memory of another one, which waits forever,
// and finds this memory as new at the beginning of each execution.
#include "Hooks.h"

#if CH_AVAILABLE

#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);

enum { bytes = 1 << 18 };
typedef struct {
  // What the system has put above the stack of the thread, and a copy of it from before anything has run.
  char *begin, *copy;
  void *pointer;
  pid_t number;
  sem_t is_ready;
} owner;
static owner owners[ch_thread_limit];
static int owner_count;
static uint32_t processors;
// The stacks, one after the other.
static char *stacks;

static size_t own_bytes(int number) { return (size_t)(stacks + (size_t)(number + 1) * bytes - owners[number].begin); }

static void *wait_forever(void *argument) {
  owner *self = argument;
  // The allocator keeps lists for each thread, which an execution does not put back.
  free(malloc(1));
  self->begin = __builtin_frame_address(0);
  self->pointer = __builtin_thread_pointer();
  self->number = (pid_t)syscall(SYS_gettid);
  sem_post(&self->is_ready);
  for (;;) pause();
}

static bool begin(int number) {
  owner *owner = &owners[number];
  sem_init(&owner->is_ready, 0, 0);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stacks + (size_t)number * bytes, bytes);
  pthread_t thread;
  const bool has_begun = NEXT(pthread_create)(&thread, &attributes, wait_forever, owner) == 0;
  pthread_attr_destroy(&attributes);
  if (!has_begun) return false;
  while (sem_wait(&owner->is_ready) != 0) {}
  owner->copy = __libc_malloc(own_bytes(number));
  return owner->copy != NULL;
}

bool ch_begin_own_memory(int threads) {
  if (owner_count >= threads) return true;
  if (stacks == NULL) {
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *memory = mmap(NULL, bytes * ch_thread_limit, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (memory == MAP_FAILED) return false;
    stacks = memory;
    processors = (uint32_t)get_nprocs_conf();
  }
  // The system links what it knows of its threads.
  ch_renew_own_memory(owner_count);
  sigset_t all, earlier;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &earlier);
  while (owner_count < threads && begin(owner_count)) owner_count++;
  pthread_sigmask(SIG_SETMASK, &earlier, NULL);
  for (int i = 0; i < owner_count; i++) memcpy(owners[i].copy, owners[i].begin, own_bytes(i));
  return owner_count >= threads;
}

// The C library looks there for the number of the processor.
extern const ptrdiff_t __rseq_offset __attribute__((weak));
static void set_processor(int thread) {
  if (&__rseq_offset == NULL) return;
  uint32_t *const numbers = (uint32_t *)((char *)owners[thread].pointer + __rseq_offset);
  numbers[0] = numbers[1] = ch_is_mirrored() ? 0 : (uint32_t)thread % processors;
}

void ch_renew_own_memory(int threads) {
  for (int i = 0; i < threads; i++) {
    memcpy(owners[i].begin, owners[i].copy, own_bytes(i));
    set_processor(i);
  }
}

int ch_owner_of_memory(uintptr_t address) {
  const size_t offset = address - (uintptr_t)stacks;
  return offset < bytes * ch_thread_limit ? (int)(offset / bytes) : nobody;
}

// In the arrangement in which addresses are in the reverse order, the first thread is the main thread, and all run on one
// processor; otherwise none is, and each has a processor of its own.
int ch_own_number(void) { return ch_is_mirrored() && ch_current == 0 ? getpid() : owners[ch_current].number; }

static void use(void *pointer) {
#if defined(__x86_64__)
  enum { may_write = 2, ARCH_SET_FS = 0x1002 };
  if ((getauxval(AT_HWCAP2) & may_write) != 0) __asm__ volatile("wrfsbase %0" : : "r"(pointer) : "memory");
  else ci_system_call(SYS_arch_prctl, ARCH_SET_FS, (long)pointer, 0, 0, 0, 0);
#else
  __asm__ volatile("msr tpidr_el0, %0" : : "r"(pointer) : "memory");
#endif
}

// No address of a variable of one thread is known to the compiler when it comes to the other.
__attribute__((noinline)) static void take(int thread) { ch_current = thread; }
__attribute__((noinline)) static bool resume(cp_coroutine *coroutine) {
  ci_see_calls(true);
  const bool is_unfinished = cp_coroutine_resume(coroutine);
  ci_see_calls(false);
  return is_unfinished;
}

bool ch_run_watched(int user, cp_coroutine *coroutine) {
  ci_set_user(user);
  if (user >= setup) return resume(coroutine);
  void *const pointer = __builtin_thread_pointer();
  use(owners[user].pointer);
  take(user);
  const bool is_unfinished = resume(coroutine);
  take(nobody);
  use(pointer);
  return is_unfinished;
}

#endif
