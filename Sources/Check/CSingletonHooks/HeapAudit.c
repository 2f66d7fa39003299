// The search for writes to memory from before the check by code of the program that no hook announces: a test that is
// compiled without the flags may keep an instance in a variable that its closure captures. Its first run would make the
// instance, and each execution would find it.
//
// The memory that was allocated before can be read, and a write to it raises a signal. The instruction is then executed alone
// with its page accessible.
//
// After the search, writes of libraries to their own variables are looked for. What a library has written in the
// rehearsal, such as a cache, it does not write again. What it changes in each execution may be a state that decides what
// another thread gets: the buffer of `gmtime`, the sequence of `drand48`. No execution begins with that anew.
#include "Hooks.h"

#if CH_AVAILABLE

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

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
static bool is_auditing, is_running, looks_at_libraries;

// The words that code of a library has written since a thread was resumed, with their values from before.
enum { change_count_limit = 1 << 12 };
static struct {
  // The last is what is on the stack, where the code may return to.
  uintptr_t word, before, code, user, next;
} library_changes[change_count_limit];
static int library_change_count;
static bool has_lost_changes;

static bool is_audited(uintptr_t address) { return ci_is_in_any(ranges, range_count, address); }

static void protect(bool protects) {
  const int access = protects ? PROT_READ : PROT_READ | PROT_WRITE;
  for (int i = 0; i < range_count; i++) ci_protect(ranges[i].begin, ranges[i].end - ranges[i].begin, access);
}

// The pages to which the check has written while no thread ran.
enum { own_limit = 256 };
static uintptr_t own_pages[own_limit];
static int own_count = own_limit + 1;

static void protect_again(void) {
  if (own_count > own_limit) protect(true);
  for (int i = 0; i < own_count && own_count <= own_limit; i++) ci_protect(own_pages[i], page, PROT_READ);
  own_count = 0;
}

static void leave(void) {
  is_running = false;
  protect(false);
}

// Whether no code looks at an address that a library writes: a table of the loader, or a stream that is printed.
static bool is_of_nobody(uintptr_t address) {
  if (ci_is_in_any(ci_loader_tables, ci_loader_table_count, address)) return true;
  FILE *const streams[] = {stdout, stderr};
  for (int i = 0; i < 2; i++) {
    const uintptr_t stream = (uintptr_t)streams[i], buffer = (uintptr_t)streams[i]->_IO_buf_base;
    if (ci_is_in((ci_range){stream, stream + sizeof *streams[i]}, address)) return true;
    if (ci_is_in((ci_range){buffer, (uintptr_t)streams[i]->_IO_buf_end}, address)) return true;
    const uintptr_t lock = (uintptr_t)streams[i]->_lock;
    if (ci_is_in((ci_range){lock, lock + 16}, address)) return true;
  }
  return false;
}

// Whether code of a library keeps for itself what it writes: Dispatch numbers its queues, and the functions that allocate, all
// of one file, have lists of free blocks.
static ci_range keepers[2];
extern void *__libc_malloc(size_t);

static void find_keepers(void) {
  const uintptr_t around = 1 << 14, allocates = (uintptr_t)&__libc_malloc;
  keepers[0] = (ci_range){allocates - around, allocates + around};
  keepers[1] = ci_code_around((uintptr_t)dlsym(RTLD_NEXT, "dispatch_queue_create"));
}

static bool is_of_keeper(uintptr_t code) { return ci_is_in_any(keepers, 2, code); }

static void note_word(uintptr_t word, uintptr_t code, const uintptr_t *stack) {
  if (is_of_nobody(word)) return;
  for (int i = 0; i < library_change_count; i++)
    if (library_changes[i].word == word) return;
  has_lost_changes |= library_change_count == change_count_limit;
  if (has_lost_changes) return;
  library_changes[library_change_count].word = word;
  library_changes[library_change_count].before = *(const uintptr_t *)word;
  library_changes[library_change_count].user = ch_user_above(stack);
  library_changes[library_change_count].next = stack[0];
  library_changes[library_change_count++].code = code;
}

// Notes the words of its page that one instruction can write.
static void note_change(uintptr_t address, uintptr_t code, const uintptr_t *stack) {
  const uintptr_t size = sizeof(uintptr_t), most = 64, end = (address & ~(page - 1)) + page;
  for (uintptr_t word = address & ~(size - 1); !is_of_keeper(code) && word < address + most && word < end; word += size)
    note_word(word, code, stack);
}

