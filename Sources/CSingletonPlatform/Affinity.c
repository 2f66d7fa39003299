#include "CSingletonPlatform.h"

#include <errno.h>
#include <unistd.h>
#if defined(__linux__)
#include <sched.h>
#endif

#if defined(__linux__)
// The cores that this thread may run on; the mask is NULL if the system does not report them.
struct allowed {
  cpu_set_t *mask;
  int capacity;
};

// The mask must be at least as large as the kernel's, and a `cpu_set_t` holds only 1,024 cores.
static struct allowed allowed_cores(void) {
  for (int capacity = 1024; capacity <= 1 << 20; capacity *= 2) {
    cpu_set_t *mask = CPU_ALLOC(capacity);
    if (!mask) break;
    if (sched_getaffinity(0, CPU_ALLOC_SIZE(capacity), mask) == 0) return (struct allowed){mask, capacity};
    const int failure = errno;
    CPU_FREE(mask);
    if (failure != EINVAL) break;
  }
  return (struct allowed){NULL, 0};
}

static bool contains(struct allowed cores, int core) {
  return CPU_ISSET_S(core, CPU_ALLOC_SIZE(cores.capacity), cores.mask);
}

#endif

int cp_allowed_core_numbers(int *numbers, int capacity) {
  int count = 0;
#if defined(__linux__)
  const struct allowed cores = allowed_cores();
  if (!cores.mask) return 0;
  for (int core = 0; core < cores.capacity; core++) {
    if (!contains(cores, core)) continue;
    if (count < capacity) numbers[count] = core;
    count++;
  }
  CPU_FREE(cores.mask);
#else
  (void)numbers, (void)capacity;
#endif
  return count;
}

int cp_current_core(void) {
#if defined(__linux__)
  return sched_getcpu();
#else
  return -1;
#endif
}

int cp_online_cores(void) {
  const long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (int)online : 1;
}

bool cp_stay_on_core(int core) {
#if defined(__linux__)
  cpu_set_t *mask = core < 0 ? NULL : CPU_ALLOC(core + 1);
  if (!mask) return false;
  const size_t size = CPU_ALLOC_SIZE(core + 1);
  CPU_ZERO_S(size, mask);
  CPU_SET_S(core, size, mask);
  const bool stays = sched_setaffinity(0, size, mask) == 0;
  CPU_FREE(mask);
  return stays;
#else
  (void)core;
  return false;
#endif
}
