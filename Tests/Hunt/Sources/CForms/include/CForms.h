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
