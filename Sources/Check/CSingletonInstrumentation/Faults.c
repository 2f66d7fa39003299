// Accesses to pages that do not allow them: each raises a signal before it happens. Once the page is accessible, the processor
// can execute the instruction alone, and then raises another signal.
#include "Sections.h"

#if CI_STEPS

#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>

#define REGISTER(context, name) (((ucontext_t *)(context))->uc_mcontext.gregs[REG_##name])

static bool has_written(const void *context) { return (REGISTER(context, ERR) & 2) != 0; }

// A bit of the processor's flags: the processor raises a signal after the next instruction.
enum { single_step = 0x100 };

static bool steps(const void *context) { return (REGISTER(context, EFL) & single_step) != 0; }

static void set_step(void *context, bool steps) {
  if (steps) REGISTER(context, EFL) |= single_step;
  else REGISTER(context, EFL) &= ~(greg_t)single_step;
}

int ci_find_accesses(const ci_fault *fault, ci_access found[2]) {
  const void *context = fault->context;
  const int count = ci_decode_accesses((const uint8_t *)fault->place.code, fault->address, fault->writes,
    (uintptr_t)REGISTER(context, RSI), (uintptr_t)REGISTER(context, RDI), found);
  for (int i = 0; i < count; i++)
    if (found[i].repetitions > 0) found[i].repetitions = (size_t)REGISTER(context, RCX);
  if (count > 0) return count;
  found[0] = (ci_access){fault->address, sizeof(uintptr_t), .reads = true, .writes = fault->writes, .is_guess = true};
  return 1;
}

void ci_let_clock_be_read(bool may) {
  ci_system_call(SYS_prctl, PR_SET_TSC, may ? PR_TSC_ENABLE : PR_TSC_SIGSEGV, 0, 0, 0, 0);
}

bool ci_read_clock(const ci_fault *fault) {
  static const uint8_t rdtsc[] = {0x0f, 0x31}, rdtscp[] = {0x0f, 0x01, 0xf9};
  const void *code = (const void *)fault->place.code;
  const bool has_processor = memcmp(code, rdtscp, sizeof rdtscp) == 0;
  if (!has_processor && memcmp(code, rdtsc, sizeof rdtsc) != 0) return false;
  ci_let_clock_be_read(true);
  const uint64_t ticks = __builtin_ia32_rdtsc();
  ci_let_clock_be_read(false);
  REGISTER(fault->context, RAX) = (uint32_t)ticks;
  REGISTER(fault->context, RDX) = (greg_t)(ticks >> 32);
  if (has_processor) REGISTER(fault->context, RCX) = 0;
  REGISTER(fault->context, RIP) += has_processor ? sizeof rdtscp : sizeof rdtsc;
  return true;
}

#else

// On other processors, a process cannot ask for a signal after each instruction, so these functions are not called.
int ci_find_accesses(const ci_fault *fault, ci_access found[2]) { return 0; }
void ci_let_clock_be_read(bool may) {}
bool ci_read_clock(const ci_fault *fault) { return false; }

#endif

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <signal.h>

static ci_fault_handlers handlers;
static struct sigaction earlier_fault, earlier_trap;

#if !CI_STEPS
static bool has_written(const void *context) { return false; }
static bool steps(const void *context) { return false; }
static void set_step(void *context, bool steps) {}
#endif

// Lets the signal arrive as it would without a check.
static void pass_on(int signal, const struct sigaction *earlier) {
  ci_see_calls(false);
  if (handlers.left != NULL) handlers.left();
  sigaction(signal, earlier, NULL);
}

static void faulted(int signal, void *info, void *context) {
  const siginfo_t *cause = info;
  const ci_fault fault = {.address = (uintptr_t)cause->si_addr, .place = ci_place_of(context), .context = context,
    .writes = has_written(context), .is_of_page = cause->si_code == SEGV_ACCERR, .is_of_instruction = cause->si_code == SI_KERNEL};
  switch (handlers.faulted(&fault)) {
    case ci_passed_on: pass_on(signal, &earlier_fault); break;
    case ci_repeated: break;
    case ci_stepped: set_step(context, true); break;
  }
}

static void stepped(int signal, void *info, void *context) {
  if (!steps(context)) pass_on(signal, &earlier_trap);
  else set_step(context, handlers.stepped(ci_place_of(context).code));
}

// Handles a signal. The handler before is kept, unless that is this one.
static bool handle(int signal, ci_handler handler, struct sigaction *earlier) {
  struct sigaction present;
  if (sigaction(signal, NULL, &present) != 0) return false;
  if ((ci_handler)present.sa_sigaction != handler) *earlier = present;
  return ci_handle(signal, handler);
}

bool ci_handle_faults(ci_fault_handlers all) {
  handlers = all;
  return handle(SIGSEGV, faulted, &earlier_fault) && handle(SIGTRAP, stepped, &earlier_trap);
}

void ci_leave_faults(void) {
  sigaction(SIGSEGV, &earlier_fault, NULL);
  sigaction(SIGTRAP, &earlier_trap, NULL);
}

#else

bool ci_handle_faults(ci_fault_handlers all) { return false; }
void ci_leave_faults(void) {}

#endif
