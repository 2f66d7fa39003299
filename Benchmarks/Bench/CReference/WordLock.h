#pragma once
// The lock of the toolchain's Mutex, by hand: the owner's thread number in a word.

#include <stdatomic.h>
#include <stdint.h>
#if defined(__linux__)
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif
#if defined(__APPLE__)
#include <os/lock.h>
#endif

#if defined(__linux__)
typedef _Atomic uint32_t word_lock;
static _Thread_local uint32_t own_number;

static inline uint32_t number_of_this_thread(void) {
  if (own_number == 0) own_number = (uint32_t)syscall(SYS_gettid);
  return own_number;
}

// Like the toolchain's lock, this one spins briefly before it calls the kernel.
#if defined(__x86_64__)
#define SPINS 1000
#define PAUSE() __builtin_ia32_pause()
#else
#define SPINS 100
#define PAUSE() __asm__ volatile("yield")
#endif

__attribute__((noinline)) static void lock_slowly(word_lock *lock) {
  for (int spin = 0; spin < SPINS; spin++) {
    uint32_t nobody = atomic_load_explicit(lock, memory_order_relaxed);
    if (nobody == 0
        && atomic_compare_exchange_strong_explicit(
            lock, &nobody, number_of_this_thread(), memory_order_acquire, memory_order_relaxed))
      return;
    PAUSE();
  }
  syscall(SYS_futex, lock, FUTEX_LOCK_PI_PRIVATE, 0, NULL, NULL, 0);
}

__attribute__((noinline)) static void unlock_slowly(word_lock *lock) {
  syscall(SYS_futex, lock, FUTEX_UNLOCK_PI_PRIVATE, 0, NULL, NULL, 0);
}

static inline void acquire(word_lock *lock) {
  uint32_t nobody = 0;
  if (!atomic_compare_exchange_strong_explicit(
          lock, &nobody, number_of_this_thread(), memory_order_acquire, memory_order_relaxed))
    lock_slowly(lock);
}

static inline void release(word_lock *lock) {
  uint32_t owner = number_of_this_thread();
  if (!atomic_compare_exchange_strong_explicit(lock, &owner, 0, memory_order_release, memory_order_relaxed))
    unlock_slowly(lock);
}
#elif defined(__APPLE__)
typedef os_unfair_lock word_lock;
static inline void acquire(word_lock *lock) { os_unfair_lock_lock(lock); }
static inline void release(word_lock *lock) { os_unfair_lock_unlock(lock); }
#endif
