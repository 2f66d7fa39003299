#include "Order.h"

#if CS_CAN_TAKE_OVER
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// All memory that was there before the first schedule is made read-only. A write to a page of it faults, and the page is
// copied. So what schedules have changed is known without a word of the code under test, and can be put back.

enum { most_ranges = 1 << 14, most_pages = 1 << 14, most_guarded = 64 };

/// It is in no memory that is put back, because the handler of the fault writes it.
typedef struct {
  uintptr_t page_size;
  ci_range ranges[most_ranges];
  int range_count;
  uintptr_t pages[most_pages];
  int page_count;
  char *copies;
  const void *values[PTHREAD_KEYS_MAX];
  char thread_locals[cs_most_thread_locals][cs_most_thread_local_bytes];
  // See `cs_guard_range`.
  ci_range guarded[most_guarded];
  int guarded_count;
  bool is_guarding, was_written;
  char text[1 << 20];
} snapshot;

static snapshot *before;

// MARK: - Pages

static bool is_read_only(uintptr_t page) {
  for (int i = 0; i < before->range_count; i++)
    if (ci_is_in(before->ranges[i], page)) {
      for (int k = 0; k < before->page_count; k++)
        if (before->pages[k] == page) return false;
      return true;
    }
  return false;
}

// MARK: - Guarded ranges

static uintptr_t page_of(uintptr_t address) { return address & ~(before->page_size - 1); }

static void protect_guarded(int access) {
  for (int i = 0; i < before->guarded_count; i++) {
    const uintptr_t start = page_of(before->guarded[i].begin), last = page_of(before->guarded[i].end - 1);
    if (i > 0 && start == last && start == page_of(before->guarded[i - 1].begin)) continue;
    ci_protect(start, last + before->page_size - start, access);
  }
}

bool cs_guard(bool begins) {
  if (cs_is_seeing()) return false;
  before->is_guarding = begins;
  protect_guarded(begins ? PROT_READ : PROT_READ | PROT_WRITE);
  return before->was_written;
}

/// Lets an instruction write that has faulted at a page with a guarded range, alone. Returns whether it has.
static bool step(uintptr_t address) {
  bool is_at_page = false;
  for (int i = 0; before->is_guarding && i < before->guarded_count; i++) {
    const ci_range range = before->guarded[i];
    before->was_written |= ci_is_in(range, address);
    is_at_page |= page_of(address) >= page_of(range.begin) && page_of(address) <= page_of(range.end - 1);
  }
  if (is_at_page) protect_guarded(PROT_READ | PROT_WRITE);
  return is_at_page;
}

bool cs_guard_range(const void *range, size_t size) {
  if (!CI_STEPS || before->guarded_count == most_guarded || size == 0 || !cs_is_in_schedule(range)) return false;
  before->guarded[before->guarded_count++] = (ci_range){(uintptr_t)range, (uintptr_t)range + size};
  return true;
}

// MARK: - Copies

static char *copy_of(int page) { return before->copies + (uintptr_t)page * before->page_size; }

/// Copies a page that is read-only, and makes it writable.
static void copy_page(uintptr_t page) {
  const int index = before->page_count;
  if (index == most_pages || !ci_protect(page, before->page_size, PROT_READ | PROT_WRITE))
    cs_stop("a schedule changes more memory from before it than a check can put back, which is 64 MB");
  memcpy(copy_of(index), (void *)page, before->page_size);
  before->pages[before->page_count++] = page;
}

static ci_answer faulted(const ci_fault *fault) {
  const ci_answer seen = cs_see_fault(fault);
  if (seen != ci_passed_on) return seen;
  if (step(fault->address)) return ci_stepped;
  const uintptr_t page = page_of(fault->address);
  if (!fault->is_of_page || !is_read_only(page)) return ci_passed_on;
  copy_page(page);
  return ci_repeated;
}

static bool stepped(uintptr_t code) {
  if (cs_is_stepping()) return cs_end_step(code);
  if (before->is_guarding) protect_guarded(PROT_READ);
  return false;
}

bool cs_make_writable(uintptr_t address, size_t size) {
  bool has_changed = false;
  for (uintptr_t page = page_of(address); before && page < address + size; page += before->page_size)
    if (is_read_only(page)) {
      copy_page(page);
      has_changed = true;
    }
  return has_changed;
}

