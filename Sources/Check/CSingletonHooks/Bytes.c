// Functions of the C library that read and write bytes. Code that calls them by name, and not by way of the compiler, does not
// announce what they access.
#include "Hooks.h"

#if CH_AVAILABLE

// Whether instrumented code calls. Then the code here accesses the bytes, and the audits leave out its accesses. Those of the
// library would begin before the bytes, or end behind them.
#define SEEN (is_checked() && ch_is_instrumented(CALLER) && !ch_is_own(CALLER))

static size_t length(const char *text) {
  const volatile char *at = text;
  while (*at != 0) at++;
  return (size_t)(at - text);
}

// Reads a text, whose end may be elsewhere in the values that the thread gets. Returns its length.
static size_t read_text(const char *text, uintptr_t code) {
  size_t size = 0, next;
  while ((next = length(text) + 1) > size) ch_read((uintptr_t)text, size = next, code);
  return next - 1;
}

static void *copy(void *to, const void *from, size_t size, uintptr_t code) {
  if (size == 0) return to;
  ch_read((uintptr_t)from, size, code);
  ch_write_too((uintptr_t)to, size, code);
  volatile char *const written = to;
  const volatile char *const read = from;
  const bool is_backward = (uintptr_t)to > (uintptr_t)from;
  for (size_t i = 0; i < size; i++) {
    const size_t place = is_backward ? size - 1 - i : i;
    written[place] = read[place];
  }
  if (is_modeled()) ch_settle();
  return to;
}

static int difference(const char *a, const char *b, size_t size) {
  const volatile unsigned char *const first = (const unsigned char *)a, *const second = (const unsigned char *)b;
  for (size_t i = 0; i < size; i++)
    if (first[i] != second[i]) return first[i] - second[i];
  return 0;
}

#undef memcpy
void *memcpy(void *to, const void *from, size_t size) {
  return SEEN ? copy(to, from, size, CALLER) : NEXT(memcpy)(to, from, size);
}

#undef memmove
void *memmove(void *to, const void *from, size_t size) {
  return SEEN ? copy(to, from, size, CALLER) : NEXT(memmove)(to, from, size);
}

#undef memset
void *memset(void *to, int byte, size_t size) {
  if (!SEEN || size == 0) return NEXT(memset)(to, byte, size);
  ch_write((uintptr_t)to, size, CALLER);
  for (size_t i = 0; i < size; i++) ((volatile char *)to)[i] = (char)byte;
  if (is_modeled()) ch_settle();
  return to;
}

#undef memcmp
int memcmp(const void *a, const void *b, size_t size) {
  if (!SEEN || size == 0) return NEXT(memcmp)(a, b, size);
  ch_read_both((uintptr_t)a, (uintptr_t)b, size, size, CALLER);
  return difference(a, b, size);
}

#undef strlen
size_t strlen(const char *text) { return SEEN ? read_text(text, CALLER) : NEXT(strlen)(text); }

#undef strcmp
int strcmp(const char *a, const char *b) {
  if (!SEEN) return NEXT(strcmp)(a, b);
  const size_t first = read_text(a, CALLER) + 1, second = read_text(b, CALLER) + 1;
  ch_read_both((uintptr_t)a, (uintptr_t)b, first, second, CALLER);
  return difference(a, b, first < second ? first : second);
}

#undef strcpy
char *strcpy(char *to, const char *from) {
  if (!SEEN) return NEXT(strcpy)(to, from);
  return copy(to, from, read_text(from, CALLER) + 1, CALLER);
}

#endif
