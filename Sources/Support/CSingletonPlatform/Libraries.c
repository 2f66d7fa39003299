// The libraries that were loaded, whose instructions are counted, too.
#include "CSingletonPlatform.h"

#include <stdio.h>
#include <string.h>
#if defined(__GLIBC__)
#include <gnu/libc-version.h>
#endif

const char *cp_library_version(void) {
#if defined(__GLIBC__)
  static char version[32];
  snprintf(version, sizeof version, "glibc %s", gnu_get_libc_version());
  return version;
#else
  return "";
#endif
}

#if defined(__linux__)
#include <link.h>

static uint64_t hash_of(const unsigned char *bytes, size_t count, uint64_t hash) {
  for (size_t i = 0; i < count; i++) hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
  return hash;
}

// Returns the hash of the build's ID among the notes of a part, or of the part's size if there is none.
static uint64_t hash_of_part(const struct dl_phdr_info *file, const ElfW(Phdr) *part, uint64_t hash) {
  if (part->p_type == PT_LOAD) return hash_of((const unsigned char *)&part->p_memsz, sizeof part->p_memsz, hash);
  if (part->p_type != PT_NOTE) return hash;
  const unsigned char *byte = (const unsigned char *)(file->dlpi_addr + part->p_vaddr), *end = byte + part->p_memsz;
  while ((size_t)(end - byte) > sizeof(ElfW(Nhdr))) {
    const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)byte;
    const unsigned char *name = byte + sizeof *note, *text = name + ((note->n_namesz + 3) & ~3U);
    if (note->n_type == NT_GNU_BUILD_ID && strcmp((const char *)name, "GNU") == 0) {
      hash = hash_of(text, note->n_descsz, hash);
    }
    byte = text + ((note->n_descsz + 3) & ~3U);
  }
  return hash;
}

static int add_library(struct dl_phdr_info *file, size_t size, void *sum) {
  // The program has an empty name, and what the kernel maps has no path.
  if (strchr(file->dlpi_name, '/') == NULL) return 0;
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (int i = 0; i < file->dlpi_phnum; i++) hash = hash_of_part(file, &file->dlpi_phdr[i], hash);
  // A sum, because the order in which they are loaded does not matter.
  *(uint64_t *)sum += hash;
  return 0;
}

uint64_t cp_library_builds(void) {
  uint64_t sum = 0;
  dl_iterate_phdr(add_library, &sum);
  return sum;
}
#else
uint64_t cp_library_builds(void) { return 0; }
#endif
