// Plain accesses of modeled threads.
#include "Hooks.h"

#if CH_AVAILABLE

// Whether code has changed the memory without a hook since the last event.
static void require_known(int atom, uintptr_t code) {
  const ch_atom *known = &ch_atoms[atom];
  if (ch_peek(known->address, known->size) != known->newest)
    ch_refuse(ch_unseen_change, code);
}

static void add(ch_piece *pieces, int *count, ch_piece piece, uintptr_t code) {
  if (*count == piece_limit) ch_refuse("a copy of more than 64 shared words at once", code);
  pieces[(*count)++] = piece;
}

// Asks for the value that a load of an atom reads. It is put into memory when all values of the access are known, because
// other threads run until then.
static void load(int atom, uintptr_t code, bool is_look) {
  const ch_atom known = ch_atoms[atom];
  require_known(atom, code);
  const uintptr_t found = ch_ask((ch_operation){
    .kind = ch_load, .order = ch_plain, .size = known.size, .address = known.address, .code = code, .is_look = is_look});
  ch_thread *self = &ch_threads[ch_current];
  add(self->lent, &self->loans, (ch_piece){known.address, found, known.size, atom}, code);
}

static void lend(void) {
  const ch_thread *self = &ch_threads[ch_current];
  for (int i = 0; i < self->loans; i++) ch_poke(self->lent[i].address, self->lent[i].value, self->lent[i].size);
}

// Calls `load` or notes a store for each atom of a range.
static void for_each_atom(uintptr_t address, size_t size, bool writes, uintptr_t code, bool is_look) {
  ch_thread *self = &ch_threads[ch_current];
  uintptr_t at = address;
  while (at < address + size) {
    const int atom = ch_atom_at(at);
    if (atom < 0) {
      at++;
      continue;
    }
    const ch_atom *known = &ch_atoms[atom];
    if (writes) {
      require_known(atom, code);
      add(self->stored, &self->stores, (ch_piece){known->address, 0, known->size, atom}, code);
    } else {
      load(atom, code, is_look);
    }
    at = known->address + known->size;
  }
}

static void touch(uintptr_t address, size_t size, bool writes) {
  for (uintptr_t at = address; at < address + size;) {
    const uintptr_t next = (at & ~(uintptr_t)7) + 8, end = next < address + size ? next : address + size;
    ch_touch(at, end - at, writes);
    at = end;
  }
}

static void note_write(uintptr_t address, size_t size) {
  ch_threads[ch_current].has_written = true;
  ch_end_repetition();
  ch_keep_old(address, size);
}

// Whether an access of a deinit is to the object that ends. All its users have released it before, or it has ended too
// early, which is found out from the notes.
static bool is_ending(uintptr_t address) {
  const uintptr_t ending = ch_threads[ch_current].ending;
  size_t size;
  return ending != 0 && ch_block(address, &size) == ending;
}

static uintptr_t trace;
uintptr_t ch_take_trace(void) {
  const uintptr_t taken = trace;
  trace = 0;
  return taken;
}

void ch_trace(uintptr_t word) {
  // An address of other memory may be another one each time.
  const uintptr_t largest = UINT32_MAX;
  if (word > largest && !ch_is_instrumented(word)) word = largest;
  trace = (trace ^ word) * UINT64_C(0x9e3779b97f4a7c15);
  trace ^= trace >> 29;
}

// Whether a thread that has announced an access goes on to model it.
static bool is_shared(uintptr_t address, size_t size, bool writes, uintptr_t code) {
  if (!is_checked()) return false;
  if (ch_is_cache(address)) return false;
  ch_announce(address, size, writes);
  if (!is_modeled()) {
    const bool keeps = ch_current == setup ? !ch_is_stack(address) : ch_is_instrumented(address);
    if (writes && keeps) ch_keep_old(address, size);
    if (writes && (is_rehearsing() || ch_is_local(address))) ch_note_rehearsed_write(address, size);
    if (is_rehearsing()) ch_note_repetition(address, code);
    return false;
  }
  if (is_ending(address) || ch_is_stack(address)) return false;
  ch_trace(code);
  if (!writes) ch_trace(ch_peek(address, size < sizeof(uintptr_t) ? size : sizeof(uintptr_t)));
  if (writes) note_write(address, size);
  ch_require_not_rehearsed(address, code);
  ch_note_access(address, code);
  // In an optimized build, some of the library's code is compiled with the code that calls it, and some is not.
  if (ch_is_element(address) && !ch_sees_elements()) {
    ch_note_element(address, writes, code);
    ch_meet(ch_met_collection);
    return false;
  }
  ch_note_holder(address, size, false);
  ch_note_guarded_access(address, size, writes);
  touch(address, size, writes);
  if (!writes) ch_note_repetition(address, code);
  ch_wipe();
  return true;
}