static void protect(uintptr_t start, uintptr_t end) {
  if (start >= end || before->range_count == most_ranges) return;
  if (ci_protect(start, end - start, PROT_READ))
    before->ranges[before->range_count++] = (ci_range){start, end};
}

/// The ranges that are not protected, in the order of their addresses.
enum { excluded_count = 9 };

/// Protects a mapping that is writable, but for what is excluded. Memory that is shared with other processes is put back, too.
static void protect_mapping(ci_range mapped, const char *description, const void *ranges) {
  if (strncmp(description, "rw", 2) != 0) return;
  const ci_range *excluded = ranges;
  for (int i = 0; i < excluded_count; i++) {
    if (excluded[i].end <= mapped.begin || excluded[i].begin >= mapped.end) continue;
    protect(mapped.begin, excluded[i].begin);
    mapped.begin = excluded[i].end;
  }
  protect(mapped.begin, mapped.end);
}

static void sort(ci_range *ranges, int count) {
  for (int i = 1; i < count; i++)
    for (int k = i; k > 0 && ranges[k].begin < ranges[k - 1].begin; k--) {
      ci_range other = ranges[k];
      ranges[k] = ranges[k - 1];
      ranges[k - 1] = other;
    }
}

// MARK: - Beginning, and putting back

bool cs_locals_are_unchanged(void) {
  for (int i = 0; i < cs_thread_local_count; i++)
    if (!cs_thread_locals[i].is_runtimes && !cs_thread_locals[i].is_librarys &&
        memcmp(cs_thread_local_at(i), before->thread_locals[i], cs_thread_locals[i].size) != 0)
      return false;
  for (int key = 0; key < PTHREAD_KEYS_MAX; key++)
    if (pthread_getspecific((pthread_key_t)key) != before->values[key]) return false;
  return true;
}

// Jobs of one task run on several threads. A Mutex keeps the number of its thread in such a variable.
void cs_require_unchanged_locals(uint32_t thread) {
  bool has_changed = false;
  for (int i = 0; before && i < cs_thread_local_count; i++) {
    const uint32_t *now = (const uint32_t *)cs_thread_local_at(i), *old = (const uint32_t *)before->thread_locals[i];
    for (size_t word = 0; cs_thread_locals[i].is_programs && word < cs_thread_locals[i].size / sizeof *now; word++)
      has_changed |= now[word] != old[word] && now[word] != thread;
  }
  for (int key = 0; before && key < PTHREAD_KEYS_MAX; key++)
    has_changed |= pthread_getspecific((pthread_key_t)key) != before->values[key];
  if (has_changed)
    cs_stop("a job has changed a thread-local variable, which the next job on its thread finds, and no other one");
}

static ci_range waiting_stack;

static atomic_bool is_waiting;

void cs_wait_forever(void) {
  waiting_stack = ci_own_stack();
  // The loader binds the function now, so that from here on this thread writes to its stack alone.
  poll(NULL, 0, 0);
  atomic_store(&is_waiting, true);
  while (true) poll(NULL, 0, -1);
}

