// Functions that the compiler makes to copy and to destroy values, such as *outlined init with copy of Service?*. A debug
// build does not instrument what they access, but only that they begin and return. What they access is known from what they
// are given, and from the size of the value's type.
#include "Sections.h"

#if defined(CI_AVAILABLE) && defined(__x86_64__)

#include <stdlib.h>
#include <string.h>

// What a function does with its arguments. A number is that of an argument, or -1 if there is none.
typedef struct {
  const ci_symbol *function;
  // The number of bytes, or 0 if only the metadata of the type tells it.
  size_t size;
  // The arguments from the number `type` on are metadata of types in the type, and then of the type.
  int8_t from, to, type;
  // Whether there is a value in `to` before, and whether what is copied is that of a container: the value, or its box.
  bool replaces, is_contained;
} helper;

// By the address of the function. Functions for which there is no room are those that announce nothing.
enum { helper_limit = 1 << 12, argument_count = 6 };
static helper helpers[helper_limit];
static size_t helper_count;

extern void *swift_getTypeByMangledNameInContext(const char *, size_t, const void *, const void *const *)
  __attribute__((swiftcall));

// The word before a type's metadata points to its value witnesses, which end with the size and the flags. Returns 0 for a
// type whose functions access more or less than the bytes of a value: it has an atomic, a lock or a weak reference in it.
static size_t size_of(const void *type) {
  enum : uint32_t { is_not_takable = 0x100000, is_not_copyable = 0x800000 };
  const size_t *witnesses = ((const size_t *const *)type)[-1];
  return (uint32_t)witnesses[10] & (is_not_takable | is_not_copyable) ? 0 : witnesses[8];
}

// Whether an argument is metadata of a type of values, by its kind. That of a class begins with an address, as what else
// there may be does.
static bool is_value_type(const size_t *argument) { return argument != NULL && argument[0] >= 0x200 && argument[0] < 0x400; }

typedef struct {
  const void *metadata;
  size_t state;
} response;
typedef __attribute__((swiftcall)) response accessor(size_t request);
extern __attribute__((swiftcall)) response optional_type(size_t request, const void *wrapped) __asm__("$sSqMa");

// Returns the metadata of a type by its mangled name, which begins with $s, or NULL. The runtime finds no private type by its
// name, so the program's function that returns the metadata is called.
static const void *type_of_name(const char *name, size_t length) {
  const size_t prefix = strlen("$s"), ending = strlen("Sg");
  const void *type = swift_getTypeByMangledNameInContext(name + prefix, length - prefix, NULL, NULL);
  if (type != NULL) return type;
  if (length > prefix + ending && strncmp(name + length - ending, "Sg", ending) == 0) {
    const void *wrapped = type_of_name(name, length - ending);
    return wrapped == NULL ? NULL : optional_type(0, wrapped).metadata;
  }
  accessor *const access = (accessor *)ci_function_named(name, length, "Ma");
  return access == NULL ? NULL : access(0).metadata;
}

// The container of a value of any type has three words for it or for its box, one for its type, and one for each protocol.
enum { container_bytes = 24 };
static helper container_helper(const char *name) {
  const size_t size = container_bytes + 8 * (1 + strtoul(strrchr(name, '_') + 1, NULL, 10));
  const bool copies = strstr(name, "_assign_") != NULL, destroys = strstr(name, "_destroy_") != NULL;
  if (destroys) return (helper){.size = size, .from = 0, .to = -1, .type = -1};
  return (helper){.size = size, .from = copies ? 1 : -1, .to = 0, .type = -1,
    .replaces = strstr(name, "_allocate_") == NULL};
}

static helper describe(const char *name) {
  const size_t length = strlen(name), ending = strlen("WOb");
  if (strncmp(name, "__swift_memcpy", strlen("__swift_memcpy")) == 0)
    return (helper){.size = strtoul(name + strlen("__swift_memcpy"), NULL, 10), .from = 1, .to = 0, .type = -1};
  if (name[0] == '_') return container_helper(name);
  const char *kind = name + length - ending;
  const void *const type = type_of_name(name, length - ending);
  const size_t size = type == NULL ? 0 : size_of(type);
  if (kind[0] == 'W') {
    const bool destroys = strchr("hH", kind[2]) != NULL, replaces = strchr("dfDF", kind[2]) != NULL;
    const bool is_generic = kind[-1] == 'l';
    return (helper){.size = size, .from = 0, .to = destroys ? -1 : 1, .replaces = replaces,
      .type = !is_generic ? -1 : destroys ? 1 : 2};
  }
  if (strcmp(kind, "wxx") == 0) return (helper){.size = size, .from = 0, .to = -1, .type = 1};
  const bool replaces = kind[2] == 'a';
  return (helper){.size = size, .from = 1, .to = 0, .type = 2, .replaces = replaces, .is_contained = kind[2] == 'P'};
}

