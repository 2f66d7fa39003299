// The loaded files that contain instrumented code.
#include "Hooks.h"

#if CH_AVAILABLE

#include <link.h>

enum { image_limit = 64 };
// By an address inside, then with their bounds.
static struct {
  uintptr_t inside, begin, end;
} images[image_limit];
static int image_count;

void __tsan_init(void) __attribute__((weak));
void __tsan_init(void) {
  if (image_count < image_limit) images[image_count++].inside = CALLER;
}

typedef struct {
  uintptr_t inside, begin, end;
} bounds;

static int measure(struct dl_phdr_info *info, size_t size, void *context) {
  bounds *wanted = context;
  uintptr_t begin = UINTPTR_MAX, end = 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type != PT_LOAD) continue;
    const uintptr_t first = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    if (first < begin) begin = first;
    if (first + info->dlpi_phdr[i].p_memsz > end) end = first + info->dlpi_phdr[i].p_memsz;
  }
  if (wanted->inside < begin || wanted->inside >= end) return 0;
  wanted->begin = begin;
  wanted->end = end;
  return 1;
}

void ch_image_bounds(uintptr_t inside, uintptr_t *begin, uintptr_t *end) {
  bounds found = {.inside = inside};
  dl_iterate_phdr(measure, &found);
  *begin = found.begin;
  *end = found.end;
}

bool ch_is_instrumented(uintptr_t address) {
  for (int i = 0; i < image_count; i++)
    if (address - images[i].begin < images[i].end - images[i].begin) return true;
  return false;
}

uintptr_t ch_user_code(uintptr_t otherwise) {
  // Each frame begins with the caller's frame and the address to which it returns.
  const uintptr_t *frame = __builtin_frame_address(0);
  for (int depth = 0; depth < 64 && frame != NULL; depth++) {
    const uintptr_t *next = (const uintptr_t *)frame[0];
    if (depth > 0 && ch_is_instrumented(frame[1]) && !ch_is_own(frame[1])) return frame[1];
    if (next <= frame || (uintptr_t)next - (uintptr_t)frame > 1 << 20) break;
    frame = next;
  }
  return otherwise;
}

void ch_measure_images(void) {
  for (int i = 0; i < image_count; i++) ch_image_bounds(images[i].inside, &images[i].begin, &images[i].end);
}

#endif
