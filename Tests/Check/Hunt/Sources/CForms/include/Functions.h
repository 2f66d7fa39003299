#pragma once
#include <stdint.h>

// A function of the C library. `call` calls it for one of two callers, whose arguments may differ, and `look` reads what it
// has returned, which others may have written over.
typedef struct {
  const char *name;
  intptr_t (*call)(int caller);
  long (*look)(intptr_t returned);
} hunted_function;

hunted_function hunted_function_at(int index);
extern const int hunted_function_count;