// Looks for what a library has changed since the thread was resumed, and has not changed back.
static void judge_changes(void) {
  for (int i = 0; i < library_change_count; i++)
    if (has_lost_changes || *(const uintptr_t *)library_changes[i].word != library_changes[i].before)
      ch_note_unseen_of(ch_named(library_changes[i].code, &library_changes[i].next), library_changes[i].user);
  library_change_count = 0;
}

// Whether a page may stay accessible, because each write to it would take long.
static bool is_cleared(uintptr_t code) {
  repetitions = code == last_code ? repetitions + 1 : 0;
  last_code = code;
  return repetitions > 64;
}

static ci_answer faulted(const ci_fault *fault) {
  if (ch_handle_fault(fault)) return ci_stepped;
  const uintptr_t code = fault->place.code, *stack = (const uintptr_t *)fault->place.stack;
  if (!is_audited(fault->address) || open_count == open_limit) return ci_passed_on;
  const uintptr_t begin = fault->address & ~(page - 1);
  if (!is_running) {
    if (own_count < own_limit) own_pages[own_count] = begin;
    own_count++;
    ci_protect(begin, page, PROT_READ | PROT_WRITE);
    return ci_repeated;
  }
  const bool is_programs = is_modeled() && ch_is_instrumented(code) && !ch_is_own(code);
  if (is_programs && !looks_at_libraries && !ch_is_kept(fault->address) && !ch_was_announced(fault->address, true))
    ch_note_unseen(code, fault->address, stack);
  // The runtime writes counts of references, and what it knows of types.
  if (looks_at_libraries && is_modeled() && !ch_is_own(code) && !ch_is_runtime(code)) note_change(fault->address, code, stack);
  ci_protect(begin, page, PROT_READ | PROT_WRITE);
  if (!is_programs && !looks_at_libraries && is_cleared(code)) return ci_repeated;
  open_pages[open_count++] = begin;
  return ci_stepped;
}

static bool stepped(uintptr_t code) {
  ch_end_fault();
  while (open_count > 0) {
    open_count--;
    if (is_running) ci_protect(open_pages[open_count], page, PROT_READ);
  }
  return false;
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
  // What is beside the code of a file are its variables.
  const bool is_of_file = ci_file_around(mapped.begin).end != 0;
  if (is_of_file != looks_at_libraries || ch_is_instrumented(mapped.begin)) return;
  for (uintptr_t at = mapped.begin; at < mapped.end; at += page) {
    const uintptr_t end = ch_end_of_arenas(at);
    if (end != 0) at = end - page;
    if (end != 0 || is_needed(at)) continue;
    if (range_count > 0 && ranges[range_count - 1].end == at) ranges[range_count - 1].end += page;
    else if (range_count < range_limit) ranges[range_count++] = (ci_range){at, at + page};
  }
}

static void add_mapping(ci_range mapped, const char *description, const void *unused) {
  const char *const name = strpbrk(description, "[/"), *const any = "rw-p", *const allocated = "rw-p 00000000 00:00 0";
  if (strncmp(description, allocated, strlen(allocated)) == 0 ? name != NULL && strcmp(name, "[heap]") != 0
      : !looks_at_libraries || strncmp(description, any, strlen(any)) != 0 || strstr(description, "/ld-linux") != NULL) return;
  add_pages(mapped);
}

static bool find_ranges(void) {
  static char text[1 << 20];
  return ci_find_mappings(text, sizeof text, add_mapping, NULL) && range_count > 0 && range_count < range_limit;
}

bool ch_begin_heap_audit(bool of_libraries) {
  looks_at_libraries = of_libraries;
  ci_find_files();
  if (of_libraries) find_keepers();
  // A program with the libraries in its own file does not tell their code from its own.
  if (!CI_STEPS || dlsym(RTLD_NEXT, "swift_getTypeName") == NULL || !find_ranges()) return false;
  ch_watch_calls();
  ch_leave_handlers();
  return is_auditing = ci_handle_faults((ci_fault_handlers){.faulted = faulted, .stepped = stepped, .left = leave});
}

void ch_audit_heap(bool runs) {
  if (!is_auditing) return;
  is_running = runs;
  if (runs) protect_again();
  else judge_changes();
}

#endif
