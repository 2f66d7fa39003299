// The functions that instrumented code calls. They are weak, so that a program that is linked with the thread sanitizer
// has those of the sanitizer.
#include "Hooks.h"

#if CH_AVAILABLE

#define HOOK __attribute__((weak)) void

#define ACCESSES(size) \
  HOOK __tsan_read##size(void *a) { ch_read((uintptr_t)a, size, CALLER); } \
  HOOK __tsan_write##size(void *a) { ch_write((uintptr_t)a, size, CALLER); } \
  HOOK __tsan_unaligned_read##size(void *a) { ch_read((uintptr_t)a, size, CALLER); } \
  HOOK __tsan_unaligned_write##size(void *a) { ch_write((uintptr_t)a, size, CALLER); } \
  HOOK __tsan_volatile_read##size(void *a) { ch_read((uintptr_t)a, size, CALLER); } \
  HOOK __tsan_volatile_write##size(void *a) { ch_write((uintptr_t)a, size, CALLER); } \
  HOOK __tsan_unaligned_volatile_read##size(void *a) { ch_read((uintptr_t)a, size, CALLER); } \
  HOOK __tsan_unaligned_volatile_write##size(void *a) { ch_write((uintptr_t)a, size, CALLER); }

ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

HOOK __tsan_read_range(void *a, unsigned long size) { ch_read((uintptr_t)a, size, CALLER); }
HOOK __tsan_write_range(void *a, unsigned long size) { ch_write((uintptr_t)a, size, CALLER); }

// Swift's own pass: a variable is passed `inout`. If the code that gets it is instrumented, it announces what it does.
HOOK __tsan_external_write(void *a, void *code, void *tag) { ch_pass((uintptr_t)a, true, CALLER); }
HOOK __tsan_external_read(void *a, void *code, void *tag) { ch_pass((uintptr_t)a, false, CALLER); }
__attribute__((weak)) void *__tsan_external_register_tag(const char *name) { return (void *)1; }
HOOK __tsan_external_assign_tag(void *a, void *tag) {}

HOOK __tsan_vptr_update(void **a, void *value) { ch_write((uintptr_t)a, 8, CALLER); }
HOOK __tsan_vptr_read(void **a) { ch_read((uintptr_t)a, 8, CALLER); }
// Code that is compiled for a check, though it may access no memory before it waits.
HOOK __tsan_func_entry(void *code) {
  if (is_checked()) ch_announced++;
}
HOOK __tsan_func_exit(void) {}
// Brackets around a deinit, whose accesses are not instrumented; what it calls is.
HOOK __tsan_ignore_thread_begin(void) {}
HOOK __tsan_ignore_thread_end(void) {}

// MARK: Copies

#define COPY(name) \
  __attribute__((weak)) void *__tsan_##name(void *to, const void *from, unsigned long size) { \
    if (!is_checked()) return name(to, from, size); \
    ch_read((uintptr_t)from, size, CALLER); \
    ch_write_too((uintptr_t)to, size, CALLER); \
    name(to, from, size); \
    if (is_modeled()) ch_settle(); \
    return to; \
  }

COPY(memcpy)
COPY(memmove)

__attribute__((weak)) void *__tsan_memset(void *to, int byte, unsigned long size) {
  ch_write((uintptr_t)to, size, CALLER);
  memset(to, byte, size);
  if (is_modeled()) ch_settle();
  return to;
}

// MARK: Atomics

// Returns the atom that an atomic access covers, or -1 if no other thread can notice the access.
static int atom_of(uintptr_t address, size_t size, bool writes, uintptr_t code) {
  ch_settle();
  ch_announced++;
  if (ch_is_cache(address)) return -1;
  if (writes) ch_keep_old(address, size);
  ch_note_guarded_access(address, size, writes);
  ch_note_access(address, code);
  ch_touch(address, size, writes);
  ch_note_repetition(address, code);
  ch_wipe();
  const int atom = ch_atom_at(address);
  if (atom < 0) return -1;
  if (ch_atoms[atom].address != address || ch_atoms[atom].size != size)
    ch_refuse("atomic accesses of different sizes that overlap", code);
  if (ch_peek(address, size) != ch_atoms[atom].newest)
    ch_refuse("a change of shared memory by code that is not instrumented", code);
  return atom;
}

