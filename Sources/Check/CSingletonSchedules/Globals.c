#include "Order.h"

#if CS_CAN_TAKE_OVER
#include <string.h>
#include <unistd.h>

// The variables of the program's files, also those of the thread, as they were before the schedules that do not count. Those
// fill the caches of the runtime and of libraries, which stay filled.

static char thread_locals[cs_most_thread_locals][cs_most_thread_local_bytes];
static bool is_noticing;

extern char *swift_demangle(const char *name, size_t size, char *result, size_t *result_size, uint32_t flags);

static const char *demangled(const char *name) {
  const char *whole = swift_demangle(name, strlen(name), NULL, NULL, 0);
  return whole ? whole : name;
}

static bool is_loaders(uintptr_t word) { return ci_is_in_any(ci_loader_tables, ci_loader_table_count, word); }

/// Puts back the thread-local variables of a file, but for those in which the code of each Mutex keeps the number of the thread.
static void put_back_locals(int file) {
  const int thread = gettid();
  const size_t size = cs_thread_locals[file].size;
  char *locals = cs_thread_local_at(file);
  for (size_t i = 0; i < size; i += sizeof thread) {
    const size_t bytes = size - i < sizeof thread ? size - i : sizeof thread;
    if (memcmp(locals + i, &thread, bytes) != 0) memcpy(locals + i, thread_locals[file] + i, bytes);
  }
}

bool cs_keep_globals(bool follows) {
  if (follows && ci_file_count > 0 && cs_follow() && cs_notice_askers(true)) {
    is_noticing = true;
    // It learns the once tokens of instrumented code.
    cs_observe();
  }
  for (int i = 0; i < cs_thread_local_count; i++)
    if (cs_thread_locals[i].is_programs) memcpy(thread_locals[i], cs_thread_local_at(i), cs_thread_locals[i].size);
  return ci_keep_data();
}

const char *cs_put_back_globals(void) {
  for (int i = 0; i < cs_thread_local_count; i++)
    if (cs_thread_locals[i].is_programs) put_back_locals(i);
  const char *name = ci_put_back_data(is_loaders);
  return name ? demangled(name) : NULL;
}

void cs_leave_globals(void) {
  if (!is_noticing) return;
  ci_active = NULL;
  cs_notice_askers(false);
  is_noticing = false;
}
#endif
