// The search for accesses that no hook announces: by code of libraries, or by code that the compiler adds.
//
// While a modeled thread runs, the memory of the check and the writable memory of the program's files are inaccessible, so
// that each access to them raises a signal. The instruction is then executed alone with the memory accessible. What it
// accesses must have been announced, unless no other thread can notice it, or it is no variable.
//
// An audit runs in a process of its own, which has one thread. A search may use the same faults: then the handler announces each
// access to the check's memory that its code has not announced, before the instruction is executed.
#include "Hooks.h"

#if CH_AVAILABLE

extern char *swift_demangle(const char *name, size_t size, char *result, size_t *result_size, uint32_t flags);

// The name stays in memory: there are a few per check at most. The optimizer adds a number to that of a part of a variable.
static const char *readable(const char *name) {
  const char *const suffix = strrchr(name, '.');
  if (suffix != NULL && suffix[1] != 0 && strspn(suffix + 1, "0123456789") == strlen(suffix + 1))
    name = strndup(name, (size_t)(suffix - name));
  // The library of C++ is there wherever the runtime is, but a program without C++ is not linked with it.
  typedef char *(*cxx_demangler)(const char *name, char *result, size_t *result_size, int *status);
  const bool is_cxx = strncmp(name, "_Z", 2) == 0;
  const cxx_demangler demangle = is_cxx ? (cxx_demangler)dlsym(RTLD_DEFAULT, "__cxa_demangle") : NULL;
  const char *plain = demangle != NULL ? demangle(name, NULL, NULL, NULL)
                                       : swift_demangle(name, strlen(name), NULL, NULL, 0);
  return plain != NULL ? plain : name;
}

const char *ch_function_name(uintptr_t code) {
  const char *own = ci_function_at(code);
  if (own != NULL) return readable(own);
  Dl_info info;
  if (dladdr((void *)code, &info) == 0) return "unknown code";
  if (info.dli_sname == NULL) return info.dli_fname;
  return readable(info.dli_sname);
}

ch_owner ch_owner_of(uintptr_t code) {
  return ch_is_runtime(code) ? ch_of_swift : ch_is_instrumented(code) ? ch_of_program : ch_of_library;
}

static uintptr_t unseen, unseen_user;
// The first code that has used, without an announcement, memory that was freed, or that another thread frees in some execution.
static uintptr_t user_of_freed, user_of_freed_user;
static const char *unseen_variable;
// Words for an access that no announcement would help, or NULL.
static const char *unseen_kind;

// The accesses that each thread has announced last: the hook of an access may come some instructions before it.
//
// A write must be announced each time. A read need not be if the thread has announced an access to the same memory since it
// last synchronized: what races with the one races with the other, and if nothing races, both read the same.
enum { recent_limit = 16, any_number = 1 << 30 };
typedef struct {
  uintptr_t address;
  size_t size;
  bool writes;
  // The number of instructions that may perform it.
  int left;
} announcement;
// It begins a page, and so does the section that it is in: a page that had other variables, too, would be inaccessible.
static announcement recent[ch_thread_limit][recent_limit] __attribute__((aligned(4096)));
// How many accesses each thread has announced, and how many before it last synchronized.
static size_t recent_counts[ch_thread_limit], forgotten_counts[ch_thread_limit];

void ch_forget_announcements(void) {
  ch_forget_held();
  forgotten_counts[ch_current] = recent_counts[ch_current];
}

void ch_begin_announcements(int thread) { forgotten_counts[thread] = recent_counts[thread]; }

void ch_forget_announcements_of(uintptr_t block, size_t size) {
  for (int i = 0; i < recent_limit; i++)
    if (recent[ch_current][i].address - block < size) recent[ch_current][i].size = 0;
}

static void announce(uintptr_t address, size_t size, bool writes, int instructions) {
  if (!is_modeled()) return;
  recent[ch_current][recent_counts[ch_current]++ % recent_limit] =
    (announcement){.address = address, .size = size, .writes = writes, .left = instructions};
}

