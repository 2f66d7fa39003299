#pragma once
#include "Reality.h"
#include <stddef.h>

// Each makes its instance at the first call: in a variable with an underscore, without one, and in a local one.
void *plain_named(void *(*make)(void));
void *plain_local(void *(*make)(void));
// Returns whether this is the first call.
int plain_underscore_once(void);

void plain_thread_set(long value);
long plain_thread_get(void);
int plain_gettid(void);
int plain_cpu(void);

// Looks for a number, which sets errno, and what it is then.
void plain_parse(const char *text);
int plain_errno(void);

int plain_is_started(void);
void plain_start(void);
int plain_named_is_started(void);
void plain_named_start(void);

// Returns the first byte of a file, which the system writes into a static variable.
char plain_first_byte(void);
