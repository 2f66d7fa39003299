#include "CForms.h"

#include <fcntl.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <unistd.h>

void bits_set_a(bits *b, unsigned v) { b->a = v; }
void bits_set_b(bits *b, unsigned v) { b->b = v; }
int bits_sum(const bits *b) { return b->a + b->b; }
void bytes_set_a(bytes *b, unsigned v) { b->a = v; }
void bytes_set_b(bytes *b, unsigned v) { b->b = v; }
int bytes_sum(const bytes *b) { return b->a + b->b; }
void both_word(both *b, uint64_t v) { b->word = v; }
uint32_t both_high(const both *b) { return b->halves[1]; }

struct flag_lock {
  atomic_flag flag;
};
flag_lock *flag_lock_make(void) {
  flag_lock *lock = malloc(sizeof *lock);
  atomic_flag_clear(&lock->flag);
  return lock;
}
void flag_lock_take(flag_lock *lock, bool orders) {
  const memory_order order = orders ? memory_order_acquire : memory_order_relaxed;
  while (atomic_flag_test_and_set_explicit(&lock->flag, order)) {
  }
}
void flag_lock_give(flag_lock *lock, bool orders) {
  atomic_flag_clear_explicit(&lock->flag, orders ? memory_order_release : memory_order_relaxed);
}

static void *volatile known;
void *volatile_shared(void *(*make)(void)) {
  if (!known) known = make();
  return known;
}

static sem_t turn;
static mtx_t mutex;
__attribute__((constructor)) static void begin(void) {
  sem_init(&turn, 0, 1);
  mtx_init(&mutex, mtx_plain);
}

static void *by_semaphore, *by_mutex, *by_once;
static void *made(void **at) {
  if (!*at) *at = malloc(8);
  return *at;
}
void *sem_shared(void) {
  sem_wait(&turn);
  void *found = made(&by_semaphore);
  sem_post(&turn);
  return found;
}
void *mtx_shared(void) {
  mtx_lock(&mutex);
  void *found = made(&by_mutex);
  mtx_unlock(&mutex);
  return found;
}
static once_flag once = ONCE_FLAG_INIT;
static void make_once(void) { by_once = malloc(8); }
void *c11_once_shared(void) {
  call_once(&once, make_once);
  return by_once;
}

void buffer_fill(char *to, int byte, size_t n) { memset(to, byte, n); }
void buffer_copy(char *to, const char *from, size_t n) { memcpy(to, from, n); }
int buffer_first(const char *b) { return b[0]; }
void c_increment(long *p) { (*p)++; }
long c_value(const long *p) { return *p; }

char c_first_byte(void) {
  static char buffer[16];
  const int file = open("/etc/passwd", O_RDONLY);
  const long count = read(file, buffer, sizeof buffer);
  close(file);
  return count > 0 ? buffer[0] : '-';
}