bool cs_prepare_memory(void) {
  while (!atomic_load(&is_waiting)) sched_yield();
  if (!cs_take_over_allocation()) return false;
  const uintptr_t page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
  // One more is for a page that is being looked at.
  const size_t copies = (most_pages + 1) * page_size;
  char *memory = mmap(
      NULL, sizeof *before + copies, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return false;
  before = (snapshot *)memory;
  before->page_size = page_size;
  before->copies = memory + sizeof *before;
  return true;
}

/// The pages of a block of memory.
static ci_range pages_of(const void *block, size_t size) {
  return (ci_range){page_of((uintptr_t)block), page_of((uintptr_t)block + size + before->page_size - 1)};
}

bool cs_protect_memory(const void *shared, size_t shared_size) {
  const ci_range stack = ci_own_stack();
  if (stack.end == 0 || waiting_stack.end == 0) return false;
  ci_range excluded[excluded_count] = {
      stack,
      waiting_stack,
      pages_of(arena, sizeof *arena),
      {(uintptr_t)arena->base, (uintptr_t)arena->end},
      pages_of(arena->blocks, cs_size_of_block_list()),
      pages_of(before, (size_t)(copy_of(most_pages + 1) - (char *)before)),
      pages_of(shared, shared_size),
      pages_of(ci_record(), 1),
      pages_of(watch, watch ? sizeof *watch : 0),
  };
  sort(excluded, excluded_count);

  for (int key = 0; key < PTHREAD_KEYS_MAX; key++) before->values[key] = pthread_getspecific((pthread_key_t)key);
  for (int i = 0; i < cs_thread_local_count; i++)
    memcpy(before->thread_locals[i], cs_thread_local_at(i), cs_thread_locals[i].size);
  if (!ci_handle_faults((ci_fault_handlers){.faulted = faulted, .stepped = stepped})) return false;
  if (!ci_find_mappings(before->text, sizeof before->text, protect_mapping, excluded)) return false;
  ci_keep_mappings();
  return before->range_count < most_ranges;
}

void cs_restore_memory(void) {
  for (int i = 0; i < before->page_count; i++) memcpy((void *)before->pages[i], copy_of(i), before->page_size);
  for (int i = 0; i < cs_thread_local_count; i++)
    memcpy(cs_thread_local_at(i), before->thread_locals[i], cs_thread_locals[i].size);
  for (int key = 0; key < PTHREAD_KEYS_MAX; key++)
    if (pthread_getspecific((pthread_key_t)key) != before->values[key])
      pthread_setspecific((pthread_key_t)key, before->values[key]);
  cs_clear_allocations();
}

// MARK: - What has changed

/// Copies a page, with what the loader has written as it was.
static void copy_without_tables(char *copy, int index) {
  const uintptr_t page = before->pages[index];
  memcpy(copy, (const void *)page, before->page_size);
  for (int i = 0; i < ci_loader_table_count; i++) {
    if (ci_loader_tables[i].end <= page || ci_loader_tables[i].begin >= page + before->page_size) continue;
    const uintptr_t start = ci_loader_tables[i].begin > page ? ci_loader_tables[i].begin - page : 0;
    const uintptr_t end = ci_loader_tables[i].end < page + before->page_size ? ci_loader_tables[i].end - page : before->page_size;
    memcpy(copy + start, copy_of(index) + start, end - start);
  }
}

/// Replaces the addresses of the check's own memory in a page. If the check uses a type for the first time in a schedule, a
/// table of the runtime may grow into memory that is not put back, and gets another address in each schedule.
static void forget_own_addresses(uintptr_t *page) {
  for (size_t i = 0; i < before->page_size / sizeof *page; i++)
    if (cs_is_checks_own((const void *)page[i])) page[i] = (uintptr_t)arena->base;
}

cs_digest cs_digest_of_memory(void) {
  cs_digest sum = {0, 0};
  for (int part = 1; part <= cs_last_place; part++)
    if (arena->used[part])
      cs_add_digest(&sum, cs_digest_words((const uint64_t *)cs_part(part), (arena->used[part] + 7) / 8, (uint64_t)part));
  for (int i = 0; i < before->page_count; i++) {
    // A page that is as it was counts as one that was never written.
    char *now = copy_of(most_pages);
    copy_without_tables(now, i);
    if (memcmp(now, copy_of(i), before->page_size) == 0) continue;
    forget_own_addresses((uintptr_t *)now);
    cs_add_digest(&sum, cs_digest_words((const uint64_t *)now, before->page_size / 8, before->pages[i]));
  }
  for (int i = 0; i < cs_thread_local_count; i++) {
    const char *variables = cs_thread_local_at(i);
    if (memcmp(variables, before->thread_locals[i], cs_thread_locals[i].size) == 0) continue;
    uint64_t words[sizeof before->thread_locals[0] / 8 + 1] = {0};
    memcpy(words, variables, cs_thread_locals[i].size);
    cs_add_digest(&sum, cs_digest_words(words, cs_thread_locals[i].size / 8 + 1, (uintptr_t)variables));
  }
  for (int key = 0; key < PTHREAD_KEYS_MAX; key++) {
    const uint64_t value = (uintptr_t)pthread_getspecific((pthread_key_t)key);
    if (value != (uintptr_t)before->values[key]) cs_add_digest(&sum, cs_digest_words(&value, 1, ~(uint64_t)key));
  }
  return sum;
}
#endif
