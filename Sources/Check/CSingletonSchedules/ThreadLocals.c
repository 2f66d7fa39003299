#include "Memory.h"

#if CS_CAN_TAKE_OVER
#include <link.h>
#include <string.h>

// Thread-local variables, of which the thread that runs the jobs has one set.

enum { page_limit = 1 << 16 };

cs_thread_local cs_thread_locals[cs_most_thread_locals];
int cs_thread_local_count;

static bool is_programs(const struct dl_phdr_info *info) {
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const uintptr_t start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    for (int k = 0; k < ci_data_count && info->dlpi_phdr[i].p_type == PT_LOAD; k++)
      if (ci_data[k].end - 1 - start < info->dlpi_phdr[i].p_memsz || ci_data[k].begin - start < info->dlpi_phdr[i].p_memsz)
        return true;
  }
  return false;
}

static int add_thread_locals(struct dl_phdr_info *info, size_t size, void *unused) {
  const ptrdiff_t offset = (char *)info->dlpi_tls_data - (char *)__builtin_thread_pointer();
  // Those of a library that was loaded late are in a block of their own, which is memory like any other.
  if (!info->dlpi_tls_data || offset > page_limit || offset < -page_limit) return 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const size_t bytes = info->dlpi_phdr[i].p_memsz;
    if (info->dlpi_phdr[i].p_type != PT_TLS || cs_thread_local_count == cs_most_thread_locals) continue;
    if (bytes > cs_most_thread_local_bytes) continue;
    cs_thread_locals[cs_thread_local_count].offset = offset;
    cs_thread_locals[cs_thread_local_count].is_runtimes =
        strstr(info->dlpi_name, "/libswiftCore.so") || strstr(info->dlpi_name, "/libswift_Concurrency.so");
    cs_thread_locals[cs_thread_local_count].is_librarys = strstr(info->dlpi_name, "/libc.so") != NULL;
    cs_thread_locals[cs_thread_local_count].is_programs = is_programs(info);
    cs_thread_locals[cs_thread_local_count++].size = bytes;
  }
  return 0;
}

void cs_find_thread_locals(void) {
  cs_thread_local_count = 0;
  dl_iterate_phdr(add_thread_locals, NULL);
}

char *cs_thread_local_at(int index) { return (char *)__builtin_thread_pointer() + cs_thread_locals[index].offset; }

bool cs_is_thread_local(uintptr_t address) {
  for (int i = 0; i < cs_thread_local_count; i++)
    if (address - (uintptr_t)cs_thread_local_at(i) < cs_thread_locals[i].size) return true;
  return false;
}

bool cs_has_runtime_locals(void) {
  size_t size = 0;
  int count = 0;
  for (int i = 0; i < cs_thread_local_count; i++) {
    if (!cs_thread_locals[i].is_runtimes) continue;
    size += cs_thread_locals[i].size;
    count++;
  }
  return count == 2 && size <= cs_runtime_local_bytes;
}

static void move_runtime_locals(char *memory, bool saves) {
  for (int i = 0; i < cs_thread_local_count; i++) {
    if (!cs_thread_locals[i].is_runtimes) continue;
    if (saves) memcpy(memory, cs_thread_local_at(i), cs_thread_locals[i].size);
    else memcpy(cs_thread_local_at(i), memory, cs_thread_locals[i].size);
    memory += cs_thread_locals[i].size;
  }
}

void cs_save_runtime_locals(char *to) { move_runtime_locals(to, true); }

void cs_load_runtime_locals(const char *from) { move_runtime_locals((char *)from, false); }
#endif
