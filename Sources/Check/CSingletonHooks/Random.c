// Random numbers. In an execution they are a fixed sequence, another for each thread, so that the execution can be repeated.
#include "Hooks.h"

#if CH_AVAILABLE

#include <stdarg.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

// How many words the setup and each thread have drawn in this execution.
static uint32_t drawn[setup + 1];
void ch_restart_random_numbers(void) { memset(drawn, 0, sizeof drawn); }

static bool is_repeated(void) { return is_modeled() || ch_current == setup; }

// No two words of an execution are equal: Vigna's generator splitmix64 maps numbers to others one to one.
static uint64_t draw(void) {
  ch_meet(ch_met_random);
  uint64_t word = ((uint64_t)ch_current << 32 | ++drawn[ch_current]) * UINT64_C(0x9e3779b97f4a7c15);
  word = (word ^ word >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  word = (word ^ word >> 27) * UINT64_C(0x94d049bb133111eb);
  return word ^ word >> 31;
}

static void fill(void *bytes, size_t size, uintptr_t code) {
  ch_write((uintptr_t)bytes, size, code);
  uint64_t word = 0;
  for (size_t i = 0; i < size; i++, word >>= 8) {
    if (i % sizeof word == 0) word = draw();
    ((volatile uint8_t *)bytes)[i] = (uint8_t)word;
  }
}

extern void swift_stdlib_random(void *bytes, size_t size);
void swift_stdlib_random(void *bytes, size_t size) {
  is_repeated() ? fill(bytes, size, ch_user_code(CALLER)) : NEXT(swift_stdlib_random)(bytes, size);
}

ssize_t getrandom(void *bytes, size_t size, unsigned flags) {
  if (!is_repeated()) return NEXT(getrandom)(bytes, size, flags);
  fill(bytes, size, ch_user_code(CALLER));
  return (ssize_t)size;
}

int getentropy(void *bytes, size_t size) {
  const size_t limit = 256;
  if (!is_repeated() || size > limit) return NEXT(getentropy)(bytes, size);
  fill(bytes, size, ch_user_code(CALLER));
  return 0;
}

// Swift's own code asks the system in this way.
long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long values[6];
  for (int i = 0; i < 6; i++) values[i] = va_arg(list, long);
  va_end(list);
  if (number == SYS_getrandom && is_repeated()) {
    fill((void *)values[0], (size_t)values[1], ch_user_code(CALLER));
    return values[1];
  }
  return NEXT(syscall)(number, values[0], values[1], values[2], values[3], values[4], values[5]);
}

// Functions that the C library has from version 2.36 on.
extern uint32_t arc4random(void), arc4random_uniform(uint32_t bound);
extern void arc4random_buf(void *bytes, size_t size);

uint32_t arc4random(void) { return is_repeated() ? (uint32_t)draw() : NEXT(arc4random)(); }

uint32_t arc4random_uniform(uint32_t bound) {
  if (!is_repeated()) return NEXT(arc4random_uniform)(bound);
  return bound < 2 ? 0 : (uint32_t)(draw() % bound);
}

void arc4random_buf(void *bytes, size_t size) {
  is_repeated() ? fill(bytes, size, ch_user_code(CALLER)) : NEXT(arc4random_buf)(bytes, size);
}

// MARK: A sequence that the process has in common

// The numbers that each thread gets depend on how many others have taken, and on the seed.
#define RANDOM "a random number of a sequence that all threads share"

UNMODELED(long, random, (void), (), RANDOM)
UNMODELED(int, rand, (void), (), RANDOM)

#endif
