// Values of generic types, which code that does not know the type copies and destroys by functions of the type: its value
// witnesses. Those of the library's types and the runtime's functions for the cases of generic enums are not instrumented, so
// they are announced here, for the code that calls them.
#include "Hooks.h"

#if CH_AVAILABLE

#include <sys/mman.h>

// The table of a type's value witnesses, which the word before its metadata points to.
typedef struct {
  // Copies what a container of a value of any type has: the value, or its box if it is large.
  void *(*copy_buffer)(void *, void *, const void *);
  void (*destroy)(void *, const void *);
  void *(*transfer[4])(void *, void *, const void *);
  unsigned (*tag)(void *, unsigned, const void *);
  void (*store_tag)(void *, unsigned, unsigned, const void *);
  size_t size, stride;
  uint32_t flags, extra_inhabitants;
} witnesses;

enum { initialize_with_copy, assign_with_copy, initialize_with_take, assign_with_take };
enum : uint32_t { is_not_plain = 0x10000 };

static const witnesses *table_of(const void *type) { return ((const witnesses *const *)type)[-1]; }

static bool is_announced(uintptr_t code) { return is_checked() && ch_is_instrumented(code) && !ch_is_own(code); }

static void *transfer(
  const witnesses *original, int kind, void *to, void *from, const void *type, uintptr_t code) {
  if (!is_announced(code)) return original->transfer[kind](to, from, type);
  const witnesses *table = table_of(type);
  const bool replaces = (kind == assign_with_copy || kind == assign_with_take) && (table->flags & is_not_plain) != 0;
  ch_read_both((uintptr_t)from, (uintptr_t)to, table->size, replaces ? table->size : 0, code);
  ch_write_too((uintptr_t)to, table->size, code);
  ch_announce_call((uintptr_t)to, table->size);
  original->transfer[kind](to, from, type);
  if (is_modeled()) ch_settle();
  return to;
}

static void destroy(const witnesses *original, void *value, const void *type, uintptr_t code) {
  const witnesses *table = table_of(type);
  if ((table->flags & is_not_plain) != 0 && is_announced(code)) ch_read((uintptr_t)value, table->size, code);
  original->destroy(value, type);
}

// The bytes behind a payload that tell empty cases apart for which it has no values to spare.
static size_t tag_size(const witnesses *payload, unsigned empty_cases) {
  if (empty_cases <= payload->extra_inhabitants) return 0;
  if (payload->size >= 4) return 1;
  const unsigned extra = empty_cases - payload->extra_inhabitants, bits = 8 * (unsigned)payload->size;
  const unsigned tags = 1 + ((extra + (1u << bits) - 1) >> bits);
  return tags < 1u << 8 ? 1 : tags < 1u << 16 ? 2 : 4;
}

static unsigned tag(const witnesses *original, void *value, unsigned empty_cases, const void *type, uintptr_t code) {
  const witnesses *table = table_of(type);
  if (is_announced(code)) ch_read((uintptr_t)value, table->size + tag_size(table, empty_cases), code);
  return original->tag(value, empty_cases, type);
}

// The tag of the payload is written behind it; that of another case is in the payload's bytes, too.
static void store_tag(
  const witnesses *original, void *value, unsigned tag, unsigned empty_cases, const void *type, uintptr_t code) {
  const witnesses *table = table_of(type);
  const size_t begin = tag == 0 ? table->size : 0, count = table->size + tag_size(table, empty_cases) - begin;
  const bool announces = count > 0 && is_announced(code);
  if (announces) {
    ch_write((uintptr_t)value + begin, count, code);
    ch_announce_call((uintptr_t)value + begin, count);
  }
  original->store_tag(value, tag, empty_cases, type);
  if (announces && is_modeled()) ch_settle();
}

// What a table has had before it leads here. The runtime copies functions of a table into those of other types, so each table
// has functions of its own, which know what it has had.
#define TRANSFER(table, kind) \
  static void *table##_##kind(void *to, void *from, const void *type) { \
    return transfer(&table##_original, kind, to, from, type, CALLER); \
  }

