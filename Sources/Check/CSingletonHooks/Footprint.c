// The memory that modeled threads have touched, and the parts of it whose accesses are events.
//
// An access that no other thread can notice is no event, so it costs nothing in the exploration. Which accesses are
// noticed is found out: the exploration begins with no events, notes which threads have touched which bytes, and starts
// over with more events, until it ends without a conflict outside of them. Then it was complete. By induction over an
// execution: as long as threads share only bytes whose accesses are events, or that none of them writes, what a thread
// does next follows from the values that it has read in events, and the exploration has visited all of these. So the
// first conflict outside would be in an execution that was visited, and would have been noted.
//
// If threads are alike, one execution is visited of those that differ in which thread does what. Then a range that conflicts
// in the memory of one thread is an event in the memory of each, so the same holds for the executions that were left out.
#include "Hooks.h"

#if CH_AVAILABLE

#include <stdlib.h>

// A word of eight bytes that modeled threads have touched: the threads that have read and written each byte, the bytes
// at which an access has begun or ended, and the atom of each byte.
typedef struct {
  uintptr_t word;
  uint32_t readers[8], writers[8];
  int16_t atoms[8];
  uint8_t cuts;
  // The bytes that have conflicted in the memory of some thread, if threads are alike.
  uint8_t exchanged;
  // Whether a thread has read it over and over.
  bool is_awaited;
} ch_word;

static ch_word *words;
static size_t capacity, count;
static bool has_grown;

ch_atom *ch_atoms;
static size_t atom_count, atom_capacity;

extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void __libc_free(void *);

static ch_word *slot(uintptr_t word) {
  size_t index = (word * UINT64_C(0x9e3779b97f4a7c15)) >> 20 & (capacity - 1);
  while (words[index].word != 0 && words[index].word != word) index = (index + 1) & (capacity - 1);
  return &words[index];
}

static void reserve(void) {
  if (words != NULL && 2 * (count + 1) < capacity) return;
  ch_word *old = words;
  const size_t old_capacity = capacity;
  capacity = old == NULL ? 1 << 10 : 2 * capacity;
  words = __libc_calloc(capacity, sizeof *words);
  for (size_t i = 0; i < old_capacity; i++)
    if (old[i].word != 0) *slot(old[i].word) = old[i];
  __libc_free(old);
}

static ch_word *word_at(uintptr_t address, bool makes) {
  if (words == NULL && !makes) return NULL;
  reserve();
  ch_word *word = slot(address & ~(uintptr_t)7);
  if (word->word != 0 || !makes) return word->word == 0 ? NULL : word;
  word->word = address & ~(uintptr_t)7;
  memset(word->atoms, 0xff, sizeof word->atoms);
  count++;
  return word;
}

// Whether every access to memory that some thread writes is an event.
static bool takes_everything;
bool ch_takes_everything(void) { return takes_everything; }

static bool is_alike;
bool ch_are_alike(void) { return is_alike; }
void ch_take_threads_for_alike(void) { is_alike = true; }

static bool conflicts(const ch_word *word, int byte) {
  const uint32_t threads = word->readers[byte] | word->writers[byte];
  if (takes_everything) return word->writers[byte] != 0;
  if (word->is_awaited && threads != 0) return true;
  if ((word->exchanged >> byte & 1) != 0) return true;
  return word->writers[byte] != 0 && (threads & (threads - 1)) != 0;
}

// Whether an access that begins or ends here splits an atom.
static bool splits(const ch_word *word, int byte) {
  return byte > 0 && byte < 8 && word->atoms[byte] >= 0 && word->atoms[byte] == word->atoms[byte - 1];
}

static void cut(ch_word *word, int byte) {
  if (byte > 7 || (word->cuts >> byte & 1) != 0) return;
  word->cuts |= (uint8_t)(1 << byte);
  if (splits(word, byte)) has_grown = true;
}

void ch_touch(uintptr_t address, size_t size, bool writes) {
  ch_word *word = word_at(ch_reversed(address), true);
  const int first = address & 7;
  cut(word, first);
  cut(word, first + (int)size);
  for (int byte = first; byte < first + (int)size; byte++) {
    (writes ? word->writers : word->readers)[byte] |= UINT32_C(1) << ch_current;
    if (word->atoms[byte] < 0 && conflicts(word, byte)) has_grown = true;
  }
}

// The latest reads that were no events, if they were equal.
static struct {
  uintptr_t address, code;
  int count;
} repetition;

void ch_end_repetition(void) { repetition.count = 0; }

void ch_note_repetition(uintptr_t address, uintptr_t code) {
  enum { without_end = 1 << 18 };
  if (repetition.address != address || repetition.code != code) {
    repetition.address = address;
    repetition.code = code;
    repetition.count = 0;
  }
  if (repetition.count++ < without_end) return;
  repetition.count = 0;
  if (is_rehearsing()) ch_abandon();
  word_at(ch_reversed(address), true)->is_awaited = true;
  has_grown = true;
  ch_fail(ch_refused, code);
}

int ch_atom_at(uintptr_t address) {
  const ch_word *word = word_at(address, false);
  return word == NULL ? -1 : word->atoms[address & 7];
}

