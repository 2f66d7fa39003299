// The writable memory of the program's files, as it was before an execution or a schedule.
#include "Sections.h"

#if defined(CI_AVAILABLE)

#include <dlfcn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

enum { page_size = 4096 };

extern const char __start_ch_bss[], __stop_ch_bss[];

static char *before;

bool ci_keep_data(void) {
  ci_find_variables();
  size_t size = 0;
  for (int i = 0; i < ci_data_count; i++) size += ci_data[i].end - ci_data[i].begin;
  if (!ci_has_all_data()) return false;
  before = mmap(NULL, size + page_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (before == MAP_FAILED) return before = NULL, false;
  char *copy = before;
  for (int i = 0; i < ci_data_count; copy += ci_data[i].end - ci_data[i].begin, i++)
    memcpy(copy, (const void *)ci_data[i].begin, ci_data[i].end - ci_data[i].begin);
  return true;
}

// The modules of a check, whose state is its own. Names of Swift begin with the length of the module's.
static bool is_checks(uintptr_t word, const char *name) {
  static const char *const modules[] = {
    "$s13SingletonCore", "$s17SingletonDrawings", "$s17SingletonPlatform", "$s18SingletonSchedules",
    "$s21SingletonTrialRuntime", "$s24SingletonStrategyChecker"};
  if (word - (uintptr_t)__start_ch_bss < (size_t)(__stop_ch_bss - __start_ch_bss)) return true;
  for (size_t i = 0; name != NULL && i < sizeof modules / sizeof *modules; i++)
    if (strncmp(name, modules[i], strlen(modules[i])) == 0) return true;
  return false;
}

// Whether a word may refer to memory that was allocated, which may be given up when the word is written.
static bool may_refer(uintptr_t word) {
  const uintptr_t address = word & 0x00007ffffffffff8;
  char byte;
  Dl_info image;
  struct iovec to = {&byte, 1}, from = {(void *)address, 1};
  return address != 0 && dladdr((void *)address, &image) == 0 && process_vm_readv(getpid(), &to, 1, &from, 1, 0) == 1;
}

// Puts back the bytes of a word that have changed; two variables may be in one word. Returns the name of what cannot be put
// back, or NULL.
static const char *put_back(uintptr_t word, uintptr_t old, bool has_names) {
  for (uintptr_t i = 0; i < sizeof old; i++) {
    char *now = (char *)word + i, was;
    memcpy(&was, (const char *)&old + i, 1);
    if (*now == was) continue;
    if (!has_names) return "";
    const char *name = ci_data_at(word + i);
    if (name == NULL || is_checks(word, name)) continue;
    if (may_refer(old)) return name;
    *now = was;
  }
  return NULL;
}

const char *ci_put_back_data(bool (*is_left)(uintptr_t word)) {
  const char *old = before, *failure = NULL;
  for (int i = 0; before != NULL && i < ci_data_count; i++)
    for (uintptr_t page = ci_data[i].begin; page < ci_data[i].end; page += page_size, old += page_size) {
      if (memcmp((const void *)page, old, page_size) == 0) continue;
      for (size_t n = 0; n < page_size && failure == NULL; n += sizeof(uintptr_t)) {
        uintptr_t value;
        memcpy(&value, old + n, sizeof value);
        if (*(const uintptr_t *)(page + n) != value && !is_left(page + n))
          failure = put_back(page + n, value, ci_data_has_names[i]);
      }
    }
  return failure;
}

#else

bool ci_keep_data(void) { return true; }
const char *ci_put_back_data(bool (*is_left)(uintptr_t word)) { return NULL; }
#endif