#define TABLE(table) \
  static witnesses table##_original; \
  TRANSFER(table, initialize_with_copy) \
  TRANSFER(table, assign_with_copy) \
  TRANSFER(table, initialize_with_take) \
  TRANSFER(table, assign_with_take) \
  static void table##_destroy(void *value, const void *type) { destroy(&table##_original, value, type, CALLER); } \
  static unsigned table##_tag(void *value, unsigned empty_cases, const void *type) { \
    return tag(&table##_original, value, empty_cases, type, CALLER); \
  } \
  static void table##_store_tag(void *value, unsigned tag, unsigned empty_cases, const void *type) { \
    store_tag(&table##_original, value, tag, empty_cases, type, CALLER); \
  } \
  static const witnesses table##_announced = {.copy_buffer = table##_initialize_with_copy, .destroy = table##_destroy, \
    .transfer = {table##_initialize_with_copy, table##_assign_with_copy, table##_initialize_with_take, \
      table##_assign_with_take}, \
    .tag = table##_tag, .store_tag = table##_store_tag};

// Integers, and what is made of one; objects and pointers; and what has tables of its own.
#define TABLES(with) \
  with(byte, "$sBi8_WV") with(half, "$sBi16_WV") with(word, "$sBi32_WV") with(long_word, "$sBi64_WV") \
  with(object, "$sBoWV") with(unknown_object, "$sBOWV") with(bridge_object, "$sBbWV") with(pointer, "$sBpWV")

#define DEFINE(table, symbol) TABLE(table)
TABLES(DEFINE)

static void lead_here(witnesses *table, witnesses *original, const witnesses *announced) {
  const uintptr_t page = 4096;
  if (table == NULL || original->size != 0) return;
  void *const begin = (void *)((uintptr_t)table & ~(page - 1));
  const size_t size = ((uintptr_t)table + sizeof *table - (uintptr_t)begin + page - 1) & ~(page - 1);
  if (mprotect(begin, size, PROT_READ | PROT_WRITE) != 0) return;
  *original = *table;
  // A value of one word is itself in a container.
  table->copy_buffer = announced->copy_buffer;
  table->destroy = announced->destroy;
  memcpy(table->transfer, announced->transfer, sizeof table->transfer);
  table->tag = announced->tag;
  table->store_tag = announced->store_tag;
  mprotect(begin, size, PROT_READ);
}

// Before the runtime copies them.
__attribute__((constructor)) static void find_witnesses(void) {
#define LEAD(table, symbol) lead_here(dlsym(RTLD_DEFAULT, symbol), &table##_original, &table##_announced);
  TABLES(LEAD)
}

// MARK: Generic enums with several payloads

// The case is in the bytes behind the payload, and that of an empty case in the payload's bytes, too.
typedef struct {
  const void *kind;
  const struct {
    uint32_t flags;
    int32_t parent, name, access, fields;
    uint32_t payload_cases, empty_cases;
  } *description;
} enum_metadata;

extern unsigned swift_getEnumCaseMultiPayload(void *value, const void *type);
unsigned swift_getEnumCaseMultiPayload(void *value, const void *type) {
  if (is_announced(CALLER)) ch_read((uintptr_t)value, table_of(type)->size, CALLER);
  return NEXT(swift_getEnumCaseMultiPayload)(value, type);
}

extern void swift_storeEnumTagMultiPayload(void *value, const void *type, unsigned tag);
void swift_storeEnumTagMultiPayload(void *value, const void *type, unsigned tag) {
  if (!is_announced(CALLER)) return NEXT(swift_storeEnumTagMultiPayload)(value, type, tag);
  const uint32_t cases = ((const enum_metadata *)type)->description->payload_cases;
  const size_t payload_size = ((const size_t *)type)[cases >> 24];
  const size_t begin = tag < (cases & 0xffffff) ? payload_size : 0, count = table_of(type)->size - begin;
  if (count > 0) {
    ch_write((uintptr_t)value + begin, count, CALLER);
    ch_announce_call((uintptr_t)value + begin, count);
  }
  NEXT(swift_storeEnumTagMultiPayload)(value, type, tag);
  if (is_modeled()) ch_settle();
}

#endif
