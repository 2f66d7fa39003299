// The files that are loaded, and the memory that is mapped.
#include "Sections.h"

ci_range ci_loader_tables[ci_loader_table_limit];
int ci_loader_table_count;

#if defined(__linux__)

#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

enum { file_limit = 1 << 9 };
static ci_range files[file_limit], codes[file_limit];
static int file_count;

static void widen(ci_range *range, uintptr_t begin, size_t size) {
  if (range->end == 0 || begin < range->begin) range->begin = begin;
  if (begin + size > range->end) range->end = begin + size;
}

static void add_table(uintptr_t begin, size_t size) {
  if (ci_loader_table_count < ci_loader_table_limit) ci_loader_tables[ci_loader_table_count++] = (ci_range){begin, begin + size};
}

// Three entries before the functions are the loader's own.
static void add_table_of_functions(const ElfW(Dyn) *entry) {
  size_t table = 0, size = 3 * sizeof(void *);
  for (; entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag == DT_PLTGOT) table = entry->d_un.d_ptr;
    if (entry->d_tag == DT_PLTRELSZ) size += entry->d_un.d_val / sizeof(ElfW(Rela)) * sizeof(void *);
  }
  if (table != 0) add_table(table, size);
}

static int add_file(struct dl_phdr_info *info, size_t size, void *unused) {
  if (file_count == file_limit) return 1;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    const uintptr_t begin = info->dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_DYNAMIC) add_table_of_functions((const ElfW(Dyn) *)begin);
    if (part->p_type != PT_LOAD) continue;
    widen(&files[file_count], begin, part->p_memsz);
    if (part->p_flags & PF_X) widen(&codes[file_count], begin, part->p_memsz);
    if ((part->p_flags & PF_W) && info->dlpi_addr == getauxval(AT_BASE)) add_table(begin, part->p_memsz);
  }
  file_count++;
  return 0;
}

void ci_find_files(void) {
  ci_loader_table_count = file_count = 0;
  memset(files, 0, sizeof files);
  memset(codes, 0, sizeof codes);
  dl_iterate_phdr(add_file, NULL);
}

static ci_range around(const ci_range *ranges, uintptr_t address) {
  for (int i = 0; i < file_count; i++)
    if (ci_is_in(ranges[i], address)) return ranges[i];
  return (ci_range){0, 0};
}

ci_range ci_file_around(uintptr_t address) { return around(files, address); }
ci_range ci_code_around(uintptr_t address) { return around(codes, address); }

static bool is_of_function(uint64_t type) {
#if defined(__x86_64__)
  return type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT;
#else
  return type == R_AARCH64_JUMP_SLOT || type == R_AARCH64_GLOB_DAT;
#endif
}

void ci_find_slots(const struct dl_phdr_info *info, ci_slot_visitor visit) {
  const ElfW(Dyn) *entry = NULL;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_DYNAMIC) entry = (const ElfW(Dyn) *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
  const ElfW(Sym) *symbols = NULL;
  const char *names = NULL;
  const ElfW(Rela) *tables[2] = {NULL, NULL};
  size_t sizes[2] = {0, 0};
  for (; entry != NULL && entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag == DT_SYMTAB) symbols = (const void *)entry->d_un.d_ptr;
    if (entry->d_tag == DT_STRTAB) names = (const void *)entry->d_un.d_ptr;
    if (entry->d_tag == DT_RELA) tables[0] = (const void *)entry->d_un.d_ptr;
    if (entry->d_tag == DT_RELASZ) sizes[0] = entry->d_un.d_val;
    if (entry->d_tag == DT_JMPREL) tables[1] = (const void *)entry->d_un.d_ptr;
    if (entry->d_tag == DT_PLTRELSZ) sizes[1] = entry->d_un.d_val;
  }
  for (int table = 0; table < 2 && symbols != NULL && names != NULL; table++)
    for (size_t i = 0; tables[table] != NULL && i < sizes[table] / sizeof(ElfW(Rela)); i++) {
      const ElfW(Rela) *slot = &tables[table][i];
      const char *name = names + symbols[ELF64_R_SYM(slot->r_info)].st_name;
      visit(name, info->dlpi_addr + slot->r_offset, is_of_function(ELF64_R_TYPE(slot->r_info)));
    }
}

bool ci_find_mappings(char *text, size_t capacity, ci_mapping_visitor visit, const void *context) {
  const int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  size_t size = 0;
  for (ssize_t count; file >= 0 && (count = read(file, text + size, capacity - 1 - size)) > 0;) size += (size_t)count;
  close(file);
  text[size] = 0;
  // A line is such as "7f0000000000-7f0000001000 rw-p 00000000 00:00 0 [heap]".
  for (char *line = text, *next; (next = strchr(line, '\n')) != NULL; line = next + 1) {
    *next = 0;
    char *rest;
    const uintptr_t begin = strtoul(line, &rest, 16), end = strtoul(rest + 1, &rest, 16);
    visit((ci_range){begin, end}, rest + 1, context);
  }
  return size > 0 && size < capacity - 1;
}

ci_range ci_own_stack(void) {
  pthread_attr_t attributes;
  void *stack = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return (ci_range){0, 0};
  pthread_attr_getstack(&attributes, &stack, &size);
  pthread_attr_destroy(&attributes);
  return (ci_range){(uintptr_t)stack, (uintptr_t)stack + size};
}

#else

void ci_find_files(void) {}
ci_range ci_file_around(uintptr_t address) { return (ci_range){0, 0}; }
ci_range ci_code_around(uintptr_t address) { return (ci_range){0, 0}; }
void ci_find_slots(const struct dl_phdr_info *info, ci_slot_visitor visit) {}
bool ci_find_mappings(char *text, size_t capacity, ci_mapping_visitor visit, const void *context) { return false; }
ci_range ci_own_stack(void) { return (ci_range){0, 0}; }

#endif
