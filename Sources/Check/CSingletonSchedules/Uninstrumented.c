#include "CSingletonInstrumentation.h"
#include "Sections.h"

#if CS_CAN_TAKE_OVER
#include <string.h>
#include <sys/mman.h>

// Uninstrumented accesses: those of code that is not compiled for a check. While a job runs, the memory of schedules and the
// program's variables are inaccessible, so that each access to them raises a signal. The handler notes the access, makes the memory
// accessible, and single-steps the instruction.
//
// Accesses of the concurrency runtime and of libdispatch are not noted, because their calls order jobs. Neither are accesses to
// reference counts, because the counts themselves order what is done to an object: a release happens before a later look at the
// count that finds no other reference. Accesses to the runtime's tables of types are not noted either, because the runtime orders them.

/// The first two words of an object are its class and its counts.
enum { header_bytes = 16, most_words = 1 << 14 };
enum : uintptr_t { page_size = 4096 };

static uintptr_t page_of(uintptr_t address) { return address & ~(page_size - 1); }

static cs_uninstrumented *own(void) { return &watch->uninstrumented; }

static bool is_closed(uintptr_t address) { return ci_is_in_any(own()->closed, own()->closed_count, address); }

bool cs_is_seeing(void) { return watch && own()->sees; }

static void protect(int access) {
  for (int i = 0; i < own()->closed_count; i++)
    ci_protect(own()->closed[i].begin, own()->closed[i].end - own()->closed[i].begin, access);
}

/// Adds the parts from which blocks have been allocated meanwhile.
static void add_parts(void) {
  const uintptr_t before = own()->closed[0].end, end = (uintptr_t)cs_part(arena->last_part + 1);
  own()->closed[0].end = end;
  if (own()->is_closed && before < end) ci_protect(before, end - before, PROT_NONE);
}

void cs_update_protection(void) {
  if (!cs_is_seeing() || own()->is_limited || own()->step) return;
  add_parts();
  const bool closes = cs_is_watched();
  if (closes == own()->is_closed) return;
  own()->is_closed = closes;
  protect(closes ? PROT_NONE : PROT_READ | PROT_WRITE);
}

bool cs_open_memory(void) {
  if (!watch || !own()->is_closed || own()->step) return false;
  own()->is_closed = false;
  protect(PROT_READ | PROT_WRITE);
  return true;
}

bool cs_open_block(const void *block, size_t bytes, bool opens) {
  if (!watch || !own()->is_closed || own()->step || !is_closed((uintptr_t)block)) return false;
  const uintptr_t start = page_of((uintptr_t)block), end = page_of((uintptr_t)block + bytes + page_size - 1);
  return ci_protect(start, end - start, opens ? PROT_READ | PROT_WRITE : PROT_NONE);
}

static void close_pages(void) {
  while (own()->opened_count > 0) ci_protect(own()->opened[--own()->opened_count], page_size, PROT_NONE);
}

/// Makes a page accessible for an instruction. An instruction that repeats itself may touch more pages than the table holds.
static void open_page(uintptr_t address) {
  const uintptr_t page = page_of(address);
  for (int i = 0; i < own()->opened_count; i++)
    if (own()->opened[i] == page) return;
  if (!is_closed(address)) return;
  if (own()->opened_count == COUNT(own()->opened)) close_pages();
  own()->opened[own()->opened_count++] = page;
  ci_protect(page, page_size, PROT_READ | PROT_WRITE);
}

bool cs_open_for_kernel(uintptr_t address, size_t size) {
  if (!watch || !own()->step) return cs_open_memory();
  open_page(address);
  open_page(address + size - 1);
  return false;
}

void cs_begin_uninstrumented(void) {
  own()->is_limited = false;
  own()->fault_count = 0;
  own()->looked_at = own()->counted = 0;
}

// MARK: - Counts of references

static cs_clock *clock_of(uintptr_t object) { return &cs_party_of(cs_a_lock, object + sizeof(uintptr_t))->clock; }

static void acquire(uintptr_t object) { cs_join(&watch->job.task->clock, clock_of(object)); }

void cs_settle_count(void) {
  const uintptr_t object = own()->looked_at;
  own()->looked_at = 0;
  if (object) acquire(object);
}

static uint64_t counts_of(uintptr_t object) { return ((const uint64_t *)object)[1]; }

