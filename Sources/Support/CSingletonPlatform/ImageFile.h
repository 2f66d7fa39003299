#pragma once
// Programs and libraries as files.

#include "CSingletonPlatform.h"

#if defined(__GLIBC__) && defined(__LP64__)
#define CP_READS_IMAGES 1
#include <link.h>

typedef struct {
  const char *bytes;
  size_t size;
} image_file;

/// Maps the file of the program or the library that has an address, or returns no bytes. `map` is where it is loaded.
image_file cp_map_image_at(const void *address, struct link_map **map);

/// Returns a section of an image, or NULL if the image has none of this index.
const ElfW(Shdr) *cp_section(image_file image, uint64_t index);
#else
#define CP_READS_IMAGES 0
#endif
