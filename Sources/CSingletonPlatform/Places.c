// The places of instructions in the files that were loaded, which are the same in each process of a program.
#include "CSingletonPlatform.h"

#if defined(__linux__)
#include <dlfcn.h>
#include <link.h>
#include <string.h>

enum { offset_bits = 48 };

struct search {
  // What is searched: an address, or the number of a file.
  uintptr_t address;
  int number;
  // The number of the next file.
  int next;
  struct dl_phdr_info found;
};

static bool has(const struct dl_phdr_info *file, uintptr_t address) {
  for (int i = 0; i < file->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &file->dlpi_phdr[i];
    if (part->p_type == PT_LOAD && address - file->dlpi_addr - part->p_vaddr < part->p_memsz) return true;
  }
  return false;
}

static int visit(struct dl_phdr_info *file, size_t size, void *context) {
  struct search *search = context;
  const int number = search->next++;
  if (search->address != 0 ? !has(file, search->address) : number != search->number) return 0;
  search->number = number;
  search->found = *file;
  return 1;
}

uint64_t cp_place(uintptr_t address) {
  struct search search = {.address = address};
  if (dl_iterate_phdr(visit, &search) == 0) return 0;
  return (uint64_t)(search.number + 1) << offset_bits | (address - search.found.dlpi_addr);
}

static bool find_file(uint64_t place, struct search *search) {
  *search = (struct search){.number = (int)(place >> offset_bits) - 1};
  return search->number >= 0 && dl_iterate_phdr(visit, search) != 0;
}

const char *cp_place_file(uint64_t place) {
  struct search search;
  return find_file(place, &search) ? search.found.dlpi_name : NULL;
}

uint64_t cp_place_offset(uint64_t place) { return place & ((UINT64_C(1) << offset_bits) - 1); }

#define KNOWN(name) extern const char name##_[] __asm__(#name) __attribute__((weak));
#define EACH_KNOWN(_)                                                                                              \
  _(swift_retain) _(swift_release) _(swift_once) _(swift_allocObject) _(swift_deallocClassInstance)                \
  _(swift_beginAccess) _(swift_endAccess) _(swift_weakLoadStrong) _(swift_getSingletonMetadata)                    \
  _(swift_bridgeObjectRelease) _(swift_task_switch) _(swift_job_run)
EACH_KNOWN(KNOWN)

// The names of functions of the Swift runtime, which a program that has it linked in does not keep.
static const char *known_function(const char *address) {
#define NAME_IF_EQUAL(name) if (address == name##_ && address != NULL) return #name;
  EACH_KNOWN(NAME_IF_EQUAL)
  return NULL;
}

const char *cp_place_function(uint64_t place) {
  struct search search;
  Dl_info info;
  if (!find_file(place, &search)) return NULL;
  const void *address = (const void *)(search.found.dlpi_addr + cp_place_offset(place));
  return dladdr(address, &info) != 0 && info.dli_saddr == address ? info.dli_sname : known_function(address);
}
#else
uint64_t cp_place(uintptr_t address) { return address; }
const char *cp_place_file(uint64_t place) { return place == 0 ? "" : NULL; }
uint64_t cp_place_offset(uint64_t place) { return place; }
const char *cp_place_function(uint64_t place) { return place == 0 ? "" : NULL; }
#endif