/// Whether a block has an object, which begins with its class.
static bool is_object(uintptr_t block) {
  static struct {
    uintptr_t word;
    bool is_class;
  } known[64];
  const uintptr_t word = *(const uintptr_t *)block, slot = word >> 4 & 63;
  if (known[slot].word == word) return known[slot].is_class && word;
  // In front of what describes a class are the functions that end an object and that copy a value.
  enum { is_no_type = 0x400 };
  const uintptr_t *before = (const uintptr_t *)word - 2;
  uintptr_t words[3];
  const bool is_read = word > 4096 && word % sizeof word == 0 && cs_read(words, before, sizeof words);
  const uintptr_t kind = is_read ? words[2] : 1;
  const bool is_kind = kind == 0 || (kind & is_no_type) || kind > 4096;
  known[slot].word = word;
  known[slot].is_class = is_read && is_kind && ci_code_around(words[0]).end != 0;
  return known[slot].is_class;
}

/// Returns the object whose counts are in a block of their own, or 0.
static uintptr_t object_of_counts(uintptr_t block) {
  const uint64_t is_elsewhere = UINT64_C(1) << 63, flags = UINT64_C(3) << 62;
  const uintptr_t object = *(const uintptr_t *)block;
  if (object % header_bytes || !cs_is_in_schedule((const void *)object) || cs_block_of(object) != object) return 0;
  const uint64_t counts = counts_of(object);
  return (counts & is_elsewhere) && (counts & ~flags) << 3 == block ? object : 0;
}

static void note_count(uintptr_t object, const ci_access *access, bool is_elsewhere) {
  if (access->is_atomic && is_elsewhere) {
    acquire(object);
    cs_pass(watch->job.task, clock_of(object));
  } else if (access->is_atomic) {
    own()->counted = object;
    own()->counts = counts_of(object);
  } else if (!access->writes) {
    own()->looked_at = object;
  }
}

/// Notes how the instruction has changed the counts.
static void end_count(void) {
  const uint64_t one = UINT64_C(1) << 33, is_ending = UINT64_C(1) << 32;
  const uintptr_t object = own()->counted;
  own()->counted = 0;
  if (!object || !cs_is_watched()) return;
  const uint64_t now = counts_of(object);
  const bool ends = (now & is_ending) && !(own()->counts & is_ending);
  if (ends || now / one < own()->counts / one) cs_pass(watch->job.task, clock_of(object));
  if (ends) acquire(object);
}

// MARK: - Faults

extern const char __start_cs_text[], __stop_cs_text[], __start_ch_text[], __stop_ch_text[];

static bool is_own(uintptr_t code) {
  return ci_is_in((ci_range){(uintptr_t)__start_cs_text, (uintptr_t)__stop_cs_text}, code) ||
         ci_is_in((ci_range){(uintptr_t)__start_ch_text, (uintptr_t)__stop_ch_text}, code);
}

/// Whether an access is not noted. The check itself calls functions of the C library, which return to the check.
static bool is_left_out(uintptr_t code, const uintptr_t *stack) {
  return is_own(code) || is_own(stack[0]) || cs_is_runtimes(code) || ci_is_in(own()->dispatch, code);
}

/// Stops looking at the accesses of this schedule, because the tables are full.
static void limit(void) {
  own()->is_limited = true;
  own()->is_closed = false;
  own()->opened_count = 0;
  protect(PROT_READ | PROT_WRITE);
}

static bool is_exhausted(void) {
  return own()->fault_count == cs_most_faults || watch->party_count > cs_most_parties - 64 ||
         watch->user_count > cs_most_users - cs_most_users / 4 || watch->touch_count > cs_most_touches - most_words;
}

static void note(ci_access access, uintptr_t code) {
  const uintptr_t at = access.address;
  if (cs_is_in_schedule((const void *)at)) {
    const uintptr_t block = cs_block_of(at), counted = block ? object_of_counts(block) : 0;
    if (!block || cs_is_table(block)) return;
    if (counted) return note_count(counted, &access, true);
    const bool has_counts = is_object(block);
    if (has_counts && at - block < header_bytes) return note_count(block, &access, false);
    if (has_counts && cs_is_ending(at)) acquire(block);
  } else if (!ci_variable_at(at)) {
    return;
  }
  cs_settle_count();
  // A load or a store of an atomic is like any other instruction.
  const bool is_atomic = access.is_atomic || cs_follows((const void *)at, 1, true);
  watch->is_seen = true;
  cs_touch_memory(at, access.size, access.writes, is_atomic, code);
  watch->is_seen = false;
  if (!access.is_atomic || !access.writes) return;
  cs_clock *clock = &cs_party_of(cs_a_lock, at)->clock;
  cs_join(&watch->job.task->clock, clock);
  cs_pass(watch->job.task, clock);
}

static void note_range(ci_access access, size_t size, uintptr_t code) {
  const size_t most = most_words * sizeof(uintptr_t);
  access.size = sizeof(uintptr_t);
  for (size_t done = 0; done < size && done < most && is_closed(access.address); done += access.size, access.address += access.size)
    note(access, code);
  if (size > most) limit();
}

