// Globals and once tokens as they were before an execution.
#include "Hooks.h"

#if CH_AVAILABLE

extern void *__libc_realloc(void *, size_t);

typedef struct {
  uintptr_t address, value;
} old_word;

static old_word *old_words;
static size_t count, capacity;

typedef struct {
  void *address;
  size_t size;
  uintptr_t done;
} once_token;

static once_token *tokens;
static size_t token_count, token_capacity;

static void keep_word(uintptr_t word) {
  // A loop that writes one variable must not fill the log; an older entry of the same word is put back last.
  for (size_t i = count; i > 0 && count - i < 16; i--)
    if (old_words[i - 1].address == word) return;
  if (count == capacity) {
    capacity = capacity == 0 ? 256 : 2 * capacity;
    old_words = __libc_realloc(old_words, capacity * sizeof *old_words);
  }
  old_words[count++] = (old_word){word, ch_peek(word, 8)};
}

void ch_keep_old(uintptr_t address, size_t size) {
  if (ch_in_arena(address)) return;
  for (uintptr_t word = address & ~(uintptr_t)7; word < address + size; word += 8) {
    ch_note_global_write(word);
    keep_word(word);
  }
}

static once_token *known_token(const void *address) {
  for (size_t i = 0; i < token_count; i++)
    if (tokens[i].address == address) return &tokens[i];
  return NULL;
}

void ch_keep_token(void *token, size_t size, uintptr_t done) {
  if (known_token(token) != NULL) return;
  if (token_count == token_capacity) {
    token_capacity = token_capacity == 0 ? 64 : 2 * token_capacity;
    tokens = __libc_realloc(tokens, token_capacity * sizeof *tokens);
  }
  tokens[token_count++] = (once_token){token, size, done};
}

void ch_finish_token(uintptr_t address) {
  const once_token *token = known_token((void *)address);
  if (token != NULL) ch_poke(address, token->done, token->size);
}

void ch_undo(void) {
  while (count > 0) {
    count--;
    ch_poke(old_words[count].address, old_words[count].value, 8);
  }
  for (size_t i = 0; i < token_count; i++)
    if (!ch_in_arena((uintptr_t)tokens[i].address)) ch_poke((uintptr_t)tokens[i].address, 0, tokens[i].size);
}

#endif