void ch_announce(uintptr_t address, size_t size, bool writes) {
  announce(address, size, writes, size <= 8 ? 1 : size <= 16 ? 2 : any_number);
}

void ch_announce_call(uintptr_t variable, size_t size) { announce(variable, size, true, any_number); }

// Not in this module's section, whose accesses the audit leaves out.
__attribute__((section(".text.ch_unannounced"), noinline, no_sanitize("thread")))
intptr_t ch_read_unannounced(const void *word) { return *(const volatile intptr_t *)word; }

#include <sys/mman.h>

// What the handlers need while the memory of this file is inaccessible: at a fixed address, because a pointer to it would
// be inaccessible, too.
typedef struct {
  // Whether a modeled thread runs.
  bool is_running;
  ci_range ranges[ci_data_limit + 3];
  int count;
} audit_state;
enum : uintptr_t { state_address = arena_base - (64 << 10) };
#define STATE ((audit_state *)state_address)

bool ch_was_announced(uintptr_t address, bool writes) {
  const size_t count = recent_counts[ch_current], forgotten = forgotten_counts[ch_current];
  for (size_t i = count; i > forgotten && count - i < recent_limit; i--) {
    announcement *known = &recent[ch_current][(i - 1) % recent_limit];
    if (address - known->address >= known->size) continue;
    if (!writes) return true;
    if (!known->writes || known->left == 0) continue;
    if (known->left != any_number) known->left--;
    return true;
  }
  return false;
}

// The first two words of an object are the runtime's: its class, which never changes, and its counts.
static bool is_header(uintptr_t address) {
  size_t size;
  return ch_is_object(address) && address - ch_block(address, &size) < 16;
}

static bool sees_elements;

// Whether no other thread can notice the access, or the check knows the access by another way, such as a reference count.
static bool is_known(uintptr_t address, const uintptr_t *frame) {
  if (is_header(address) || (!sees_elements && ch_is_element(address)) || ch_is_changing(address, frame)) return true;
  // All users of an object that ends have released it.
  size_t size;
  return ch_threads[ch_current].ending != 0 && ch_threads[ch_current].ending == ch_block(address, &size);
}

static bool may_access(uintptr_t address, bool writes, const uintptr_t *frame) {
  if (!is_modeled() || ch_was_announced(address, writes)) return true;
  if (!ch_in_arena(address)) {
    if (ch_is_changing(address, frame)) return true;
    return ci_variable_at(address) == NULL || (!writes && ch_is_initialized(address));
  }
  if (is_known(address, frame)) return true;
  if (ch_is_guarded(address)) {
    if (ch_has_passed(ch_block_token(address))) return !writes;
    if (ch_is_of_thread(address, ch_current)) return true;
  }
  // A thread may do with its memory what it likes unless it writes what others read, or reads what others write.
  if (ch_is_of_thread(address, ch_current))
    return writes ? !ch_is_touched_by_others(address) : !ch_is_written_by_others(address);
  // What the setup has made and no thread writes is the same for all.
  return !writes && ch_is_of_thread(address, setup) && !ch_was_written(address);
}

// The functions by which the C library copies have no names, so such a function is named after the caller to which it returns.
uintptr_t ch_named(uintptr_t code, const uintptr_t *stack) {
  Dl_info info;
  const bool has_name = ch_is_instrumented(code) || (dladdr((void *)code, &info) != 0 && info.dli_sname != NULL);
  return has_name || !ch_is_instrumented(stack[0]) ? code : stack[0];
}

// Returns the code of the program that has called a library whose functions need not keep a frame: the first address to which a
// function may return.
uintptr_t ch_user_above(const uintptr_t *stack) {
  enum { words = 512 };
  for (int i = 0; i < words; i++)
    if (ch_is_instrumented(stack[i]) && !ch_is_own(stack[i])) return stack[i];
  return 0;
}

