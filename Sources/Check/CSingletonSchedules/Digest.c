#include "Memory.h"

static const uint64_t first_prime = 0x9e3779b185ebca87, second_prime = 0xc2b2ae3d27d4eb4f;

static uint64_t rotated(uint64_t word, int bits) { return word << bits | word >> (64 - bits); }

static uint64_t finished(uint64_t word) {
  word = (word ^ word >> 33) * second_prime;
  word = (word ^ word >> 29) * first_prime;
  return word ^ word >> 32;
}

// The lanes are those of XXH64.
cs_digest cs_digest_words(const uint64_t *words, size_t count, uint64_t seed) {
  uint64_t lanes[4] = {seed + first_prime, seed ^ second_prime, seed, count};
  size_t i = 0;
  for (; i + 4 <= count; i += 4)
    for (int lane = 0; lane < 4; lane++)
      lanes[lane] = rotated(lanes[lane] + words[i + (size_t)lane] * second_prime, 31) * first_prime;
  for (; i < count; i++) lanes[i % 4] = rotated(lanes[i % 4] + words[i] * second_prime, 31) * first_prime;
  return (cs_digest){
      finished(lanes[0] + rotated(lanes[1], 7) + rotated(lanes[2], 12) + rotated(lanes[3], 18)),
      finished((lanes[0] ^ rotated(lanes[3], 23)) * first_prime + (lanes[1] ^ rotated(lanes[2], 41)) * second_prime)};
}

cs_digest cs_digest_of(const uint64_t *words, uint32_t count) { return cs_digest_words(words, count, 0); }
