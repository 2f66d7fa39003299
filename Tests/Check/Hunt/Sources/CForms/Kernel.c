#include "CForms.h"

#include <sched.h>
#include <unistd.h>

int h1_gettid(void) { return gettid(); }
int h1_processor(void) { return sched_getcpu(); }
