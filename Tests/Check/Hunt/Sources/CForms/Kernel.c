#include "CForms.h"

#include <sched.h>
#include <stdlib.h>
#include <sys/sysinfo.h>
#include <unistd.h>
#include <wchar.h>

int h1_sysinfo(void *into) { return sysinfo(into); }
int h1_affinity(void *into) { return sched_getaffinity(0, 128, into); }



int h1_gettid(void) { return gettid(); }
void *h1_shift_make(void) { return calloc(1, sizeof(mbstate_t)); }
long h1_shift_feed(void *state, char byte) { return (long)mbrlen(&byte, 1, state); }
int h1_processor(void) { return sched_getcpu(); }