static void note_instruction(const ci_fault *fault) {
  const uintptr_t code = fault->place.code;
  const uintptr_t caller = cs_is_programs(code) ? code : cs_user_code(code, (const uintptr_t *)fault->place.frame);
  const uintptr_t user = is_own(caller) ? code : caller;
  ci_access found[2];
  const int count = ci_find_accesses(fault, found);
  for (int i = 0; i < count; i++) {
    own()->repeats = found[i].repetitions > 0;
    if (own()->repeats) note_range(found[i], found[i].repetitions * found[i].size, user);
    else if (is_closed(found[i].address)) note(found[i], user);
  }
}

ci_answer cs_see_fault(const ci_fault *fault) {
  const uintptr_t address = fault->address, code = fault->place.code;
  if (!cs_is_seeing()) return ci_passed_on;
  if (fault->is_of_instruction) {
    if (!ci_read_clock(fault)) return ci_passed_on;
    if (cs_is_watched() && cs_is_programs(code)) cs_note_doubt(cs_doubt_ticks, code, 0);
    return ci_repeated;
  }
  if (!own()->is_closed || !is_closed(address)) return ci_passed_on;
  const uintptr_t largest_access = 64;
  open_page(address);
  open_page(address + largest_access - 1);
  // The handler itself accesses memory, or the instruction more than one place.
  if (own()->step) return ci_repeated;
  own()->step = code;
  own()->fault_count++;
  own()->repeats = false;
  // A job that is no task's has no code of the program.
  if (cs_is_watched() && watch->job.task->key && !is_left_out(code, (const uintptr_t *)fault->place.stack)) {
    if (is_exhausted()) limit();
    else note_instruction(fault);
  }
  return ci_stepped;
}

bool cs_is_stepping(void) { return watch && own()->step; }

bool cs_end_step(uintptr_t code) {
  if (own()->repeats && code == own()->step) return true;
  own()->step = 0;
  end_count();
  close_pages();
  cs_update_protection();
  return false;
}

bool cs_see_kernel(uintptr_t address, size_t size, bool writes) {
  if (!cs_is_seeing() || !is_closed(address)) return false;
  const bool was_closed = cs_open_memory();
  if (cs_is_watched() && watch->job.task->key && !is_exhausted())
    // The kernel may read the word of a lock, for which a thread waits.
    note_range((ci_access){address, .reads = !writes, .writes = writes, .is_atomic = !writes}, size, cs_user_code(0, __builtin_frame_address(0)));
  return was_closed;
}

// MARK: - Beginning

extern const char __start_ch_bss[], __stop_ch_bss[];

/// Makes pages inaccessible while a job runs. Ranges with few pages between them become one.
static void add_closed(uintptr_t start, uintptr_t end) {
  const uintptr_t gap = 4 * page_size;
  const ci_range module = {page_of((uintptr_t)__start_ch_bss), page_of((uintptr_t)__stop_ch_bss + page_size - 1)};
  // The memory of the check stays accessible. It is in a section of its own.
  if (start < module.end && end > module.begin) {
    if (start < module.begin) add_closed(start, module.begin);
    if (end > module.end) add_closed(module.end, end);
    return;
  }
  ci_range *last = &own()->closed[own()->closed_count - 1];
  const bool is_module_between = last->end <= module.begin && module.end <= start;
  const bool is_near = start < last->end + gap || own()->closed_count == COUNT(own()->closed);
  if (own()->closed_count > 1 && last->begin <= start && is_near && !is_module_between) {
    if (last->end < end) last->end = end;
  } else if (own()->closed_count < COUNT(own()->closed)) {
    own()->closed[own()->closed_count++] = (ci_range){start, end};
  }
}

/// Makes the pages inaccessible that have variables.
static void close_variables(ci_range all) {
  for (ci_range variable = ci_variable_behind(all.begin); variable.end && variable.begin < all.end;
       variable = ci_variable_behind(variable.end))
    add_closed(page_of(variable.begin), page_of(variable.end + page_size - 1));
}

bool cs_see(bool begins) {
  if (!watch) return false;
  const bool sees = CI_STEPS && begins;
  if (sees || own()->sees) ci_let_clock_be_read(!sees);
  if (!sees) return own()->sees = false;
  own()->closed_count = 0;
  cs_begin_uninstrumented();
  own()->closed[own()->closed_count++] = (ci_range){(uintptr_t)cs_part(1), (uintptr_t)cs_part(1)};
  for (int i = 0; i < ci_data_count; i++) close_variables(ci_data[i]);
  for (int i = 1; i < own()->closed_count; i++)
    cs_make_writable(own()->closed[i].begin, own()->closed[i].end - own()->closed[i].begin);
  cs_find_tables();
  own()->dispatch = ci_code_around((uintptr_t)cs_symbol("dispatch_async_f"));
  return own()->sees = true;
}

#endif