static const helper *helper_of(const ci_symbol *function) {
  size_t index = (function->begin >> 4) % helper_limit;
  while (helpers[index].function != NULL && helpers[index].function != function) index = (index + 1) % helper_limit;
  if (helpers[index].function == NULL) {
    if (helper_count == helper_limit / 2) return NULL;
    helper_count++;
    helpers[index] = describe(function->name);
    helpers[index].function = function;
  }
  return &helpers[index];
}

// Finds the arguments of a function where it has put them into its frame before its first call. Returns false if it does
// not begin as functions do that are not optimized: push rbp; mov rbp, rsp; sub rsp, n; mov [rbp - n], argument ...;
// mov rdi, [rbp + 8]; call.
static bool find_arguments(uintptr_t begin, uintptr_t code, const uintptr_t *frame, uintptr_t arguments[argument_count]) {
  static const uint8_t prologue[] = {0x55, 0x48, 0x89, 0xe5, 0x48}, last[] = {0x48, 0x8b, 0x7d, 0x08, 0xe8};
  // The numbers of rdi, rsi, rdx, rcx, r8 and r9, of which the prefix has a bit and the byte of the operands has three.
  static const uint8_t registers[argument_count] = {7, 6, 2, 1, 8, 9};
  const uint8_t *at = (const uint8_t *)begin;
  if (memcmp(at, prologue, sizeof prologue) != 0) return false;
  at += sizeof prologue;
  if (at[0] == 0x83) at += 3;
  else if (at[0] == 0x81) at += 6;
  else return false;
  memset(arguments, 0, argument_count * sizeof *arguments);
  while (memcmp(at, last, sizeof last) != 0) {
    const bool is_far = at[2] >> 6 == 2;
    if ((uintptr_t)at >= code || (at[0] != 0x48 && at[0] != 0x4c) || at[1] != 0x89 || (at[2] & 7) != 5) return false;
    int32_t offset = (int8_t)at[3];
    if (is_far) memcpy(&offset, at + 3, sizeof offset);
    const uint8_t number = (at[0] == 0x4c ? 8 : 0) | (at[2] >> 3 & 7);
    for (int i = 0; i < argument_count; i++)
      if (number == registers[i]) arguments[i] = *(const uintptr_t *)((uintptr_t)frame + (intptr_t)offset);
    at += is_far ? 7 : 4;
  }
  return (uintptr_t)at + 9 == code;
}

static uintptr_t user_of(const uintptr_t *frame) {
  while (ci_helper_at(frame[1]) != NULL) frame = (const uintptr_t *)frame[0];
  return frame[1];
}

bool ci_find_transfer(uintptr_t code, const uintptr_t *frame, ci_transfer *transfer) {
  const ci_symbol *function = ci_helper_at(code);
  uintptr_t arguments[argument_count];
  if (function == NULL || !find_arguments(function->begin, code, frame, arguments)) return false;
  const helper *known = helper_of(function);
  if (known == NULL) return false;
  *transfer = (ci_transfer){.from = known->from < 0 ? 0 : arguments[known->from],
    .to = known->to < 0 ? 0 : arguments[known->to], .size = known->size, .replaces = known->replaces,
    .code = user_of(frame)};
  for (int i = known->type; known->size == 0 && i >= 0 && i < argument_count; i++)
    if (is_value_type((const size_t *)arguments[i])) transfer->size = size_of((const void *)arguments[i]);
  if (known->is_contained && transfer->size > container_bytes) transfer->size = sizeof(void *);
  return transfer->size > 0;
}

#else

bool ci_find_transfer(uintptr_t code, const uintptr_t *frame, ci_transfer *transfer) { return false; }

#endif
