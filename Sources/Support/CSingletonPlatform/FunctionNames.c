#include "ImageFile.h"

#if CP_READS_IMAGES
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

extern char *swift_demangle(const char *name, size_t length, char *buffer, size_t *size, uint32_t flags);

static image_file map_image(const char *path) {
  image_file image = {NULL, 0};
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return image;
  struct stat status;
  if (fstat(descriptor, &status) == 0 && status.st_size > (off_t)sizeof(Elf64_Ehdr)) {
    void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (bytes != MAP_FAILED) image = (image_file){bytes, (size_t)status.st_size};
  }
  close(descriptor);
  return image;
}

static bool is_within(image_file image, uint64_t offset, uint64_t size) {
  return offset <= image.size && size <= image.size - offset;
}

const ElfW(Shdr) *cp_section(image_file image, uint64_t index) {
  const Elf64_Ehdr *header = (const Elf64_Ehdr *)image.bytes;
  uint64_t offset = header->e_shoff + index * sizeof(Elf64_Shdr);
  if (index >= header->e_shnum || !is_within(image, offset, sizeof(Elf64_Shdr))) return NULL;
  const Elf64_Shdr *found = (const Elf64_Shdr *)(image.bytes + offset);
  return found->sh_type == SHT_NOBITS || is_within(image, found->sh_offset, found->sh_size) ? found : NULL;
}

/// Returns the name of the function at an address in one table of symbols, or NULL.
static const char *name_in_table(image_file image, const Elf64_Shdr *table, uint64_t address) {
  const Elf64_Shdr *names = cp_section(image, table->sh_link);
  if (!names) return NULL;
  const Elf64_Sym *symbols = (const Elf64_Sym *)(image.bytes + table->sh_offset);
  for (uint64_t i = 0; i < table->sh_size / sizeof *symbols; i++) {
    if (ELF64_ST_TYPE(symbols[i].st_info) == STT_FUNC && address - symbols[i].st_value < symbols[i].st_size &&
        symbols[i].st_name < names->sh_size)
      return image.bytes + names->sh_offset + symbols[i].st_name;
  }
  return NULL;
}

static const Elf64_Shdr *symbol_table(image_file image) {
  const Elf64_Shdr *table;
  for (uint64_t i = 0; (table = cp_section(image, i)); i++)
    if (table->sh_type == SHT_SYMTAB) return table;
  return NULL;
}

static const char *name_in_image(image_file image, uint64_t address) {
  const Elf64_Shdr *table = symbol_table(image);
  return table ? name_in_table(image, table, address) : NULL;
}

/// Finds the only function that has a name, or whose code begins at an address if the name is NULL. Returns its name, or NULL
/// if there is none or if there are two.
static const char *find_function(image_file image, const char *name, uint64_t *address, uint64_t *size) {
  const Elf64_Shdr *table = symbol_table(image);
  const Elf64_Shdr *names = table ? cp_section(image, table->sh_link) : NULL;
  const char *found = NULL;
  if (!names) return NULL;
  const Elf64_Sym *symbols = (const Elf64_Sym *)(image.bytes + table->sh_offset);
  for (uint64_t i = 0; i < table->sh_size / sizeof *symbols; i++) {
    if (ELF64_ST_TYPE(symbols[i].st_info) != STT_FUNC || symbols[i].st_name >= names->sh_size) continue;
    const char *other = image.bytes + names->sh_offset + symbols[i].st_name;
    if (name ? strcmp(name, other) != 0 : symbols[i].st_value != *address) continue;
    if (found) return NULL;
    found = other;
    if (name) *address = symbols[i].st_value;
    *size = symbols[i].st_size;
  }
  return found;
}

// The function that initializes a variable once has a name without its type when it is demangled. So it gets the name of the
// function that returns the variable's address, as of a variable of type Int.
static char *demangled(const char *name) {
  const size_t length = strlen(name), kept = length < 3 || strcmp(name + length - 3, "_WZ") ? length : length - 3;
  static const char rest[] = "Sivau";
  char *whole = malloc(kept + sizeof rest);
  if (!whole) return NULL;
  memcpy(whole, name, kept);
  memcpy(whole + kept, kept < length ? rest : "", kept < length ? sizeof rest : 1);
  char *result = swift_demangle(whole, strlen(whole), NULL, NULL, 0);
  free(whole);
  return result;
}

image_file cp_map_image_at(const void *address, struct link_map **map) {
  Dl_info info;
  if (!dladdr1(address, &info, (void **)map, RTLD_DL_LINKMAP)) return (image_file){NULL, 0};
  return map_image((*map)->l_name[0] ? (*map)->l_name : "/proc/self/exe");
}

char *cp_function_name(const void *address) {
  // The functions of a program are not exported, so that the loader does not know them. Its file does.
  struct link_map *map;
  image_file image = cp_map_image_at(address, &map);
  if (!image.bytes) return NULL;
  const char *name = name_in_image(image, (uint64_t)address - map->l_addr);
  Dl_info info;
  if (!name && dladdr(address, &info)) name = info.dli_sname;
  char *result = name ? demangled(name) : NULL;
  munmap((void *)image.bytes, image.size);
  return result;
}
char *cp_function_symbol(const void *address) {
  struct link_map *map;
  image_file image = cp_map_image_at(address, &map);
  if (!image.bytes) return NULL;
  uint64_t offset = (uint64_t)address - map->l_addr, size;
  const char *name = find_function(image, NULL, &offset, &size);
  char *result = name ? strdup(name) : NULL;
  munmap((void *)image.bytes, image.size);
  return result;
}

const void *cp_function_with_symbol(const char *name, const void *neighbor, size_t *size) {
  struct link_map *map;
  image_file image = cp_map_image_at(neighbor, &map);
  if (!image.bytes) return NULL;
  uint64_t offset = 0, bytes = 0;
  const bool is_found = find_function(image, name, &offset, &bytes);
  munmap((void *)image.bytes, image.size);
  *size = bytes;
  return is_found ? (const void *)(map->l_addr + offset) : NULL;
}
#else
char *cp_function_name(const void *address) {
  return 0;
}

char *cp_function_symbol(const void *address) {
  return 0;
}

const void *cp_function_with_symbol(const char *name, const void *neighbor, size_t *size) {
  return 0;
}
#endif