// Whether a thread other than the given one has accessed the word.
static bool is_touched(const ch_word *word, int thread, bool writes) {
  for (int byte = 0; word != NULL && byte < 8; byte++)
    if ((((writes ? 0 : word->readers[byte]) | word->writers[byte]) & ~(UINT32_C(1) << thread)) != 0) return true;
  return false;
}

static bool is_touched_by_others(uintptr_t address, bool writes) {
  if (is_touched(word_at(address, false), ch_current, writes)) return true;
  for (int thread = 0; is_alike && ch_is_of_thread(address, ch_current) && thread < ch_thread_count; thread++)
    if (is_touched(word_at(ch_image(address, thread), false), thread, writes)) return true;
  return false;
}

bool ch_is_touched_by_others(uintptr_t address) { return is_touched_by_others(address, false); }
bool ch_is_written_by_others(uintptr_t address) { return is_touched_by_others(address, true); }

bool ch_was_written(uintptr_t address) {
  const ch_word *word = word_at(address, false);
  for (int byte = 0; word != NULL && byte < 8; byte++)
    if (word->writers[byte] != 0) return true;
  return false;
}

static void add_atom(ch_word *word, int first, int end) {
  if (atom_count == atom_capacity) {
    atom_capacity = atom_capacity == 0 ? 64 : 2 * atom_capacity;
    ch_atoms = __libc_realloc(ch_atoms, atom_capacity * sizeof *ch_atoms);
  }
  ch_atoms[atom_count] = (ch_atom){.address = word->word + (uintptr_t)first, .size = (uint8_t)(end - first)};
  for (int byte = first; byte < end; byte++) word->atoms[byte] = (int16_t)atom_count;
  atom_count++;
}

static void partition(ch_word *word) {
  memset(word->atoms, 0xff, sizeof word->atoms);
  for (int first = 0; first < 8; first++) {
    if (!conflicts(word, first)) continue;
    int end = first + 1;
    while (end < 8 && conflicts(word, end) && (word->cuts >> end & 1) == 0) end++;
    add_atom(word, first, end);
    first = end - 1;
  }
}

static int by_address(const void *a, const void *b) {
  const uintptr_t x = (*(ch_word *const *)a)->word, y = (*(ch_word *const *)b)->word;
  return x < y ? -1 : x > y;
}

static uint8_t conflicting_bytes(const ch_word *word) {
  uint8_t bytes = 0;
  for (int byte = 0; byte < 8; byte++) bytes |= (uint8_t)(conflicts(word, byte) << byte);
  return bytes;
}

// Makes what conflicts in the memory of one thread conflict in that of each.
static void exchange(void) {
  const size_t old_capacity = capacity;
  ch_word *found = __libc_calloc(count + 1, sizeof *found);
  size_t found_count = 0;
  for (size_t i = 0; i < old_capacity; i++)
    if (words[i].word != 0 && ch_is_of_threads(words[i].word)) found[found_count++] = words[i];
  for (size_t i = 0; i < found_count; i++) {
    const uint8_t bytes = conflicting_bytes(&found[i]);
    for (int thread = 0; bytes != 0 && thread < ch_thread_count; thread++) {
      ch_word *image = word_at(ch_image(found[i].word, thread), true);
      image->exchanged |= bytes;
      image->cuts |= found[i].cuts;
    }
  }
  __libc_free(found);
}

size_t ch_partition(bool everything) {
  takes_everything = everything;
  atom_count = 0;
  has_grown = false;
  // What was refused may follow from values that no execution has.
  ch_forget_refusal();
  ch_forget_blocked();
  if (is_alike) exchange();
  ch_word **sorted = __libc_calloc(count + 1, sizeof *sorted);
  size_t found = 0;
  for (size_t i = 0; i < capacity; i++)
    if (words[i].word != 0) sorted[found++] = &words[i];
  // In the order of addresses, so that the numbers do not depend on what happened first.
  qsort(sorted, found, sizeof *sorted, by_address);
  for (size_t i = 0; i < found; i++) partition(sorted[i]);
  __libc_free(sorted);
  return atom_count;
}

void ch_begin_again(void) { has_grown = true; }
bool ch_has_grown(void) { return has_grown; }

int ch_location(uintptr_t address, size_t size) {
  const int atom = ch_atom_at(address);
  return atom >= 0 && ch_atoms[atom].address == address && ch_atoms[atom].size == size ? atom : -1;
}

uintptr_t ch_initial(size_t location) { return ch_atoms[location].initial; }
uintptr_t ch_location_address(size_t location) { return ch_atoms[location].address; }

void ch_put(size_t location, uintptr_t value) { ch_poke(ch_atoms[location].address, value, ch_atoms[location].size); }

void ch_take_initial_values(void) {
  for (size_t i = 0; i < atom_count; i++)
    ch_atoms[i].initial = ch_atoms[i].newest = ch_peek(ch_atoms[i].address, ch_atoms[i].size);
}

void ch_forget_footprint(void) {
  __libc_free(words);
  words = NULL;
  capacity = count = atom_count = 0;
  has_grown = is_alike = false;
}

#endif
