// Variables that are written once, before anybody can read them.
//
// What one once token guards is written by the one thread that runs its body, and every thread that has passed the token
// reads the same. So code that is not instrumented may read it: a test that asks for a `static let` reads it itself, and
// so does the library of a lock, a queue or a semaphore that is one.
#include "Hooks.h"

#if CH_AVAILABLE

#include <stdlib.h>

// The token within whose body a word is written, or one of these.
enum : uintptr_t { before_threads = 1, anywhere, rehearsed };

typedef struct {
  uintptr_t word, token;
} written_word;

static written_word *written;
static size_t capacity, count;

extern void *__libc_calloc(size_t, size_t);
extern void __libc_free(void *);

static written_word *slot(uintptr_t word) {
  size_t index = (word * UINT64_C(0x9e3779b97f4a7c15)) >> 20 & (capacity - 1);
  while (written[index].word != 0 && written[index].word != word) index = (index + 1) & (capacity - 1);
  return &written[index];
}

static void reserve(void) {
  if (written != NULL && 2 * (count + 1) < capacity) return;
  written_word *old = written;
  const size_t old_capacity = capacity;
  capacity = old == NULL ? 256 : 2 * capacity;
  written = __libc_calloc(capacity, sizeof *written);
  for (size_t i = 0; i < old_capacity; i++)
    if (old[i].word != 0) *slot(old[i].word) = old[i];
  __libc_free(old);
}

// The memory of the check itself.
static ci_range kept[4];
static int kept_count;

void ch_keep_for_check(const void *begin, size_t bytes) {
  if (kept_count < (int)(sizeof kept / sizeof *kept))
    kept[kept_count++] = (ci_range){(uintptr_t)begin, (uintptr_t)begin + bytes};
}

bool ch_is_kept(uintptr_t address) { return ci_is_in_any(kept, kept_count, address); }

static bool is_put_back(uintptr_t address) {
  return ch_is_kept(address) || ch_in_arena(address) || ch_is_instrumented(address) || ch_is_stack(address);
}

void ch_note_rehearsed_write(uintptr_t address, size_t size) {
  if (is_put_back(address)) return;
  for (uintptr_t word = address & ~(uintptr_t)7; word < address + size; word += 8) {
    reserve();
    written_word *known = slot(word);
    if (known->word == 0) count++;
    *known = (written_word){word, rehearsed};
  }
}

// Whether the rehearsal has written the word and it was not put back: no execution begins with it as it was.
static bool is_rehearsed(uintptr_t address) {
  return written != NULL && !ch_in_arena(address) && slot(address & ~(uintptr_t)7)->token == rehearsed;
}

void ch_require_not_rehearsed(uintptr_t address, uintptr_t code) {
  if (!is_rehearsed(address)) return;
  ch_note_refusal("memory from before the check that its first run has changed; make what has it in `fresh`", code);
}

// Notes that a word outside of the check's memory is written.
static void note_global_write(uintptr_t word) {
  const ch_thread *self = is_modeled() ? &ch_threads[ch_current] : NULL;
  const uintptr_t token = self == NULL ? before_threads : self->once != NULL ? (uintptr_t)self->once : anywhere;
  reserve();
  written_word *known = slot(word);
  if (known->word == 0) {
    count++;
    *known = (written_word){word, token};
  } else if (known->token == rehearsed) {
    return;
  } else if (known->token == before_threads) {
    known->token = token;
  } else if (token != before_threads && known->token != token) {
    known->token = anywhere;
  }
}

// MARK: Memory with a second address

// Mappings of this check that are private, so that each word in them has one address, and no other process changes it.
enum { private_limit = 8 };
static ci_range private_mappings[private_limit];
static int private_count;
static uintptr_t sought;
static bool is_sought_private;

static void note_sought(ci_range mapped, const char *description, const void *context) {
  if (!ci_is_in(mapped, sought)) return;
  is_sought_private = description[3] == 'p';
  if (is_sought_private) private_mappings[private_count++ % private_limit] = mapped;
}

static void require_one_address(uintptr_t address) {
  static char text[1 << 18];
  const int known_count = private_count < private_limit ? private_count : private_limit;
  if (ci_is_in_any(private_mappings, known_count, address)) return;
  const bool saw_calls = ci_see_calls(false);
  sought = address;
  // A mapping that the list has no room for counts as shared.
  is_sought_private = false;
  ci_find_mappings(text, sizeof text, note_sought, NULL);
  ci_see_calls(saw_calls);
  if (!is_sought_private)
    ch_note_refusal("memory that is mapped to be shared, which may have another address, or another process", ch_user_code(0));
}

void ch_keep_old(uintptr_t address, size_t size) {
  if (ch_in_arena(address)) return;
  if (!ch_is_stack(address)) require_one_address(address);
  for (uintptr_t word = address & ~(uintptr_t)7; word < address + size; word += 8) {
    note_global_write(word);
    ci_keep_word(word);
  }
}

bool ch_has_passed(const void *token) {
  const ch_thread *self = &ch_threads[ch_current];
  for (int i = 0; i < self->token_count; i++)
    if (self->tokens[i] == token) return true;
  return false;
}

bool ch_is_initialized(uintptr_t address) {
  if (written == NULL) return false;
  const uintptr_t token = slot(address & ~(uintptr_t)7)->token;
  return token == before_threads || ch_has_passed((const void *)token);
}

static void note_anywhere(uintptr_t word) {
  reserve();
  written_word *known = slot(word);
  if (known->word == 0) count++;
  *known = (written_word){word, anywhere};
}

void ch_note_guarded_access(uintptr_t address, size_t size, bool writes) {
  const void *token = ch_block_token(address);
  if (token == NULL) return;
  const bool is_maker = ch_is_of_thread(address, ch_current), has_passed = ch_has_passed(token);
  if (has_passed ? !writes : is_maker) return;
  for (uintptr_t word = address & ~(uintptr_t)7; word < address + size; word += 8) {
    note_anywhere(word);
    // What one of alike threads does, each of them does in some execution.
    for (int thread = 0; ch_are_alike() && ch_is_of_threads(word) && thread < ch_thread_count; thread++)
      note_anywhere(ch_image(word, thread));
  }
}

bool ch_is_guarded(uintptr_t address) {
  return ch_block_token(address) != NULL && (written == NULL || slot(address & ~(uintptr_t)7)->token != anywhere);
}

void ch_forget_initialized(void) {
  __libc_free(written);
  written = NULL;
  capacity = count = 0;
  kept_count = private_count = 0;
}

#endif
