// The search for accesses that no hook announces: by code of libraries, or by code that the compiler adds.
//
// The memory of the check is made inaccessible, so that each access to it raises a signal. The instruction is then executed
// alone with the memory accessible. What it accesses must have been announced, unless no other thread can notice it.
#include "Hooks.h"

#if CH_AVAILABLE

extern char *swift_demangle(const char *name, size_t size, char *result, size_t *result_size, uint32_t flags);

const char *ch_function_name(uintptr_t code) {
  Dl_info info;
  if (dladdr((void *)code, &info) == 0) return "unknown code";
  if (info.dli_sname == NULL) return info.dli_fname;
  // The name stays in memory: there is one per check at most.
  const char *name = swift_demangle(info.dli_sname, strlen(info.dli_sname), NULL, NULL, 0);
  return name != NULL ? name : info.dli_sname;
}

static bool is_auditing;
static uintptr_t unseen, unseen_user;

// The accesses that each thread has announced last: the hook of an access may come some instructions before it.
enum { recent_limit = 16 };
static struct {
  uintptr_t address;
  size_t size;
} recent[ch_thread_limit][recent_limit];
static size_t recent_counts[ch_thread_limit];

void ch_announce(uintptr_t address, size_t size) {
  if (!is_modeled()) return;
  const size_t place = recent_counts[ch_current]++ % recent_limit;
  recent[ch_current][place].address = address;
  recent[ch_current][place].size = size;
}

#if defined(__x86_64__)

#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>

static bool was_announced(uintptr_t address) {
  for (int i = 0; i < recent_limit; i++)
    if (address - recent[ch_current][i].address < recent[ch_current][i].size) return true;
  return false;
}

// The first two words of an object are the runtime's: its class, which never changes, and its counts.
static bool is_header(uintptr_t address) {
  size_t size;
  return address - ch_block(address, &size) < 16;
}

extern const char __start_ch_text[], __stop_ch_text[];

static bool is_own(uintptr_t code) { return code - (uintptr_t)__start_ch_text < (size_t)(__stop_ch_text - __start_ch_text); }

static bool may_access(uintptr_t address, bool writes) {
  if (!is_modeled() || is_header(address) || was_announced(address)) return true;
  size_t size;
  // All users of an object that ends have released it.
  if (ch_threads[ch_current].ending != 0 && ch_threads[ch_current].ending == ch_block(address, &size)) return true;
  // A thread may do with its memory what it likes unless it writes what others read.
  if (ch_is_of_thread(address, ch_current)) return !writes || !ch_is_touched_by_others(address);
  // What the setup has made and no thread writes is the same for all.
  return !writes && ch_is_of_thread(address, setup) && !ch_was_written(address);
}

static void protect(bool protects) {
  mprotect((void *)arena_base, arena_bytes * (ch_thread_limit + 1), protects ? PROT_NONE : PROT_READ | PROT_WRITE);
}

// A bit of the processor's flags, and one of its description of a fault.
enum { single_step = 0x100, is_write = 2 };
static struct sigaction earlier_fault, earlier_trap;

static void pass_on(int number, const struct sigaction *earlier) {
  protect(false);
  is_auditing = false;
  sigaction(number, earlier, NULL);
}

// The frame of a signal handler is followed by that of the code that it has interrupted.
static void note_unseen(uintptr_t code) {
  unseen = code;
  unseen_user = ch_user_code(0);
  ch_show_always(unseen_user);
}

static void faulted(int number, siginfo_t *info, void *context) {
  greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  const uintptr_t address = (uintptr_t)info->si_addr;
  if (!ch_in_arena(address)) return pass_on(number, &earlier_fault);
  const uintptr_t code = (uintptr_t)registers[REG_RIP];
  protect(false);
  if (unseen == 0 && !is_own(code) && !may_access(address, (registers[REG_ERR] & is_write) != 0)) note_unseen(code);
  registers[REG_EFL] |= single_step;
}

static void stepped(int number, siginfo_t *info, void *context) {
  greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  if ((registers[REG_EFL] & single_step) == 0) return pass_on(number, &earlier_trap);
  registers[REG_EFL] &= ~(greg_t)single_step;
  if (is_auditing) protect(true);
}

bool ch_begin_audit(void) {
  const struct sigaction fault = {.sa_sigaction = faulted, .sa_flags = SA_SIGINFO | SA_NODEFER};
  const struct sigaction trap = {.sa_sigaction = stepped, .sa_flags = SA_SIGINFO | SA_NODEFER};
  sigaction(SIGSEGV, &fault, &earlier_fault);
  sigaction(SIGTRAP, &trap, &earlier_trap);
  unseen = unseen_user = 0;
  is_auditing = true;
  protect(true);
  return true;
}

uintptr_t ch_end_audit(void) {
  is_auditing = false;
  protect(false);
  sigaction(SIGSEGV, &earlier_fault, NULL);
  sigaction(SIGTRAP, &earlier_trap, NULL);
  return unseen;
}

#else

// Other processors cannot execute one instruction alone for a process that asks for it.
bool ch_begin_audit(void) { return false; }
uintptr_t ch_end_audit(void) { return unseen; }

#endif

uintptr_t ch_audited_user(void) { return unseen_user; }

#endif
