#pragma once
// Flags that C keeps, each in another place.

#include <stdbool.h>

typedef enum {
  plain_named, plain_underscored, plain_second_in_word, plain_in_function, plain_by_once, plain_thread_local, plain_key,
  plain_allocated, plain_last = plain_allocated
} plain_place;

bool plain_is_set(plain_place place);
void plain_set(plain_place place);

/// Returns the number of the thread.
int plain_thread(void);

/// Starts a process that ends at once, and waits for it.
void plain_start_process(void);

/// Returns the clock of the processor, where it has one that code may read.
unsigned long long plain_ticks(void);
