#include "Memory.h"

#if CS_CAN_TAKE_OVER
#include <link.h>

// The loader fills in the addresses of functions when they are first called. They are no state of a program: two states
// that differ only in them go on in the same ways.
enum { most_tables = 1 << 9 };

cs_range cs_tables[most_tables];
int cs_table_count;

static cs_range code[most_tables];
static int code_count;

bool cs_is_code(const void *address) {
  for (int i = 0; i < code_count; i++)
    if ((uintptr_t)address >= code[i].start && (uintptr_t)address < code[i].end) return true;
  return false;
}

cs_range cs_code_around(uintptr_t address) {
  for (int i = 0; i < code_count; i++)
    if (address - code[i].start < code[i].end - code[i].start) return code[i];
  return (cs_range){0, 0};
}

static void add_table(uintptr_t start, uintptr_t end) {
  if (cs_table_count < most_tables) cs_tables[cs_table_count++] = (cs_range){start, end};
}

static int add_tables(struct dl_phdr_info *info, size_t size, void *loader) {
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    const uintptr_t start = info->dlpi_addr + header->p_vaddr;
    if (header->p_type == PT_LOAD && (header->p_flags & PF_W) && (const void *)info->dlpi_addr == loader)
      add_table(start, start + header->p_memsz);
    if (header->p_type == PT_LOAD && (header->p_flags & PF_X) && code_count < most_tables)
      code[code_count++] = (cs_range){start, start + header->p_memsz};
    if (header->p_type != PT_DYNAMIC) continue;
    uintptr_t table = 0, bytes = 0;
    for (const ElfW(Dyn) *entry = (const ElfW(Dyn) *)start; entry->d_tag != DT_NULL; entry++) {
      if (entry->d_tag == DT_PLTGOT) table = entry->d_un.d_ptr;
      if (entry->d_tag == DT_PLTRELSZ) bytes = entry->d_un.d_val / sizeof(ElfW(Rela)) * sizeof(void *);
    }
    // Three entries before the functions are the loader's own.
    if (table) add_table(table, table + 3 * sizeof(void *) + bytes);
  }
  return 0;
}

void cs_find_loader(void) { dl_iterate_phdr(add_tables, (void *)cs_image_of(cs_symbol("_r_debug"))); }
#endif
