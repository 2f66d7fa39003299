// The end of a thread destroys the values that the thread keeps by keys, and its thread-local variables of C++.
//
// Foundation keeps `threadDictionary` so.
#include "Hooks.h"

#if CH_AVAILABLE

#include <pthread.h>

typedef void (*destructor)(void *);

enum { key_limit = 1024, object_limit = 64 };
// The destructor of each key, and whether code of the check has made the key.
static destructor destructors[key_limit];
static bool is_of_check[key_limit];

int pthread_key_create(pthread_key_t *key, destructor destroys) {
  const bool keeps = is_checked() && ch_is_instrumented(CALLER);
  // The C library counts how often a number was used, which decides nothing.
  const int result = keeps ? OUTSIDE(NEXT(pthread_key_create)(key, destroys)) : NEXT(pthread_key_create)(key, destroys);
  if (result != 0 || *key >= key_limit) return result;
  destructors[*key] = destroys;
  is_of_check[*key] = keeps;
  return result;
}

int pthread_key_delete(pthread_key_t key) {
  if (key < key_limit) destructors[key] = NULL, is_of_check[key] = false;
  return NEXT(pthread_key_delete)(key);
}

void ch_delete_keys(void) {
  for (pthread_key_t key = 0; key < key_limit; key++)
    if (is_of_check[key]) pthread_key_delete(key);
}

typedef struct {
  destructor destroys;
  void *object;
} thread_local_object;
static thread_local_object objects[ch_thread_limit][object_limit];
static int object_counts[ch_thread_limit];

extern int __cxa_thread_atexit_impl(destructor destroys, void *object, void *file);
int __cxa_thread_atexit_impl(destructor destroys, void *object, void *file) {
  if (!is_modeled()) return NEXT(__cxa_thread_atexit_impl)(destroys, object, file);
  if (object_counts[ch_current] == object_limit) ch_refuse("more than 64 thread-local objects", ch_user_code(CALLER));
  objects[ch_current][object_counts[ch_current]++] = (thread_local_object){destroys, object};
  return 0;
}

void ch_forget_thread_locals(int thread) { object_counts[thread] = 0; }

static bool destroy_values(void) {
  bool has_destroyed = false;
  for (pthread_key_t key = 0; key < key_limit; key++) {
    const destructor destroys = destructors[key];
    void *const value = destroys == NULL ? NULL : pthread_getspecific(key);
    if (value == NULL) continue;
    pthread_setspecific(key, NULL);
    destroys(value);
    has_destroyed = true;
  }
  return has_destroyed;
}

void ch_destroy_thread_locals(void) {
  enum { most_rounds = 4 };
  while (object_counts[ch_current] > 0) {
    const thread_local_object last = objects[ch_current][--object_counts[ch_current]];
    last.destroys(last.object);
  }
  for (int round = 0; round < most_rounds && destroy_values(); round++) {}
}

#endif