// Other threads run while an operation is asked for, so memory has its newest value then.
static void take_back(ch_piece *piece) {
  const ch_atom *known = &ch_atoms[piece->location];
  piece->value = ch_peek(known->address, known->size);
  ch_poke(known->address, known->newest, known->size);
}

static void perform_store(const ch_piece *piece, uintptr_t code) {
  ch_ask((ch_operation){.kind = ch_store, .order = ch_plain, .size = piece->size, .address = piece->address,
    .value = piece->value, .code = code});
  ch_atoms[piece->location].newest = piece->value;
  ch_poke(piece->address, piece->value, piece->size);
}

// Performs the store of a word of a collection's variable that the library has changed since the last hook.
static void settle_collection(uintptr_t variable, bool goes_on_changing) {
  const int atom = ch_atom_at(variable);
  if (atom < 0 || ch_atoms[atom].address != variable) return;
  ch_piece piece = {variable, 0, ch_atoms[atom].size, atom};
  if (ch_peek(variable, piece.size) == ch_atoms[atom].newest && !goes_on_changing) return;
  take_back(&piece);
  perform_store(&piece, ch_threads[ch_current].code);
}

static bool is_of(const ch_piece *pieces, int count, int atom) {
  for (int i = 0; i < count; i++)
    if (pieces[i].location == atom) return true;
  return false;
}

// Whether memory has an old value that the thread was lent.
static bool has_loan(const ch_thread *self, const ch_atom *known) {
  for (int i = 0; i < self->loans; i++)
    if (self->lent[i].address == known->address) return ch_peek(known->address, known->size) == self->lent[i].value;
  return false;
}

void ch_add_stores(uintptr_t address, size_t size, uintptr_t code, bool adds_each) {
  ch_thread *self = &ch_threads[ch_current];
  for (uintptr_t at = address; at < address + size;) {
    const int atom = ch_atom_at(at);
    if (atom < 0) {
      at++;
      continue;
    }
    const ch_atom *known = &ch_atoms[atom];
    at = known->address + known->size;
    const bool is_changed = ch_peek(known->address, known->size) != known->newest && !has_loan(self, known);
    if ((!adds_each && !is_changed) || is_of(self->stored, self->stores, atom)) continue;
    if (self->stores == 0) self->code = code;
    add(self->stored, &self->stores, (ch_piece){known->address, 0, known->size, atom}, code);
  }
}

void ch_settle(void) {
  ch_thread *self = &ch_threads[ch_current];
  ch_add_changes();
  const int stores = self->stores, loans = self->loans;
  self->stores = self->loans = 0;
  for (int i = 0; i < stores; i++) take_back(&self->stored[i]);
  for (int i = 0; i < loans; i++) {
    const ch_atom *known = &ch_atoms[self->lent[i].location];
    // Anything but the old value is a change without a hook, which the next event finds.
    if (ch_peek(known->address, known->size) == self->lent[i].value)
      ch_poke(known->address, known->newest, known->size);
  }
  for (int i = 0; i < stores; i++) perform_store(&self->stored[i], self->code);
  for (int i = 0; i < self->collection_count && i < collection_limit; i++)
    settle_collection(self->collections[i], self->goes_on_changing);
}

bool ch_announce_write(uintptr_t address, size_t size, uintptr_t code) {
  return is_shared(address, size, true, code);
}

void ch_read(uintptr_t address, size_t size, uintptr_t code) {
  if (is_modeled()) ch_settle();
  if (!is_shared(address, size, false, code)) return;
  for_each_atom(address, size, false, code, false);
  lend();
}

