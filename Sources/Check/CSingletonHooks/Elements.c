// Elements of collections that code accesses by an address that it has kept, as `withUnsafeMutableBufferPointer` gives it.
//
// The check knows accesses to elements from those to the variable that holds their collection, as long as the thread has read
// the variable since it last synchronized. An access by a kept address is a stray one. If a stray access conflicts with one of
// another thread, a second search must see elements as it sees other memory.
#include "Hooks.h"

#if CH_AVAILABLE

// The storages of the collections whose variables each thread has accessed last.
enum { held_limit = 16 };
static uintptr_t held[ch_thread_limit][held_limit];
static int held_counts[ch_thread_limit];

void ch_forget_held(void) { held_counts[ch_current] = 0; }

static bool is_held(uintptr_t storage) {
  for (int i = 0; i < held_counts[ch_current] && i < held_limit; i++)
    if (held[ch_current][i] == storage) return true;
  return false;
}

void ch_note_holder(uintptr_t variable, size_t size, bool changes) {
  uintptr_t storage;
  if (size < sizeof storage || (variable & 7) != 0 || ch_collection_at(variable, &storage) == 0 || !ch_is_storage(storage)) return;
  ch_elements *const known = ch_elements_of(storage);
  known->users |= 1u << ch_current;
  if (changes) known->writers |= 1u << ch_current;
  ch_publish(storage);
  if (!is_held(storage)) held[ch_current][held_counts[ch_current]++ % held_limit] = storage;
}

void ch_note_element(uintptr_t address, bool writes, uintptr_t code) {
  size_t size;
  const uintptr_t storage = ch_block(address, &size);
  ch_elements *const known = ch_elements_of(storage);
  const uint32_t self = 1u << ch_current, others = ~self;
  const bool is_stray = !is_held(storage) && (ch_is_published(storage) || !ch_is_of_thread(storage, ch_current));
  known->users |= self;
  if (writes) known->writers |= self;
  if (is_stray) known->strays |= self;
  const uint32_t conflicting = writes ? known->users : known->writers;
  if ((conflicting & others & (is_stray ? others : known->strays)) != 0) ch_refuse(ch_unseen_elements, code);
}

#endif