// Values are sign-extended, so that adding -1 is the same in each size.
static uintptr_t extended(uintptr_t value, size_t size) {
  const int shift = 64 - 8 * (int)size;
  return (uintptr_t)((intptr_t)(value << shift) >> shift);
}

static uintptr_t truncated(uintptr_t value, size_t size) { return size == 8 ? value : value & ((UINT64_C(1) << 8 * size) - 1); }

static void keep(int atom, uintptr_t value) {
  ch_atoms[atom].newest = value;
  ch_poke(ch_atoms[atom].address, value, ch_atoms[atom].size);
}

static ch_operation operation(ch_kind kind, uintptr_t address, size_t size, int order, uintptr_t code) {
  return (ch_operation){.kind = kind, .order = (uint8_t)order, .failure_order = (uint8_t)order, .size = (uint8_t)size,
    .address = address, .code = code};
}

// An atomic that is no event belongs to the thread alone.
static void change(uintptr_t address, uintptr_t value, size_t size) {
  if (ch_peek(address, size) == value) return;
  ch_threads[ch_current].has_written = true;
  ch_end_repetition();
  ch_poke(address, value, size);
}

uintptr_t ch_atomic_load(uintptr_t address, size_t size, int order, uintptr_t code) {
  const int atom = atom_of(address, size, false, code);
  if (atom < 0) return ch_peek(address, size);
  return ch_ask(operation(ch_load, address, size, order, code));
}

static void store(uintptr_t address, uintptr_t value, size_t size, int order, uintptr_t code) {
  const int atom = atom_of(address, size, true, code);
  if (atom < 0) return change(address, value, size);
  ch_operation next = operation(ch_store, address, size, order, code);
  next.value = value;
  ch_ask(next);
  keep(atom, value);
}

// Returns the value that an update writes.
static uintptr_t updated(ch_update update, uintptr_t old, uintptr_t value) {
  switch (update) {
    case ch_add: return old + value;
    case ch_and: return old & value;
    case ch_or: return old | value;
    case ch_xor: return old ^ value;
    case ch_exchange:
    case ch_compare_exchange: return value;
  }
}

// The exploration computes with whole words, as this does unless the result leaves the range of the size.
uintptr_t ch_atomic_modify(
  uintptr_t address, ch_update update, uintptr_t value, uintptr_t expected, size_t size, int order, int failure,
  uintptr_t code) {
  if (update == ch_compare_exchange && is_modeled()) ch_meet(ch_met_exchange);
  const int atom = atom_of(address, size, true, code);
  uintptr_t old = ch_peek(address, size);
  if (atom >= 0) {
    if (update == ch_compare_exchange && size == 4 && ch_exchange_mutex(address, value, code)) {
      keep(atom, value);
      return expected;
    }
    ch_operation next = operation(ch_modify, address, size, order, code);
    next.failure_order = (uint8_t)failure;
    next.update = update;
    next.value = update == ch_add ? extended(value, size) : value;
    next.expected = expected;
    old = ch_ask(next);
    if (update == ch_add && old + next.value != truncated(old + next.value, size))
      ch_refuse("an atomic sum that leaves the range of its type", code);
  }
  if (update == ch_compare_exchange && old != expected) {
    ch_threads[ch_current].failed_word = address;
    ch_threads[ch_current].failed_code = code;
    return old;
  }
  const uintptr_t new = truncated(updated(update, old, value), size);
  if (atom >= 0) keep(atom, new);
  else change(address, new, size);
  return old;
}

// What is not modeled runs on threads of the system.
#define MODIFICATION(bits, type, name, update, builtin) \
  __attribute__((weak)) type __tsan_atomic##bits##_##name(volatile type *a, type value, int order) { \
    if (!is_modeled()) { \
      if (is_checked()) ch_write((uintptr_t)a, bits / 8, CALLER); \
      return builtin(a, value, order); \
    } \
    return (type)ch_atomic_modify((uintptr_t)a, update, value, 0, bits / 8, order, order, CALLER); \
  }

