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

static int count_below(struct allowed cores, int end) {
  int count = 0;
  for (int core = 0; core < end && core < cores.capacity; core++) count += contains(cores, core);
  return count;
}
#endif

int cp_allowed_cores(void) {
#if defined(__linux__)
  const struct allowed cores = allowed_cores();
  const int count = cores.mask ? count_below(cores, cores.capacity) : 0;
  if (cores.mask) CPU_FREE(cores.mask);
  if (count > 0) return count;
#endif
  const long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (int)online : 1;
}

int cp_core_beside(int distance) {
#if defined(__linux__)
  const struct allowed cores = allowed_cores();
  if (!cores.mask) return -1;
  const int count = count_below(cores, cores.capacity);
  const int here = sched_getcpu();
  const int wanted = count ? ((here > 0 ? count_below(cores, here) : 0) + distance) % count : -1;
  int core = -1;
  for (int seen = 0; wanted >= seen; core++) seen += contains(cores, core + 1);
  CPU_FREE(cores.mask);
  return core;
#else
  (void)distance;
  return -1;
#endif
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
