#pragma once
#include "Functions.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  unsigned a : 4, b : 4;
} bits;
typedef struct {
  unsigned char a, b;
} bytes;
typedef union {
  uint64_t word;
  uint32_t halves[2];
} both;

void bits_set_a(bits *b, unsigned v);
void bits_set_b(bits *b, unsigned v);
int bits_sum(const bits *b);
void bytes_set_a(bytes *b, unsigned v);
void bytes_set_b(bytes *b, unsigned v);
int bytes_sum(const bytes *b);
void both_word(both *b, uint64_t v);
uint32_t both_high(const both *b);

typedef struct flag_lock flag_lock;
flag_lock *flag_lock_make(void);
void flag_lock_take(flag_lock *lock, bool orders);
void flag_lock_give(flag_lock *lock, bool orders);

void *volatile_shared(void *(*make)(void));
void *sem_shared(void);
void *mtx_shared(void);
void *c11_once_shared(void);

void buffer_fill(char *to, int byte, size_t n);
void buffer_copy(char *to, const char *from, size_t n);
int buffer_first(const char *b);
void c_increment(long *p);
long c_value(const long *p);

// Returns the first byte of a file, which the system writes into a static variable.
char c_first_byte(void);

unsigned long long h1_ticks(void);
unsigned h1_core(void);
unsigned long long h1_hardware_random(void);
unsigned h1_thread_slot(void);
int h1_gettid(void);
void *h1_spin_make(void);
void h1_spin_lock(void *lock);
void h1_spin_unlock(void *lock);
void *h1_semaphore_make(unsigned count);
void h1_semaphore_wait(void *semaphore);
void h1_semaphore_post(void *semaphore);
void *h1_barrier_make(unsigned count);
void h1_barrier_wait(void *barrier);
void h1_round_up(void);
int h1_processor(void);
void h1_round_nearest(void);
bool h1_rounds_up(void);
void h1_alias(void **one, void **other);
void h1_stream(void *where, long long value);
void h1_stream_fenced(void *where, long long value);
void h1_assembly_store(void *where, long value);
void h1_exempt_store(void *where, long value);
long h1_zero(void);
