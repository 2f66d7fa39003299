#include "Order.h"

#if CS_CAN_TAKE_OVER
#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// The compiler keeps in variables what it has asked the runtime for, such as the description of a type. Any job may fill one
// in, and all of them with the same.

/// The addresses of these variables, in their order.
static uintptr_t *caches;
static size_t cache_count, cache_capacity;

static bool has_suffix(const char *name, const char *suffix) {
  const size_t length = strlen(name), end = strlen(suffix);
  return length >= end && strcmp(name + length - end, suffix) == 0;
}

static bool is_cache_name(const char *name) {
  return strncmp(name, "$s", 2) == 0 &&
         (has_suffix(name, "Md") || has_suffix(name, "MD") || has_suffix(name, "ML") || has_suffix(name, "WL"));
}

static void add(uintptr_t address) {
  if (cache_count == cache_capacity) {
    const size_t capacity = cache_capacity ? 2 * cache_capacity : 1 << 10;
    uintptr_t *more = realloc(caches, capacity * sizeof *caches);
    if (!more) return;
    caches = more;
    cache_capacity = capacity;
  }
  caches[cache_count++] = address;
}

static void read_symbols(const char *file, size_t size, uintptr_t base) {
  const Elf64_Ehdr *header = (const Elf64_Ehdr *)file;
  const Elf64_Shdr *sections = (const Elf64_Shdr *)(file + header->e_shoff);
  if (header->e_shoff + header->e_shnum * sizeof *sections > size) return;
  for (int i = 0; i < header->e_shnum; i++) {
    const Elf64_Shdr *table = &sections[i];
    if (table->sh_type != SHT_SYMTAB || table->sh_link >= header->e_shnum) continue;
    const Elf64_Shdr *names = &sections[table->sh_link];
    if (table->sh_offset + table->sh_size > size || names->sh_offset + names->sh_size > size) continue;
    const Elf64_Sym *symbols = (const Elf64_Sym *)(file + table->sh_offset);
    for (size_t k = 0; k < table->sh_size / sizeof *symbols; k++)
      if (ELF64_ST_TYPE(symbols[k].st_info) == STT_OBJECT && symbols[k].st_shndx != SHN_UNDEF &&
          is_cache_name(file + names->sh_offset + symbols[k].st_name))
        add(base + symbols[k].st_value);
  }
}

static int by_address(const void *one, const void *other) {
  const uintptr_t a = *(const uintptr_t *)one, b = *(const uintptr_t *)other;
  return a < b ? -1 : a > b;
}

void cs_find_caches(const char *path, uintptr_t base) {
  const int descriptor = open(path && path[0] ? path : "/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  struct stat facts;
  void *file = MAP_FAILED;
  if (fstat(descriptor, &facts) == 0 && (size_t)facts.st_size > sizeof(Elf64_Ehdr))
    file = mmap(NULL, (size_t)facts.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  close(descriptor);
  if (file == MAP_FAILED) return;
  read_symbols(file, (size_t)facts.st_size, base);
  munmap(file, (size_t)facts.st_size);
  qsort(caches, cache_count, sizeof *caches, by_address);
}

bool cs_is_cache(uintptr_t address) {
  size_t low = 0, high = cache_count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (caches[middle] == address) return true;
    if (caches[middle] < address) low = middle + 1;
    else high = middle;
  }
  return false;
}
#endif
