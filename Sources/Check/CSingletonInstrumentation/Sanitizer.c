// The functions that instrumented code calls. They are weak, so that a program that is linked with the thread sanitizer
// has those of the sanitizer.
#include "Sections.h"

const ci_observer *ci_active;
bool ci_passes_allocations_on;
uintptr_t ci_files[ci_file_limit];
int ci_file_count;

// Beside the address sanitizer, too, where nothing is checked: code that is compiled for a check calls them.
#if defined(__linux__) && defined(__GLIBC__) && !__has_feature(thread_sanitizer)

#include <string.h>

#define CALLER ((uintptr_t)__builtin_return_address(0))
// The frame of the function that calls this one.
#define CALLER_FRAME (*(const uintptr_t **)__builtin_frame_address(0))
#define WEAK __attribute__((weak))
#define HOOK WEAK void

// Tells the observer, if there is one.
#define TELL(event, ...) \
  do { \
    if (ci_active != NULL) ci_active->event(__VA_ARGS__); \
  } while (0)

HOOK __tsan_init(void) {
  if (ci_file_count < ci_file_limit) ci_files[ci_file_count++] = CALLER;
}

#define ACCESSES(size) \
  HOOK __tsan_read##size(void *a) { TELL(read, (uintptr_t)a, size, CALLER); } \
  HOOK __tsan_write##size(void *a) { TELL(write, (uintptr_t)a, size, CALLER); } \
  HOOK __tsan_unaligned_read##size(void *a) { TELL(read, (uintptr_t)a, size, CALLER); } \
  HOOK __tsan_unaligned_write##size(void *a) { TELL(write, (uintptr_t)a, size, CALLER); } \
  HOOK __tsan_volatile_read##size(void *a) { TELL(read, (uintptr_t)a, size, CALLER); } \
  HOOK __tsan_volatile_write##size(void *a) { TELL(write, (uintptr_t)a, size, CALLER); } \
  HOOK __tsan_unaligned_volatile_read##size(void *a) { TELL(read, (uintptr_t)a, size, CALLER); } \
  HOOK __tsan_unaligned_volatile_write##size(void *a) { TELL(write, (uintptr_t)a, size, CALLER); }

ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

HOOK __tsan_read_range(void *a, unsigned long size) { TELL(read, (uintptr_t)a, size, CALLER); }
HOOK __tsan_write_range(void *a, unsigned long size) { TELL(write, (uintptr_t)a, size, CALLER); }

// Swift's own pass.
HOOK __tsan_external_write(void *a, void *code, void *tag) { TELL(pass, (uintptr_t)a, true, CALLER); }
HOOK __tsan_external_read(void *a, void *code, void *tag) { TELL(pass, (uintptr_t)a, false, CALLER); }
WEAK void *__tsan_external_register_tag(const char *name) { return (void *)1; }
HOOK __tsan_external_assign_tag(void *a, void *tag) {}

HOOK __tsan_vptr_update(void **a, void *value) { TELL(write, (uintptr_t)a, 8, CALLER); }
HOOK __tsan_vptr_read(void **a) { TELL(read, (uintptr_t)a, 8, CALLER); }
HOOK __tsan_func_entry(void *code) { TELL(enter, CALLER, CALLER_FRAME); }
HOOK __tsan_func_exit(void) { TELL(leave, CALLER_FRAME); }
HOOK __tsan_ignore_thread_begin(void) { TELL(end_object, true); }
HOOK __tsan_ignore_thread_end(void) { TELL(end_object, false); }

// MARK: Copies

#define COPY(name) \
  WEAK void *__tsan_##name(void *to, const void *from, unsigned long size) { \
    TELL(copy, (uintptr_t)to, (uintptr_t)from, size, CALLER); \
    name(to, from, size); \
    TELL(filled); \
    return to; \
  }

COPY(memcpy)
COPY(memmove)

WEAK void *__tsan_memset(void *to, int byte, unsigned long size) {
  TELL(fill, (uintptr_t)to, size, CALLER);
  memset(to, byte, size);
  TELL(filled);
  return to;
}

// MARK: Atomics

#define ACCESS(bytes, ...) \
  &(ci_atomic){.address = (uintptr_t)a, .size = bytes, .order = (uint8_t)order, .code = CALLER, __VA_ARGS__}

#define MODIFICATION(bits, type, name, does, operand, builtin) \
  WEAK type __tsan_atomic##bits##_##name(volatile type *a, type value, int order) { \
    uintptr_t found; \
    if (ci_active != NULL \
        && ci_active->modify( \
          ACCESS(bits / 8, .failure_order = (uint8_t)order, .update = does, .value = (type)(operand)), &found)) \
      return (type)found; \
    return builtin(a, value, order); \
  }