// Notes the use of memory that was freed, or that another thread frees in some execution, so that an order is found in which
// it does so before. What is an object belongs to who counts its references, as Dispatch does for its own.
static void note_use(uintptr_t address, uintptr_t code, const uintptr_t *stack) {
  if (!is_modeled() || !ch_is_memory(address) || ch_was_announced(address, false)) return;
  if (!ch_is_freed_by_others(address) && !ch_is_gone(address)) return;
  const uintptr_t user = ch_user_code(0);
  ch_note_access(address, user);
  if (user_of_freed != 0) return;
  user_of_freed = ch_named(code, stack);
  user_of_freed_user = user;
}

static inline void protect(bool protects) {
  for (int i = 0; i < STATE->count; i++) {
    const ci_range range = STATE->ranges[i];
    ci_protect(range.begin, range.end - range.begin, protects ? PROT_NONE : PROT_READ | PROT_WRITE);
  }
}

static inline bool is_audited(uintptr_t address) { return ci_is_in_any(STATE->ranges, STATE->count, address); }

static bool is_auditing, sees, is_handling;
bool ch_sees_elements(void) { return sees_elements; }

static void leave(void) {
  protect(false);
  STATE->is_running = false;
  is_handling = false;
}

void ch_note_unseen_of(uintptr_t code, uintptr_t user) {
  if (unseen != 0) return;
  unseen = code;
  unseen_user = user;
}

// The frame of a signal handler is followed by that of the code that it has interrupted.
void ch_note_unseen(uintptr_t code, uintptr_t address, const uintptr_t *stack) {
  if (unseen != 0) return;
  ch_note_unseen_of(ch_named(code, stack), ch_user_code(0));
  unseen_variable = ch_in_arena(address) ? NULL : ci_variable_at(address);
}

// Announces what the instruction accesses, as its code would if it were instrumented. Other threads may run meanwhile.
static void announce_seen(ci_access seen, uintptr_t code) {
  if (!seen.writes) return ch_read(seen.address, seen.size, code);
  if (!seen.reads) return ch_write(seen.address, seen.size, code);
  ch_read(seen.address, seen.size, code);
  ch_write_too(seen.address, seen.size, code);
}

bool ch_handle_fault(const ci_fault *fault) {
  if (!is_auditing || !is_audited(fault->address)) return false;
  const uintptr_t code = fault->place.code, *frame = (const uintptr_t *)fault->place.frame;
  const uintptr_t *stack = (const uintptr_t *)fault->place.stack;
  protect(false);
  if (!ch_is_own(code)) {
    ci_access found[2];
    const int count = ci_find_accesses(fault, found);
    // The line of code follows that of the call that returns to an address.
    const uintptr_t user = ch_is_instrumented(code) ? code + 1 : ch_user_code(ch_user_above(stack));
    for (int i = 0; i < count; i++) {
      const uintptr_t at = found[i].address;
      if (!is_audited(at)) continue;
      const bool may_be_seen = sees && !found[i].is_guess && !found[i].is_atomic && !found[i].is_non_temporal && is_modeled();
      if (may_be_seen && ch_in_arena(at) && !is_known(at, frame)) {
        if (!ch_was_announced(at, found[i].writes)) announce_seen(found[i], user);
        continue;
      }
      note_use(at, code, stack);
      // Later stores, also those that release, may overtake it. A hook does not tell which instruction follows.
      const bool overtakes = found[i].is_non_temporal && is_modeled() &&
        !(ch_is_of_thread(at, ch_current) && !ch_is_touched_by_others(at));
      if (overtakes && unseen == 0) unseen_kind = "memory that is stored to past the cache, which no release orders";
      if (overtakes || !may_access(at, found[i].writes, frame)) ch_note_unseen(code, at, stack);
    }
    protect(false);
  }
  return true;
}

void ch_end_fault(void) {
  if (is_auditing && STATE->is_running) protect(true);
}

