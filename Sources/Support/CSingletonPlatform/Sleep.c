#include "CSingletonPlatform.h"

#if defined(__linux__)

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

void cp_sleep_while(const uint32_t *word, uint32_t expected) {
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, NULL, NULL, 0);
}

void cp_wake_all(const uint32_t *word) { syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0); }

#else

#include <os/os_sync_wait_on_address.h>

void cp_sleep_while(const uint32_t *word, uint32_t expected) {
  os_sync_wait_on_address((void *)word, expected, sizeof *word, OS_SYNC_WAIT_ON_ADDRESS_NONE);
}

void cp_wake_all(const uint32_t *word) {
  os_sync_wake_by_address_all((void *)word, sizeof *word, OS_SYNC_WAKE_BY_ADDRESS_NONE);
}

#endif
