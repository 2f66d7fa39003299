#include "CPlatform.h"

#include <errno.h>
#include <unistd.h>
#if defined(__linux__)
#include <sched.h>
#endif

int cp_allowed_cores(void) {
#if defined(__linux__)
  // The mask must be as large as the kernel's, and the header's own has room for 1,024 cores only.
  for (int capacity = 1024; capacity <= 1 << 20; capacity *= 2) {
    cpu_set_t *mask = CPU_ALLOC(capacity);
    if (!mask) break;
    const size_t size = CPU_ALLOC_SIZE(capacity);
    const int failure = sched_getaffinity(0, size, mask) == 0 ? 0 : errno;
    const int count = failure ? 0 : CPU_COUNT_S(size, mask);
    CPU_FREE(mask);
    if (count > 0) return count;
    if (failure != EINVAL) break;
  }
#endif
  const long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (int)online : 1;
}
