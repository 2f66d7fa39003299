// The memory that a thread of the system has for itself: thread-local variables, errno, what it keeps by keys, its number.
//
// A check runs all code on one thread of the system. So it lends the code of each modeled thread, or of a job, the memory of
// another thread, which waits forever. There are two sets of such threads: code may compare the addresses of such memory, and
// decide by their bits. In one set the addresses rise and have the same low bits, in the other they fall and have other bits.
#include "Sections.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <unistd.h>

enum { bytes = 1 << 18, most_threads = 32 };
typedef struct {
  // The beginning of the thread's memory above its stack, and a copy of that memory from before any code has run.
  char *begin, *copy;
  void *pointer;
  pid_t number;
  sem_t is_ready;
} owner;
static owner owners[2 * most_threads];
static int owner_count;
static bool uses_second_set;
static uint32_t processors;
static bool may_write_register;
// The stacks, one after the other. Of the second set, every other one ends earlier.
static char *stacks;
enum : size_t { shift = 0x15000 };

// The first half of the numbers is the first set.
static int number_in_set(int thread, bool is_second) { return is_second ? most_threads + thread : thread; }
static size_t place_of(int number) { return number < most_threads ? (size_t)number : (size_t)(3 * most_threads - 1 - number); }
static size_t size_of(int number) { return number >= most_threads && number % 2 == 1 ? bytes - shift : bytes; }
static size_t own_bytes(int number) {
  return (size_t)(stacks + place_of(number) * bytes + size_of(number) - owners[number].begin);
}

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
  pthread_attr_setstack(&attributes, stacks + place_of(number) * bytes, size_of(number));
  pthread_t thread;
  const bool has_begun = pthread_create(&thread, &attributes, wait_forever, owner) == 0;
  pthread_attr_destroy(&attributes);
  if (!has_begun) return false;
  while (sem_wait(&owner->is_ready) != 0) {}
  owner->copy = malloc(own_bytes(number));
  return owner->copy != NULL;
}

static void keep(int number) { memcpy(owners[number].copy, owners[number].begin, own_bytes(number)); }
static void renew(int number) { memcpy(owners[number].begin, owners[number].copy, own_bytes(number)); }

bool ci_begin_own_memory(int threads) {
  if (owner_count >= threads) return true;
  if (stacks == NULL) {
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *memory = mmap(NULL, 2 * bytes * most_threads, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (memory == MAP_FAILED) return false;
    stacks = memory;
    processors = (uint32_t)get_nprocs_conf();
    enum { has_instruction = 2 };
    may_write_register = (getauxval(AT_HWCAP2) & has_instruction) != 0;
  }
  // A new thread joins the list of the C library, which runs through this memory, so all copies are made again.
  for (int i = 0; i < owner_count; i++) renew(i), renew(most_threads + i);
  sigset_t all, earlier;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &earlier);
  while (owner_count < threads && begin(owner_count) && begin(most_threads + owner_count)) owner_count++;
  pthread_sigmask(SIG_SETMASK, &earlier, NULL);
  for (int i = 0; i < owner_count; i++) keep(i), keep(most_threads + i);
  return owner_count >= threads;
}

// The C library looks there for the number of the processor.
extern const ptrdiff_t __rseq_offset __attribute__((weak));
static void set_processor(int thread, bool is_first) {
  if (&__rseq_offset == NULL) return;
  char *const pointer = owners[number_in_set(thread, is_first)].pointer;
  uint32_t *const numbers = (uint32_t *)(pointer + __rseq_offset);
  numbers[0] = numbers[1] = is_first ? 0 : (uint32_t)thread % processors;
}

void ci_renew_own_memory(int threads, bool is_second_set) {
  uses_second_set = is_second_set;
  for (int i = 0; i < threads; i++) {
    renew(number_in_set(i, is_second_set));
    set_processor(i, is_second_set);
  }
}

int ci_owner_of_memory(uintptr_t address) {
  const size_t offset = address - (uintptr_t)stacks;
  const int place = (int)(offset / bytes);
  if (offset >= 2 * bytes * most_threads) return -1;
  return place < most_threads ? place : 2 * most_threads - 1 - place;
}

int ci_own_number(int thread) { return owners[number_in_set(thread, uses_second_set)].number; }

static void use(void *pointer) {
#if defined(__x86_64__)
  enum { ARCH_SET_FS = 0x1002 };
  if (may_write_register) __asm__ volatile("wrfsbase %0" : : "r"(pointer) : "memory");
  else ci_system_call(SYS_arch_prctl, ARCH_SET_FS, (long)pointer, 0, 0, 0, 0);
#else
  __asm__ volatile("msr tpidr_el0, %0" : : "r"(pointer) : "memory");
#endif
}

void ci_use_own_memory(int thread) {
  static void *systems;
  if (thread >= 0) systems = __builtin_thread_pointer();
  use(thread >= 0 ? owners[number_in_set(thread, uses_second_set)].pointer : systems);
}

#else

bool ci_begin_own_memory(int threads) { return false; }
void ci_renew_own_memory(int threads, bool is_second_set) {}
int ci_owner_of_memory(uintptr_t address) { return -1; }
int ci_own_number(int thread) { return 0; }
void ci_use_own_memory(int thread) {}

#endif
