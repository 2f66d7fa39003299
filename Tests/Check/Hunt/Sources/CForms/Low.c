#include "CForms.h"

#include <emmintrin.h>
#include <sys/mman.h>
#include <unistd.h>

void h1_alias(void **one, void **other) {
  const int file = memfd_create("h1", 0);
  if (ftruncate(file, 4096)) return;
  *one = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  *other = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
}
void h1_stream(void *where, long long value) { _mm_stream_si64(where, value); }
void h1_stream_fenced(void *where, long long value) {
  _mm_stream_si64(where, value);
  _mm_sfence();
}
void h1_assembly_store(void *where, long value) { __asm__ volatile("movq %1, (%0)" : : "r"(where), "r"(value) : "memory"); }
__attribute__((no_sanitize("thread"))) void h1_exempt_store(void *where, long value) { *(volatile long *)where = value; }
