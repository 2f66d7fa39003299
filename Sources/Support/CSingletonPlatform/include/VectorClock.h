#pragma once
// A vector clock of sixteen one-byte counters, joined in one instruction. Swift imports the type as SIMD16<UInt8>.

#include <stdbool.h>
#include <stdint.h>

typedef uint8_t cp_vector_clock __attribute__((ext_vector_type(16)));

static inline cp_vector_clock cp_clock_zero(void) { return (cp_vector_clock)(0); }

static inline uint8_t cp_clock_get(cp_vector_clock clock, int place) { return ((const uint8_t *)&clock)[place]; }

static inline cp_vector_clock cp_clock_set(cp_vector_clock clock, int place, uint8_t count) {
  ((uint8_t *)&clock)[place] = count;
  return clock;
}

/// Returns the greater counter of each pair.
static inline cp_vector_clock cp_clock_join(cp_vector_clock a, cp_vector_clock b) {
  return __builtin_elementwise_max(a, b);
}

static inline bool cp_clock_equal(cp_vector_clock a, cp_vector_clock b) {
  return __builtin_memcmp(&a, &b, sizeof a) == 0;
}