static ci_answer faulted(const ci_fault *fault) { return ch_handle_fault(fault) ? ci_stepped : ci_passed_on; }

static bool stepped(uintptr_t code) {
  ch_end_fault();
  return false;
}

// The end of the program's memory, by the linker.
extern const char _end[];

static void add_range(ci_range range) {
  const uintptr_t page = 4096, stop = (uintptr_t)__stop_ch_bss;
  // Nothing else is on the last page of the module's variables if the program's memory ends with them.
  const ci_range own = {
    ((uintptr_t)__start_ch_bss + page - 1) & ~(page - 1), stop == (uintptr_t)_end ? range.end : stop & ~(page - 1)};
  if (own.begin >= own.end || own.begin < range.begin || own.end > range.end) {
    STATE->ranges[STATE->count++] = range;
    return;
  }
  if (range.begin < own.begin) STATE->ranges[STATE->count++] = (ci_range){range.begin, own.begin};
  if (own.end < range.end) STATE->ranges[STATE->count++] = (ci_range){own.end, range.end};
}

// The memory of the threads of this check and that of the setup.
void ch_find_audited(void) {
  if (!is_auditing) return;
  STATE->count = 0;
  STATE->ranges[STATE->count++] = ch_arenas_of_threads();
  STATE->ranges[STATE->count++] = ch_arena_of_setup();
}

static bool begin(void) {
  if (!ci_find_variables()) return false;
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
  static bool is_mapped;
  if (!is_mapped) is_mapped = mmap(STATE, sizeof *STATE, PROT_READ | PROT_WRITE, flags, -1, 0) == STATE;
  is_auditing = is_mapped;
  ch_find_audited();
  return is_auditing;
}

static bool handle(void) {
  const ci_fault_handlers handlers = {.faulted = faulted, .stepped = stepped, .left = leave};
  return is_handling = is_handling || ci_handle_faults(handlers);
}

void ch_leave_handlers(void) { is_handling = true; }

bool ch_open(uintptr_t address, size_t size) {
  if (!is_auditing || !is_audited(address)) return false;
  protect(false);
  return true;
}

bool ch_begin_audit(void) {
  if (!CI_STEPS || !begin()) return false;
  for (int i = 0; i < ci_data_count; i++) add_range(ci_data[i]);
  ch_forget_refusal();
  ch_handle_signals();
  is_handling = false;
  ch_watch_calls();
  return handle();
}

bool ch_see(bool begins, bool sees_elements_too) {
  sees_elements = begins && sees_elements_too;
  if (begins) return sees = CI_STEPS && begin();
  if (is_handling) ci_leave_faults();
  return is_auditing = is_handling = sees = false;
}

void ch_audit_thread(bool runs) {
  if (!is_auditing || (runs && !handle())) return;
  STATE->is_running = runs;
  protect(runs);
}

uintptr_t ch_audited_code(void) { return unseen; }
uintptr_t ch_audited_user(void) { return unseen_user; }
const char *ch_audited_kind(void) { return unseen_kind; }
bool ch_has_used_freed(void) { return user_of_freed != 0; }
void ch_take_for_late_use(void) {
  if (unseen != 0) return;
  unseen = user_of_freed;
  unseen_user = user_of_freed_user;
  unseen_kind = "memory that may be free by then";
}

const char *ch_audited_variable(void) { return unseen_variable == NULL ? NULL : readable(unseen_variable); }

const char *ch_constant_name(uintptr_t address) {
  const char *name = ci_constant_at(address);
  Dl_info info;
  if (name == NULL && dladdr((void *)address, &info) != 0 && (uintptr_t)info.dli_saddr == address) name = info.dli_sname;
  return name == NULL ? NULL : readable(name);
}

const char *ch_variable_name(uintptr_t address) {
  const char *name = ci_variable_at(address);
  return name == NULL ? NULL : readable(name);
}

#endif
