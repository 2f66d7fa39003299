// Variables and once tokens as they were before an execution or a schedule.
#include "Sections.h"

#if defined(CI_AVAILABLE)

// The C library's own, because that of the program may allocate from memory of the check.
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
  bool is_put_back;
} once_token;

static once_token *tokens;
static size_t token_count, token_capacity;

// Not by a function of the C library, whose accesses the hooks' audit would notice.
static void set(void *address, uintptr_t value, size_t size) {
  for (size_t i = 0; i < size; i++) ((volatile uint8_t *)address)[i] = (uint8_t)(value >> 8 * i);
}

void ci_keep_word(uintptr_t word) {
  // Nothing is kept of an address at which nothing can be read, which stops the process here.
  const uintptr_t value = *(volatile uintptr_t *)word;
  // A loop that writes one variable must not fill the log; an older entry of the same word is put back last.
  for (size_t i = count; i > 0 && count - i < 16; i--)
    if (old_words[i - 1].address == word) return;
  if (count == capacity) {
    capacity = capacity == 0 ? 256 : 2 * capacity;
    old_words = __libc_realloc(old_words, capacity * sizeof *old_words);
  }
  old_words[count++] = (old_word){word, value};
}

static once_token *known_token(const void *address) {
  for (size_t i = 0; i < token_count; i++)
    if (tokens[i].address == address) return &tokens[i];
  return NULL;
}

void ci_keep_token(void *token, size_t size, uintptr_t done, bool is_put_back) {
  if (known_token(token) != NULL) return;
  if (token_count == token_capacity) {
    token_capacity = token_capacity == 0 ? 64 : 2 * token_capacity;
    tokens = __libc_realloc(tokens, token_capacity * sizeof *tokens);
  }
  tokens[token_count++] = (once_token){token, size, done, is_put_back};
}

void ci_finish_token(uintptr_t address) {
  const once_token *token = known_token((void *)address);
  if (token != NULL) set(token->address, token->done, token->size);
}

void ci_undo(void) {
  while (count > 0) {
    count--;
    *(volatile uintptr_t *)old_words[count].address = old_words[count].value;
  }
  for (size_t i = 0; i < token_count; i++)
    if (tokens[i].is_put_back) set(tokens[i].address, 0, tokens[i].size);
}

#else

void ci_keep_word(uintptr_t word) {}
void ci_keep_token(void *token, size_t size, uintptr_t done, bool is_put_back) {}
void ci_finish_token(uintptr_t address) {}
void ci_undo(void) {}
#endif