#define ATOMICS(bits, type) \
  WEAK type __tsan_atomic##bits##_load(const volatile type *a, int order) { \
    uintptr_t found; \
    if (ci_active != NULL && ci_active->load(ACCESS(bits / 8), &found)) return (type)found; \
    return __atomic_load_n(a, order); \
  } \
  HOOK __tsan_atomic##bits##_store(volatile type *a, type stored, int order) { \
    if (ci_active != NULL && ci_active->store(ACCESS(bits / 8, .value = stored))) return; \
    __atomic_store_n(a, stored, order); \
  } \
  MODIFICATION(bits, type, exchange, ci_exchange, value, __atomic_exchange_n) \
  MODIFICATION(bits, type, fetch_add, ci_add, value, __atomic_fetch_add) \
  MODIFICATION(bits, type, fetch_sub, ci_add, 0 - value, __atomic_fetch_sub) \
  MODIFICATION(bits, type, fetch_and, ci_and, value, __atomic_fetch_and) \
  MODIFICATION(bits, type, fetch_or, ci_or, value, __atomic_fetch_or) \
  MODIFICATION(bits, type, fetch_xor, ci_xor, value, __atomic_fetch_xor) \
  WEAK type __tsan_atomic##bits##_compare_exchange_val( \
    volatile type *a, type compared, type desired, int order, int failure) { \
    uintptr_t found; \
    if (ci_active != NULL \
        && ci_active->modify( \
          ACCESS(bits / 8, .failure_order = (uint8_t)failure, .update = ci_compare_exchange, .value = desired, \
            .expected = compared), &found)) \
      return (type)found; \
    __atomic_compare_exchange_n(a, &compared, desired, false, order, failure); \
    return compared; \
  } \
  WEAK int __tsan_atomic##bits##_compare_exchange_strong( \
    volatile type *a, type *compared, type desired, int order, int failure) { \
    const type before = *compared; \
    *compared = __tsan_atomic##bits##_compare_exchange_val(a, before, desired, order, failure); \
    return *compared == before; \
  } \
  WEAK int __tsan_atomic##bits##_compare_exchange_weak( \
    volatile type *a, type *compared, type desired, int order, int failure) { \
    return __tsan_atomic##bits##_compare_exchange_strong(a, compared, desired, order, failure); \
  }

ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

#if defined(__x86_64__)

// Each access to two words at once is the one instruction that the processor has for it.
typedef unsigned __int128 words;

static words exchange_words(volatile words *a, words expected, words value, uintptr_t code) {
  TELL(words, (uintptr_t)a, code);
  uint64_t low = (uint64_t)expected, high = (uint64_t)(expected >> 64);
  __asm__ volatile("lock cmpxchg16b %0"
                   : "+m"(*a), "+a"(low), "+d"(high)
                   : "b"((uint64_t)value), "c"((uint64_t)(value >> 64))
                   : "cc", "memory");
  return (words)high << 64 | low;
}

WEAK words __tsan_atomic128_load(const volatile words *a, int order) {
  return exchange_words((volatile words *)a, 0, 0, CALLER);
}
WEAK words __tsan_atomic128_exchange(volatile words *a, words value, int order) {
  words old = *a;
  for (words found; (found = exchange_words(a, old, value, CALLER)) != old;) old = found;
  return old;
}
HOOK __tsan_atomic128_store(volatile words *a, words value, int order) { __tsan_atomic128_exchange(a, value, order); }
WEAK words __tsan_atomic128_compare_exchange_val(
  volatile words *a, words expected, words value, int order, int failure) {
  return exchange_words(a, expected, value, CALLER);
}

#endif

HOOK __tsan_atomic_thread_fence(int order) {
  if (ci_active != NULL && ci_active->fence(order, CALLER)) return;
  __atomic_thread_fence(order);
}
HOOK __tsan_atomic_signal_fence(int order) {}

// MARK: Mutex

// In a debug build, the function that gives back a Mutex of Swift is in each object file that locks one. The linker takes any
// of them, also one that is compiled without the flags; but these before all, because those are weak.

#define SWIFT __attribute__((swiftcall))
#define MUTEX "$s15Synchronization5MutexVAARi_zrlE"
#define DEFER "_0_YKYTXEqd_0_YKs5ErrorRd_0_Ri_d__r0_lF6$deferL_yysA"

WEAK SWIFT void unlock_slow(__attribute__((swift_context)) uint32_t *word) __asm__(
  "$s15Synchronization12_MutexHandleV11_unlockSlowyyF");

static void give_back(uint32_t *word, uintptr_t code) {
  // The number of the thread, with a mark if others wait.
  const uint32_t own = __atomic_load_n(word, __ATOMIC_RELAXED) & ~(1u << 31);
  uint32_t before = own;
  uintptr_t found;
  const ci_atomic change = {.address = (uintptr_t)word, .expected = own, .code = code, .size = sizeof own,
    .order = __ATOMIC_RELEASE, .failure_order = __ATOMIC_RELAXED, .update = ci_compare_exchange};
  if (ci_active != NULL && ci_active->modify(&change, &found)) before = (uint32_t)found;
  else __atomic_compare_exchange_n(word, &before, 0, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
  if (before != own || own == 0) unlock_slow(word);
}

#define GIVE_BACK(name, symbol) \
  SWIFT void name(uint32_t *word) __asm__(symbol); \
  SWIFT void name(uint32_t *word) { give_back(word, CALLER); }

GIVE_BACK(ci_end_lock, MUTEX "8withLockyqd__qd__xzYuqd" DEFER "ERd_0_Ri_zRi_d__r_0_lF")
GIVE_BACK(ci_end_try, MUTEX "19withLockIfAvailableyqd__Sgqd__xzYuqd" DEFER "FRd_0_Ri_zRi_d__r_0_lF")

#endif
