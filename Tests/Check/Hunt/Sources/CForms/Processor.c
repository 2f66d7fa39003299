#include "CForms.h"

#include <stdatomic.h>
#include <x86intrin.h>

unsigned long long h1_ticks(void) { return __rdtsc(); }
unsigned h1_core(void) {
  unsigned core;
  __rdtscp(&core);
  return core;
}
__attribute__((target("rdrnd"))) unsigned long long h1_hardware_random(void) {
  unsigned long long drawn = 0;
  _rdrand64_step(&drawn);
  return drawn;
}
static atomic_uint slots;
static _Thread_local unsigned own;
unsigned h1_thread_slot(void) {
  if (!own) own = atomic_fetch_add(&slots, 1) + 1;
  return own;
}
/// Nothing that the compiler of another language knows: what it is multiplied with is read.
long h1_zero(void) { return 0; }
