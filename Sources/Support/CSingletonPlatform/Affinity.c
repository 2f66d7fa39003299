#include "CSingletonPlatform.h"

#if defined(__linux__)
#include <sched.h>

// A mask of cores. It must be at least as large as the kernel's, and a `cpu_set_t` holds only 1,024 cores.
enum { most_cores = 64 * CPU_SETSIZE };
struct core_mask {
  cpu_set_t sets[most_cores / CPU_SETSIZE];
};

int cp_allowed_core_numbers(int *numbers, int capacity) {
  struct core_mask mask;
  if (sched_getaffinity(0, sizeof mask, mask.sets) != 0) return 0;
  int count = 0;
  for (int core = 0; core < most_cores; core++) {
    if (!CPU_ISSET_S(core, sizeof mask, mask.sets)) continue;
    if (count < capacity) numbers[count] = core;
    count++;
  }
  return count;
}

int cp_current_core(void) { return sched_getcpu(); }

void cp_stay_on_core(int core) {
  struct core_mask mask = {0};
  if (core < 0 || core >= most_cores) return;
  CPU_SET_S(core, sizeof mask, mask.sets);
  sched_setaffinity(0, sizeof mask, mask.sets);
}

#else

int cp_allowed_core_numbers(int *numbers, int capacity) {
  return 0;
}

int cp_current_core(void) { return -1; }

void cp_stay_on_core(int core) {}

#endif
