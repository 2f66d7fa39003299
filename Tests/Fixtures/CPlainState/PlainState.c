#include "CPlainState.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int named, _underscored;
static char words[2] __attribute__((aligned(8)));
static _Thread_local int of_thread;
static pthread_once_t once = PTHREAD_ONCE_INIT, key_once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int *allocated;

static bool has_run;
static void run(void) { has_run = true; }
static void make_key(void) { pthread_key_create(&key, NULL); }

static int *in_function(void) {
  static int flag;
  return &flag;
}

bool plain_is_set(plain_place place) {
  switch (place) {
    case plain_named: return named;
    case plain_underscored: return _underscored;
    case plain_second_in_word: return words[1];
    case plain_in_function: return *in_function();
    case plain_by_once: return has_run;
    case plain_thread_local: return of_thread;
    case plain_key: pthread_once(&key_once, make_key); return pthread_getspecific(key);
    case plain_allocated: return allocated && *allocated;
  }
}

void plain_set(plain_place place) {
  switch (place) {
    case plain_named: named = 1; break;
    case plain_underscored: _underscored = 1; break;
    case plain_second_in_word: words[1] = 1; break;
    case plain_in_function: *in_function() = 1; break;
    case plain_by_once: pthread_once(&once, run); break;
    case plain_thread_local: of_thread = 1; break;
    case plain_key: pthread_once(&key_once, make_key); pthread_setspecific(key, &key); break;
    case plain_allocated:
      if (!allocated) allocated = calloc(1, sizeof *allocated);
      *allocated = 1;
      break;
  }
}

extern pid_t gettid(void);

int plain_thread(void) { return gettid(); }

void plain_start_process(void) {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, NULL, 0);
}

unsigned long long plain_ticks(void) {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#else
  return 1;
#endif
}
