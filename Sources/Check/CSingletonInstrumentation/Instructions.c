// The memory that an instruction accesses, as far as its fault does not tell.
#include "Sections.h"

#if CI_STEPS
#include <string.h>

typedef struct {
  const uint8_t *opcode;
  // The second table of instructions begins with 0f. The encodings of vectors have it in their prefix.
  bool is_second_table, is_vector, is_third_table, is_locked, has_wide_operand, has_narrow_operand;
  uint8_t repeats, vector_size;
} instruction;

static instruction decoded(const uint8_t *at) {
  instruction self = {.vector_size = 16};
  for (;; at++) {
    if (*at == 0xf0) self.is_locked = true;
    else if (*at == 0x66) self.has_narrow_operand = true;
    else if (*at == 0xf2 || *at == 0xf3) self.repeats = *at;
    else if (*at != 0x2e && *at != 0x36 && *at != 0x3e && *at != 0x26 && *at != 0x64 && *at != 0x65) break;
  }
  if ((*at & 0xf0) == 0x40) self.has_wide_operand = (*at++ & 8) != 0;
  if (*at == 0xc5 || *at == 0xc4 || *at == 0x62) {
    const int length = *at == 0xc5 ? 2 : *at == 0xc4 ? 3 : 4, table = *at == 0xc5 ? 1 : at[1] & 7;
    self.is_vector = true;
    self.is_second_table = table == 1;
    self.is_third_table = table != 1;
    self.vector_size = *at == 0x62 ? 64 : 32;
    self.opcode = at + length;
    return self;
  }
  if (*at == 0x0f) {
    self.is_second_table = true;
    at++;
    self.is_third_table = *at == 0x38 || *at == 0x3a;
    if (self.is_third_table) at++;
  }
  self.opcode = at;
  return self;
}

static uint8_t operand_size(const instruction *self) {
  return self->has_wide_operand ? 8 : self->has_narrow_operand ? 2 : 4;
}

static bool is_one_of(uint8_t opcode, const uint8_t *opcodes, size_t count) {
  return memchr(opcodes, opcode, count) != NULL;
}
#define IS_ONE_OF(opcode, ...) is_one_of(opcode, (const uint8_t[]){__VA_ARGS__}, sizeof (uint8_t[]){__VA_ARGS__})

static uint8_t size_of(const instruction *self) {
  const uint8_t opcode = *self->opcode;
  if (self->is_vector || self->is_third_table) return self->vector_size;
  if (!self->is_second_table) {
    if (opcode >= 0xd8 && opcode <= 0xdf) return 16;
    if (opcode == 0x63) return 4;
    if (opcode == 0x8f || (opcode == 0xff && (self->opcode[1] & 0x38) >= 0x10)) return 8;
    // Each instruction on bytes has an even number, and the same on words the next one.
    const bool is_pair = opcode < 0x40 || (opcode >= 0x80 && opcode <= 0x8b) || (opcode >= 0xa4 && opcode <= 0xaf)
      || (opcode >= 0xc0 && opcode <= 0xc7) || (opcode >= 0xd0 && opcode <= 0xd3) || opcode >= 0xf6;
    return is_pair && opcode % 2 == 0 ? 1 : operand_size(self);
  }
  if ((opcode & 0xf0) == 0x90 || opcode == 0xb6 || opcode == 0xbe || opcode == 0xb0 || opcode == 0xc0) return 1;
  if (opcode == 0xb7 || opcode == 0xbf) return 2;
  const bool is_of_words = (opcode & 0xf0) == 0x40 || (opcode >= 0xa0 && opcode <= 0xbf) || opcode == 0xc1 || opcode == 0xc3;
  return is_of_words ? operand_size(self) : 16;
}

// Whether it only writes. Any other instruction that writes to memory is taken to read it before.
static bool is_store(const instruction *self) {
  const uint8_t opcode = *self->opcode;
  if (self->is_third_table) return false;
  if (self->is_second_table)
    return (opcode & 0xf0) == 0x90 ? !self->is_vector
      : IS_ONE_OF(opcode, 0x11, 0x13, 0x17, 0x29, 0x2b, 0x7e, 0x7f, 0xc3, 0xd6, 0xe7);
  return IS_ONE_OF(opcode, 0x88, 0x89, 0xc6, 0xc7, 0xaa, 0xab);
}

// Whether it is a store that passes the cache by, which a later store may overtake.
static bool is_non_temporal(const instruction *self) {
  return self->is_second_table && !self->is_third_table && IS_ONE_OF(*self->opcode, 0x2b, 0xc3, 0xe7);
}

int ci_decode_accesses(
  const uint8_t *code, uintptr_t address, bool writes, uintptr_t source, uintptr_t destination, ci_access found[2]) {
  const instruction self = decoded(code);
  const uint8_t opcode = *self.opcode, size = size_of(&self);
  const bool is_plain = !self.is_second_table && !self.is_third_table;
  // An exchange with memory is atomic, and a gather has several addresses.
  const bool is_atomic = self.is_locked || (is_plain && (opcode == 0x86 || opcode == 0x87));
  if (self.is_vector && self.is_third_table && (opcode >= 0x90 && opcode <= 0x93)) return 0;
  if (self.is_vector && self.is_third_table && (opcode >= 0xa0 && opcode <= 0xa3)) return 0;
  if (self.is_second_table && !self.is_vector && opcode == 0xc7 && !is_atomic) return 0;
  const bool copies = is_plain && (opcode == 0xa4 || opcode == 0xa5), compares = is_plain && (opcode == 0xa6 || opcode == 0xa7);
  const bool is_string = is_plain && ((opcode >= 0xa4 && opcode <= 0xa7) || (opcode >= 0xaa && opcode <= 0xaf));
  const size_t repetitions = is_string && self.repeats != 0;
  if (copies || compares) {
    found[0] = (ci_access){source, size, .reads = true, .repetitions = repetitions};
    found[1] = (ci_access){destination, size, .reads = compares, .writes = copies, .repetitions = repetitions};
    return 2;
  }
  found[0] = (ci_access){
    address, size, .reads = !writes || !is_store(&self), .writes = writes, .is_atomic = is_atomic, .repetitions = repetitions,
    .is_non_temporal = writes && is_non_temporal(&self)};
  return 1;
}

#endif
