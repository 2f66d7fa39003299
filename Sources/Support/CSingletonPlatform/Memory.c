#include "CSingletonPlatform.h"

#include <dlfcn.h>
#if defined(__linux__)
#include <link.h>
#endif
#if defined(__APPLE__)
#include <malloc/malloc.h>
#else
#include <malloc.h>
#endif

bool cp_is_static(const void *address) {
  Dl_info image;
  return dladdr(address, &image) != 0;
}

#if defined(__linux__)
// Stops at the first file, which is the program.
static int find_in_program(struct dl_phdr_info *program, size_t size, void *address) {
  for (int i = 0; i < program->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &program->dlpi_phdr[i];
    if (part->p_type == PT_LOAD && (uintptr_t)address - program->dlpi_addr - part->p_vaddr < part->p_memsz) return 1;
  }
  return -1;
}

bool cp_is_in_program(const void *address) { return dl_iterate_phdr(find_in_program, (void *)address) == 1; }
#else
bool cp_is_in_program(const void *address) { return false; }
#endif

size_t cp_heap_block_size(const void *block) {
#if defined(__APPLE__)
  return malloc_size(block);
#else
  return malloc_usable_size((void *)block);
#endif
}