#define ATOMICS(bits, type) \
  __attribute__((weak)) type __tsan_atomic##bits##_load(const volatile type *a, int order) { \
    if (is_modeled()) return (type)ch_atomic_load((uintptr_t)a, bits / 8, order, CALLER); \
    if (is_checked()) ch_read((uintptr_t)a, bits / 8, CALLER); \
    return __atomic_load_n(a, order); \
  } \
  HOOK __tsan_atomic##bits##_store(volatile type *a, type value, int order) { \
    if (is_modeled()) return store((uintptr_t)a, value, bits / 8, order, CALLER); \
    if (is_checked()) ch_write((uintptr_t)a, bits / 8, CALLER); \
    __atomic_store_n(a, value, order); \
  } \
  MODIFICATION(bits, type, exchange, ch_exchange, __atomic_exchange_n) \
  MODIFICATION(bits, type, fetch_add, ch_add, __atomic_fetch_add) \
  MODIFICATION(bits, type, fetch_and, ch_and, __atomic_fetch_and) \
  MODIFICATION(bits, type, fetch_or, ch_or, __atomic_fetch_or) \
  MODIFICATION(bits, type, fetch_xor, ch_xor, __atomic_fetch_xor) \
  __attribute__((weak)) type __tsan_atomic##bits##_fetch_sub(volatile type *a, type value, int order) { \
    if (is_modeled()) return (type)ch_atomic_modify((uintptr_t)a, ch_add, (type)(0 - value), 0, bits / 8, order, order, CALLER); \
    if (is_checked()) ch_write((uintptr_t)a, bits / 8, CALLER); \
    return __atomic_fetch_sub(a, value, order); \
  } \
  __attribute__((weak)) type __tsan_atomic##bits##_compare_exchange_val( \
    volatile type *a, type expected, type value, int order, int failure) { \
    if (is_modeled()) \
      return (type)ch_atomic_modify((uintptr_t)a, ch_compare_exchange, value, expected, bits / 8, order, failure, CALLER); \
    if (is_checked()) ch_write((uintptr_t)a, bits / 8, CALLER); \
    __atomic_compare_exchange_n(a, &expected, value, false, order, failure); \
    return expected; \
  } \
  __attribute__((weak)) int __tsan_atomic##bits##_compare_exchange_strong( \
    volatile type *a, type *expected, type value, int order, int failure) { \
    const type before = *expected; \
    *expected = __tsan_atomic##bits##_compare_exchange_val(a, before, value, order, failure); \
    return *expected == before; \
  } \
  __attribute__((weak)) int __tsan_atomic##bits##_compare_exchange_weak( \
    volatile type *a, type *expected, type value, int order, int failure) { \
    return __tsan_atomic##bits##_compare_exchange_strong(a, expected, value, order, failure); \
  }

ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

#if defined(__x86_64__)

// Two words at once are refused by name on modeled threads. Elsewhere all of it is the one instruction of the processor.
typedef unsigned __int128 words;

static words exchange_words(volatile words *a, words expected, words value, uintptr_t code) {
  if (is_modeled()) ch_refuse("an atomic access to 16 bytes", code);
  if (is_checked()) ch_write((uintptr_t)a, sizeof *a, code);
  uint64_t low = (uint64_t)expected, high = (uint64_t)(expected >> 64);
  __asm__ volatile("lock cmpxchg16b %0"
                   : "+m"(*a), "+a"(low), "+d"(high)
                   : "b"((uint64_t)value), "c"((uint64_t)(value >> 64))
                   : "cc", "memory");
  return (words)high << 64 | low;
}

__attribute__((weak)) words __tsan_atomic128_load(const volatile words *a, int order) {
  return exchange_words((volatile words *)a, 0, 0, CALLER);
}
__attribute__((weak)) words __tsan_atomic128_exchange(volatile words *a, words value, int order) {
  words old = *a;
  for (words found; (found = exchange_words(a, old, value, CALLER)) != old;) old = found;
  return old;
}
HOOK __tsan_atomic128_store(volatile words *a, words value, int order) { __tsan_atomic128_exchange(a, value, order); }
__attribute__((weak)) words __tsan_atomic128_compare_exchange_val(
  volatile words *a, words expected, words value, int order, int failure) {
  return exchange_words(a, expected, value, CALLER);
}

#endif

HOOK __tsan_atomic_thread_fence(int order) {
  if (!is_modeled()) return __atomic_thread_fence(order);
  ch_settle();
  ch_ask((ch_operation){.kind = ch_fence, .order = (uint8_t)order, .code = CALLER});
}
HOOK __tsan_atomic_signal_fence(int order) {}

#endif
