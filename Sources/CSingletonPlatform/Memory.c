#include "CSingletonPlatform.h"

#include <dlfcn.h>
#if defined(__APPLE__)
#include <malloc/malloc.h>
#else
#include <malloc.h>
#endif

bool cp_is_static(const void *address) {
  Dl_info image;
  return dladdr(address, &image) != 0;
}

size_t cp_heap_block_size(const void *block) {
#if defined(__APPLE__)
  return malloc_size(block);
#else
  return malloc_usable_size((void *)block);
#endif
}
