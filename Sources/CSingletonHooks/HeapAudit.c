// The search for writes to memory from before the check by code of the program that no hook announces: a test that is
// compiled without the flags may keep an instance in a variable that its closure captures. Its first run would make the
// instance, and each execution would find it.
//
// The memory that was allocated before can be read, and a write to it raises a signal. The instruction is then executed alone
// with its page accessible. What libraries write there is their business.
#include "Hooks.h"

#if CH_AVAILABLE && defined(__x86_64__)

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

enum : uintptr_t { page = 4096, around_thread = 1 << 16 };
enum { range_limit = 1 << 10, open_limit = 8 };
static ci_range ranges[range_limit];
static int range_count;
// The pages that the instruction that is executed alone has written to.
static uintptr_t open_pages[open_limit];
static int open_count;
// The code of a library that has written last, and how many times in a row, as it does when it clears a table.
static uintptr_t last_code;
static int repetitions;
static bool is_auditing, is_running;
static struct sigaction earlier_fault, earlier_trap;

static bool is_audited(uintptr_t address) {
  for (int i = 0; i < range_count; i++)
    if (address - ranges[i].begin < ranges[i].end - ranges[i].begin) return true;
  return false;
}

static void protect(bool protects) {
  const int access = protects ? PROT_READ : PROT_READ | PROT_WRITE;
  for (int i = 0; i < range_count; i++) ci_protect(ranges[i].begin, ranges[i].end - ranges[i].begin, access);
}

static void pass_on(int number, const struct sigaction *earlier) {
  is_running = false;
  ci_see_calls(false);
  protect(false);
  sigaction(number, earlier, NULL);
}

// Whether a page may stay accessible, because each write to it would take long.
static bool is_cleared(uintptr_t code) {
  repetitions = code == last_code ? repetitions + 1 : 0;
  last_code = code;
  return repetitions > 64;
}

static void faulted(int number, void *info, void *context) {
  greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  const uintptr_t address = (uintptr_t)((const siginfo_t *)info)->si_addr, code = (uintptr_t)registers[REG_RIP];
  if (!is_running || !is_audited(address) || open_count == open_limit) return pass_on(number, &earlier_fault);
  const bool is_programs = is_modeled() && ch_is_instrumented(code) && !ch_is_own(code);
  if (is_programs && !ch_is_kept(address) && !ch_was_announced(address, true))
    ch_note_unseen(code, address, (const uintptr_t *)registers[REG_RSP]);
  const uintptr_t begin = address & ~(page - 1);
  ci_protect(begin, page, PROT_READ | PROT_WRITE);
  if (!is_programs && is_cleared(code)) return;
  open_pages[open_count++] = begin;
  registers[REG_EFL] |= 0x100;
}

static void stepped(int number, void *info, void *context) {
  greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  if (open_count == 0) return pass_on(number, &earlier_trap);
  registers[REG_EFL] &= ~(greg_t)0x100;
  while (open_count > 0) {
    open_count--;
    if (is_running) ci_protect(open_pages[open_count], page, PROT_READ);
  }
}

// Whether what is on a page is needed by the threads or by the handlers themselves: stacks, and what belongs to this thread.
static bool is_needed(uintptr_t begin) {
  const uintptr_t thread = (uintptr_t)__builtin_thread_pointer();
  if (begin - (thread - around_thread) < 2 * around_thread) return true;
  for (int i = 0; i < ch_thread_count; i++)
    if ((uintptr_t)ch_threads[i].coroutine - begin < page) return true;
  return ch_is_stack(begin) || ch_is_stack(begin + page - 1);
}

static void add_pages(ci_range mapped) {
  uintptr_t first, last;
  // What is beside the code of a file are its variables.
  ch_image_bounds(mapped.begin, &first, &last);
  if (first < last) return;
  for (uintptr_t at = mapped.begin; at < mapped.end; at += page) {
    const uintptr_t end = ch_end_of_arenas(at);
    if (end != 0) at = end - page;
    if (end != 0 || is_needed(at)) continue;
    if (range_count > 0 && ranges[range_count - 1].end == at) ranges[range_count - 1].end += page;
    else if (range_count < range_limit) ranges[range_count++] = (ci_range){at, at + page};
  }
}

// A line is such as "7f0000000000-7f0000001000 rw-p 00000000 00:00 0 [heap]".
static void add_line(char *line) {
  char *rest;
  const uintptr_t begin = strtoul(line, &rest, 16), end = strtoul(rest + 1, &rest, 16);
  if (strncmp(rest, " rw-p 00000000 00:00 0", strlen(" rw-p 00000000 00:00 0")) != 0) return;
  const char *const name = strpbrk(rest, "[/");
  if (name == NULL || strcmp(name, "[heap]") == 0) add_pages((ci_range){begin, end});
}

static bool find_ranges(void) {
  static char text[1 << 20];
  const int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  size_t size = 0;
  for (ssize_t count; file >= 0 && (count = read(file, text + size, sizeof text - 1 - size)) > 0;) size += (size_t)count;
  close(file);
  char *rest = NULL;
  for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) add_line(line);
  return size > 0 && size < sizeof text - 1 && range_count > 0 && range_count < range_limit;
}

bool ch_begin_heap_audit(void) {
  // A program with the libraries in its own file does not tell their code from its own.
  if (dlsym(RTLD_NEXT, "swift_getTypeName") == NULL || !find_ranges()) return false;
  sigaction(SIGSEGV, NULL, &earlier_fault);
  sigaction(SIGTRAP, NULL, &earlier_trap);
  ch_watch_calls();
  return is_auditing = ci_handle(SIGSEGV, faulted) && ci_handle(SIGTRAP, stepped);
}

bool ch_audits_heap(void) { return is_auditing; }

void ch_audit_heap(bool runs) {
  if (!is_auditing) return;
  is_running = runs;
  protect(runs);
}

#elif CH_AVAILABLE

bool ch_begin_heap_audit(void) { return false; }
void ch_audit_heap(bool runs) {}
bool ch_audits_heap(void) { return false; }

#endif
