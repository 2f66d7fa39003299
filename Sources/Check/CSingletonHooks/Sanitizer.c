// What is told of instrumented code.
#include "Hooks.h"

#if CH_AVAILABLE

// MARK: Plain accesses

// Code that is compiled for a check, though it may access no memory before it waits.
static void enter(uintptr_t code, const uintptr_t *frame) {
  if (!is_checked()) return;
  ch_announced++;
  ch_begin_helper(code, frame);
}

static void leave(const uintptr_t *frame) {
  if (is_modeled()) ch_end_helper(frame);
}

static void end_object(bool begins) {}

static void copy(uintptr_t to, uintptr_t from, size_t size, uintptr_t code) {
  if (!is_checked()) return;
  ch_read(from, size, code);
  ch_write_too(to, size, code);
  ch_announce_call(to, size);
}

static void fill(uintptr_t address, size_t size, uintptr_t code) {
  ch_write(address, size, code);
  ch_announce_call(address, size);
}

static void filled(void) {
  if (is_modeled()) ch_settle();
}

// MARK: Atomics

// Returns the atom that an atomic access covers, or -1 if no other thread can notice the access.
static int atom_of(uintptr_t address, size_t size, bool writes, uintptr_t code) {
  ch_settle();
  if (ch_is_cache(address)) return -1;
  if (writes) ch_keep_old(address, size);
  ch_require_not_rehearsed(address, code);
  ch_note_guarded_access(address, size, writes);
  ch_note_access(address, code);
  ch_touch(address, size, writes);
  ch_note_repetition(address, code);
  ch_wipe();
  const int atom = ch_atom_at(address);
  if (atom < 0) return -1;
  ch_note_operation(address, code);
  if (ch_atoms[atom].address != address || ch_atoms[atom].size != size)
    ch_refuse("atomic accesses of different sizes that overlap", code);
  if (ch_peek(address, size) != ch_atoms[atom].newest)
    ch_refuse(ch_unseen_change, code);
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

// MARK: What is not modeled, which runs on threads of the system

static bool load_if_modeled(const ci_atomic *a, uintptr_t *found) {
  if (is_modeled()) {
    *found = ch_atomic_load(a->address, a->size, a->order, a->code);
    return true;
  }
  if (is_checked()) ch_read(a->address, a->size, a->code);
  return false;
}

static bool store_if_modeled(const ci_atomic *a) {
  if (is_modeled()) {
    store(a->address, a->value, a->size, a->order, a->code);
    return true;
  }
  if (is_checked()) ch_write(a->address, a->size, a->code);
  return false;
}

static bool modify_if_modeled(const ci_atomic *a, uintptr_t *found) {
  if (is_modeled()) {
    *found = ch_atomic_modify(
      a->address, (ch_update)a->update, a->value, a->expected, a->size, a->order, a->failure_order, a->code);
    return true;
  }
  if (is_checked()) ch_write(a->address, a->size, a->code);
  return false;
}

static void refuse_words(uintptr_t address, uintptr_t code) {
  if (is_modeled()) ch_refuse("an atomic access to 16 bytes", code);
  if (is_checked()) ch_write(address, 16, code);
}

static bool fence_if_modeled(int order, uintptr_t code) {
  if (!is_modeled()) return false;
  ch_settle();
  ch_ask((ch_operation){.kind = ch_fence, .order = (uint8_t)order, .code = code});
  return true;
}

__attribute__((constructor)) static void observe(void) {
  static const ci_observer hooks = {
    .read = ch_read, .write = ch_write, .pass = ch_pass, .enter = enter, .leave = leave, .end_object = end_object, .copy = copy,
    .fill = fill, .filled = filled, .load = load_if_modeled, .store = store_if_modeled, .modify = modify_if_modeled,
    .fence = fence_if_modeled, .words = refuse_words};
  ci_active = &hooks;
  ci_passes_allocations_on = true;
}

#endif