void ch_read_both(uintptr_t first, uintptr_t second, size_t first_size, size_t second_size, uintptr_t code) {
  if (is_modeled()) ch_settle();
  const bool is_first_shared = first_size > 0 && is_shared(first, first_size, false, code);
  const bool is_second_shared = second_size > 0 && is_shared(second, second_size, false, code);
  if (is_first_shared) for_each_atom(first, first_size, false, code, false);
  if (is_second_shared) for_each_atom(second, second_size, false, code, false);
  if (is_first_shared || is_second_shared) lend();
}

void ch_write(uintptr_t address, size_t size, uintptr_t code) {
  if (is_modeled()) ch_settle();
  if (!is_shared(address, size, true, code)) return;
  ch_threads[ch_current].code = code;
  ch_find_own_callers();
  for_each_atom(address, size, true, code, false);
}

// The library reads a variable, writes it or its elements, and asks whether it has the only reference to them.
static void pass_collection(uintptr_t variable, size_t size, bool writes, uintptr_t code) {
  uintptr_t found[2], storage;
  ch_note_holder(variable, size, writes);
  const size_t words = size / sizeof *found;
  ch_meet(ch_met_collection);
  ch_read(variable, size, code);
  for (size_t i = 0; i < words; i++) found[i] = ch_peek(variable + i * sizeof *found, sizeof *found);
  ch_collection_at(variable, &storage);
  // The elements may change and the variable not, which is a store, too. If it does change, that is another one.
  ch_write(variable, size, code);
  for (size_t i = 0; i < words; i++) ch_poke(variable + i * sizeof *found, found[i], sizeof *found);
  ch_settle();
  ch_note_question(storage, code);
  ch_thread *self = &ch_threads[ch_current];
  for (size_t i = 0; i < words; i++)
    self->collections[self->collection_count++ % collection_limit] = variable + i * sizeof *found;
  const uintptr_t frame = ch_user_frame();
  if (frame > self->passing_frame) self->passing_frame = frame;
  ch_announce_call(variable, size);
}

void ch_note_synchronization(ch_kind kind, uintptr_t code) {
  ch_forget_announcements();
  ch_thread *self = &ch_threads[ch_current];
  if (self->collection_count == 0) return;
  const bool is_within = ch_is_called_by_standard_library(self->passing_frame);
  // The library asks whether it may change the elements, or lets go of those that it has copied. What it changes after that is
  // another store of the variable.
  if (is_within && (kind == ch_release_reference || kind == ch_question)) {
    self->goes_on_changing = true;
    for (int i = 0; i < self->collection_count && i < collection_limit; i++)
      ch_announce_call(self->collections[i], sizeof self->collections[i]);
    return;
  }
  // Elements that change after the operation would be taken to have changed before it.
  if (is_within)
    ch_note_refusal("an operation that others notice, while the standard library changes a collection", code);
  self->collection_count = 0;
  self->passing_frame = 0;
  self->goes_on_changing = false;
}

void ch_pass(uintptr_t address, bool writes, uintptr_t code) {
  if (is_rehearsing() && writes) ch_note_rehearsed_write(address, sizeof address);
  if (!is_modeled() || ch_is_stack(address)) return;
  uintptr_t storage;
  const size_t size = ch_collection_at(address, &storage);
  if (size > 0) return pass_collection(address, size, writes, code);
  ch_settle();
}

void ch_write_too(uintptr_t address, size_t size, uintptr_t code) {
  if (!is_modeled()) return ch_write(address, size, code);
  ch_thread *self = &ch_threads[ch_current];
  const int loans = self->loans;
  self->loans = 0;
  ch_write(address, size, code);
  self->loans = loans;
}

void ch_finish_thread(void) {
  if (is_rehearsing()) ch_abandon();
  if (!is_modeled()) return;
  ch_destroy_thread_locals();
  ch_settle();
  ch_require_ended_calls();
  ch_require_notes(0);
  for (;;) ch_ask((ch_operation){.kind = ch_finished});
}

// The first words of an object are the runtime's.
enum { header = 16 };

void ch_look(const void *instance) {
  size_t size = 0;
  ch_settle();
  const uintptr_t begin = ch_block((uintptr_t)instance, &size);
  if (begin != (uintptr_t)instance || size <= header) return;
  ch_note_access(begin, 0);
  ch_note_guarded_access(begin + header, size - header, false);
  touch(begin + header, size - header, false);
  for_each_atom(begin + header, size - header, false, 0, true);
  lend();
  ch_settle();
}

#endif
