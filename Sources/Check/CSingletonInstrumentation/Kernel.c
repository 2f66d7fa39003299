// System calls of the code under test, each of which is seen before it is done.
//
// The kernel keeps files, descriptors and the working directory of a process, and no check puts them back. So a proof needs to
// know each call by which code could change them, or look at them.
#include "Sections.h"
#include <stddef.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

// MARK: - Calls that are always let through

// The kernel lets through what calls from this section, which is that of the hooks.
#define UNASKED __attribute__((section("ch_text"), noinline))
extern const char __start_ch_text[], __stop_ch_text[];

UNASKED long ci_system_call(long number, long a, long b, long c, long d, long e, long f) {
#if defined(__x86_64__)
  register long r10 __asm__("r10") = d, r8 __asm__("r8") = e, r9 __asm__("r9") = f;
  long result = number;
  __asm__ volatile("syscall" : "+a"(result) : "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
  return result;
#else
  register long x8 __asm__("x8") = number, x0 __asm__("x0") = a, x1 __asm__("x1") = b, x2 __asm__("x2") = c,
                x3 __asm__("x3") = d, x4 __asm__("x4") = e, x5 __asm__("x5") = f;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
  return x0;
#endif
}

bool ci_protect(uintptr_t begin, size_t size, int access) {
  return ci_system_call(SYS_mprotect, (long)begin, (long)size, access, 0, 0, 0) == 0;
}

// A handler returns by a system call, too. The kernel looks at the address behind the call, which must not be the end of the
// section.
__attribute__((section("ch_text"), naked)) static void return_from_handler(void) {
#if defined(__x86_64__)
  __asm__ volatile("movq %0, %%rax\n\tsyscall\n\tud2" : : "i"((long)SYS_rt_sigreturn));
#else
  __asm__ volatile("mov x8, %0\n\tsvc 0\n\tbrk 0" : : "i"((long)SYS_rt_sigreturn));
#endif
}

// As the kernel wants it.
typedef struct {
  ci_handler handler;
  unsigned long flags;
  void (*restorer)(void);
  uint64_t mask;
} action;

bool ci_handle(int signal, ci_handler handler) {
  const unsigned long restores = 0x04000000;
  const action handling = {
    .handler = handler, .flags = SA_SIGINFO | SA_NODEFER | SA_RESTART | restores, .restorer = return_from_handler};
  return ci_system_call(SYS_rt_sigaction, signal, (long)&handling, 0, sizeof handling.mask, 0, 0) == 0;
}

// MARK: - Rules

// How a call is answered, by the state that it changes or depends on.
typedef enum : uint8_t {
  // Not on the list.
  unknown,
  // Changes no state, and returns the same each time as long as files stay as they are.
  passes,
  // Changes mappings, which are put back nowhere.
  maps,
  // Needs a descriptor that the same piece of code has opened; `prints` also a standard stream.
  reads, prints, opens, closes,
  // Only lets time pass.
  sleeps,
  // By which a process ends itself, which has to follow.
  ends, ends_all, signals,
  waits,
} rule;

typedef struct {
  short number;
  rule rule;
  // The argument that is the address to which the kernel writes, and the number of bytes, or with a minus the argument that
  // has that number. There is none if the number is 0.
  int8_t output;
  short bytes;
  const char *name;
} entry;

#define RULE(call, rule) {SYS_##call, rule, 0, 0, #call}
#define FILLS(call, rule, output, bytes) {SYS_##call, rule, output, bytes, #call}
// Of calls that are refused the table has the name.
static const entry rules[] = {
  RULE(getpid, passes), RULE(getppid, passes), RULE(getuid, passes), RULE(geteuid, passes), RULE(getgid, passes),
  RULE(getegid, passes), FILLS(uname, passes, 0, 390), FILLS(sched_getaffinity, passes, 2, -1), FILLS(clock_getres, passes, 1, 16),
  FILLS(getcwd, passes, 0, -1), RULE(faccessat, passes), FILLS(readlinkat, passes, 2, -3), FILLS(statx, passes, 4, 256), FILLS(statfs, passes, 1, 120),
  FILLS(newfstatat, passes, 2, 144), FILLS(prlimit64, passes, 3, 16),
  // Returns other numbers each time, which a check notices elsewhere.
  RULE(getrandom, passes),
  RULE(mmap, maps), RULE(munmap, maps), RULE(mprotect, maps), RULE(brk, maps), RULE(madvise, maps), RULE(mremap, maps),
  RULE(openat, opens), RULE(close, closes), FILLS(read, reads, 1, -2), FILLS(pread64, reads, 1, -2), RULE(lseek, reads),
  FILLS(getdents64, reads, 1, -2), FILLS(fstatfs, reads, 1, 120),
  FILLS(fstat, prints, 1, 144), RULE(write, prints), RULE(writev, prints), FILLS(ioctl, prints, 2, 64),
  RULE(nanosleep, sleeps), RULE(clock_nanosleep, sleeps), RULE(sched_yield, sleeps),
  RULE(rt_sigprocmask, ends), RULE(rt_sigaction, ends), RULE(gettid, ends), RULE(exit_group, ends_all),
  RULE(kill, signals), RULE(tkill, signals), RULE(tgkill, signals),
  RULE(futex, waits),
  RULE(clone, unknown), RULE(execve, unknown), RULE(wait4, unknown), RULE(socket, unknown), RULE(mkdirat, unknown),
  RULE(unlinkat, unknown), RULE(renameat2, unknown), RULE(linkat, unknown), RULE(symlinkat, unknown),
  RULE(ftruncate, unknown), RULE(truncate, unknown), RULE(pwrite64, unknown), RULE(fcntl, unknown), RULE(flock, unknown),
  RULE(dup, unknown), RULE(dup3, unknown), RULE(pipe2, unknown), RULE(umask, unknown), RULE(chdir, unknown),
  RULE(clock_gettime, unknown), RULE(getcpu, unknown), RULE(getrusage, unknown), RULE(sysinfo, unknown), RULE(ppoll, unknown),
#if defined(__x86_64__)
  RULE(access, passes), FILLS(stat, passes, 1, 144), FILLS(lstat, passes, 1, 144), FILLS(readlink, passes, 1, -2), RULE(open, opens),
  RULE(time, unknown), RULE(gettimeofday, unknown), RULE(poll, unknown), RULE(fork, unknown), RULE(vfork, unknown),
  RULE(creat, unknown), RULE(mkdir, unknown), RULE(rmdir, unknown), RULE(unlink, unknown), RULE(rename, unknown),
  RULE(link, unknown), RULE(symlink, unknown), RULE(chmod, unknown), RULE(dup2, unknown), RULE(pipe, unknown),
#endif
#if defined(SYS_faccessat2)
  RULE(faccessat2, passes),
#endif
#if defined(SYS_clone3)
  RULE(clone3, unknown),
#endif
};

static entry entry_of(long number) {
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    if (rules[i].number == number) return rules[i];
  return (entry){.number = (short)number, .name = "of another kind"};
}

// MARK: - What code has asked for

enum { descriptor_limit = 64 };

// The record has shared memory of its own: a check may put its other memory back, and the kernel keeps its state.
typedef struct {
  // The kernel reads this byte at each call.
  volatile char is_watching;
  bool keeps_mappings;
  // The latest call of a kind that only the end of the process may follow.
  const char *pending;
  int user, opened_count;
  struct {
    int descriptor, user;
  } opened[descriptor_limit];
} record;

// Not of a thread that is not watched.
static record unwatched;
static record *watched;
static pid_t watched_process;
static ci_calls calls;

static record *current(void) { return watched != NULL ? watched : &unwatched; }

const void *ci_record(void) { return watched; }

bool ci_see_calls(bool sees) {
  record *now = current();
  const bool before = now->is_watching;
  now->is_watching = sees;
  return before;
}

void ci_keep_mappings(void) { current()->keeps_mappings = true; }

void ci_set_user(int user) { current()->user = user; }

enum : long { any_descriptor = INT64_MIN };
static int index_of(long descriptor) {
  const record *now = current();
  for (int i = 0; i < now->opened_count; i++)
    if ((descriptor == any_descriptor || now->opened[i].descriptor == descriptor) && now->opened[i].user == now->user) return i;
  return -1;
}

const char *ci_unended_call(void) { return current()->pending; }

bool ci_has_open_file(void) { return index_of(any_descriptor) >= 0; }

void ci_forget_calls(bool closes) {
  record *now = current();
  for (int i = 0; closes && i < now->opened_count; i++)
    ci_system_call(SYS_close, now->opened[i].descriptor, 0, 0, 0, 0, 0);
  now->opened_count = 0;
  now->pending = NULL;
}

// MARK: - Judging

// A call, and the answer that it gets.
typedef struct {
  long number, arguments[6], result;
} call;

static void perform(call *call) {
  const long *a = call->arguments;
  call->result = ci_system_call(call->number, a[0], a[1], a[2], a[3], a[4], a[5]);
  if (call->result != -EFAULT || calls.make_writable == NULL) return;
  // The kernel does not write to a page that is read-only so that its first write is seen.
  bool has_changed = false;
  for (int i = 0; i < 6; i++) {
    const uintptr_t largest = 1 << 24, least = 1 << 12, next = i < 5 ? (uintptr_t)a[i + 1] : 0;
    has_changed |= calls.make_writable((uintptr_t)a[i], next > least && next < largest ? next : least);
  }
  if (has_changed) call->result = ci_system_call(call->number, a[0], a[1], a[2], a[3], a[4], a[5]);
  if (has_changed && calls.performed != NULL) calls.performed();
}

static bool only_reads(const call *call) {
  const long flags = call->arguments[call->number == SYS_openat ? 2 : 1];
  return (flags & O_ACCMODE) == O_RDONLY && (flags & (O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY))) == 0;
}

// Whether a lock of Swift's asks for the number of the thread, which it keeps while it is held. It does not call `gettid`, as
// other code does.
static bool is_of_lock(const call *call, ci_place place) {
  Dl_info info;
  return call->number == SYS_gettid && dladdr((void *)place.code, &info) != 0 && info.dli_sname != NULL &&
    strcmp(info.dli_sname, "syscall") == 0;
}

// Performs a call, or returns false if that is not allowed.
static bool answer(call *call, const entry rule, ci_place place) {
  record *now = current();
  const long first = call->arguments[0];
  int index;
  switch (rule.rule) {
    case passes:
      // It may set a limit, too.
      if (call->number == SYS_prlimit64 && call->arguments[2] != 0) return false;
      break;
    case maps:
      if (now->keeps_mappings) return false;
      break;
    case prints:
      if (first != STDOUT_FILENO && first != STDERR_FILENO && (index_of(first) < 0 || call->number == SYS_write)) return false;
      if (call->number == SYS_ioctl && call->arguments[1] != TCGETS) return false;
      break;
    case reads:
      if (index_of(first) < 0) return false;
      break;
    case opens:
      if (!only_reads(call) || now->opened_count == descriptor_limit) return false;
      perform(call);
      if (call->result >= 0) {
        now->opened[now->opened_count].descriptor = (int)call->result;
        now->opened[now->opened_count++].user = now->user;
      }
      return true;
    case closes:
      // Nothing has a negative number.
      if ((int)first < 0) break;
      if ((index = index_of(first)) < 0) return false;
      now->opened[index] = now->opened[--now->opened_count];
      break;
    case sleeps: call->result = 0; return true;
    case ends:
      call->result = call->number == SYS_gettid && calls.number != NULL ? calls.number() : 0;
      if (call->result != 0) return true;
      if (call->number == SYS_gettid) perform(call);
      if (!is_of_lock(call, place)) now->pending = rule.name;
      return true;
    case ends_all: calls.exits((int)first, place); return true;
    case signals:
      if (first != getpid() && call->number != SYS_tkill) return false;
      now->pending = NULL;
      if (calls.raises != NULL) calls.raises((int)call->arguments[call->number == SYS_tgkill ? 2 : 1], place);
      // A handler of the check gives way to the one before it, and the signal that comes then ends the process, or is refused.
      perform(call);
      perform(call);
      return false;
    case waits:
      switch (call->arguments[1] & FUTEX_CMD_MASK) {
        case FUTEX_WAIT: case FUTEX_WAIT_BITSET: case FUTEX_LOCK_PI:
          calls.waits(call->arguments[3] == 0, place);
          break;
        case FUTEX_WAKE: case FUTEX_WAKE_BITSET: case FUTEX_WAKE_OP: case FUTEX_REQUEUE: case FUTEX_CMP_REQUEUE:
        case FUTEX_TRYLOCK_PI: case FUTEX_UNLOCK_PI: break;
        default: return false;
      }
      break;
    default: return false;
  }
  const uintptr_t output = (uintptr_t)call->arguments[rule.output];
  if (rule.bytes != 0 && output != 0 && calls.writes != NULL)
    calls.writes(output, (size_t)(rule.bytes > 0 ? rule.bytes : call->arguments[-rule.bytes]));
  perform(call);
  return true;
}

// Returns false if code is to make the call once more, unseen.
static bool judge(call *call, ci_place place) {
  const entry entry = entry_of(call->number);
  if (answer(call, entry, place)) return true;
  calls.refused(entry.name, place);
  return false;
}

#if defined(__x86_64__)
#define REGISTER(context, name) ((context)->uc_mcontext.gregs[REG_##name])
static call call_of(int number, const ucontext_t *c) {
  return (call){number, {REGISTER(c, RDI), REGISTER(c, RSI), REGISTER(c, RDX), REGISTER(c, R10), REGISTER(c, R8), REGISTER(c, R9)}, 0};
}
#define RESULT(context) REGISTER(context, RAX)
static void begin_again(ucontext_t *c, long number) {
  REGISTER(c, RIP) -= 2;
  REGISTER(c, RAX) = number;
}
ci_place ci_place_of(const void *context) {
  const ucontext_t *c = context;
  return (ci_place){(uintptr_t)REGISTER(c, RIP), (uintptr_t)REGISTER(c, RBP), (uintptr_t)REGISTER(c, RSP)};
}
#else
static call call_of(int number, const ucontext_t *c) {
  call call = {.number = number};
  for (int i = 0; i < 6; i++) call.arguments[i] = (long)c->uc_mcontext.regs[i];
  return call;
}
#define RESULT(context) (context)->uc_mcontext.regs[0]
static void begin_again(ucontext_t *c, long number) { c->uc_mcontext.pc -= 4; }
ci_place ci_place_of(const void *context) {
  const ucontext_t *c = context;
  return (ci_place){c->uc_mcontext.pc, c->uc_mcontext.regs[29], c->uc_mcontext.sp};
}
#endif

static void called(int signal, void *info, void *context) {
  ucontext_t *at = context;
  const bool was_watching = ci_see_calls(false);
  call call = call_of(((const siginfo_t *)info)->si_syscall, at);
  if (!was_watching || (calls.is_watched != NULL && !calls.is_watched())) {
    perform(&call);
  } else if (!judge(&call, ci_place_of(at))) {
    // A new thread cannot begin in a handler.
    begin_again(at, call.number);
    return;
  }
  RESULT(at) = call.result;
  ci_see_calls(was_watching);
}

// MARK: - Watching

// Asks the kernel to send a signal for each call of this thread while it is watched.
static bool dispatch(void) {
#if defined(PR_SET_SYSCALL_USER_DISPATCH)
  return prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON, __start_ch_text,
    __stop_ch_text - __start_ch_text, &watched->is_watching) == 0;
#else
  return false;
#endif
}

// The same for all calls of this thread and its copies, for good, where the kernel has only filters.
static bool filter(void) {
  const uint64_t begin = (uintptr_t)__start_ch_text, end = (uintptr_t)__stop_ch_text;
  const uint32_t high = begin >> 32, pointer = offsetof(struct seccomp_data, instruction_pointer);
  if (end >> 32 != high) return false;
  struct sock_filter program[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, pointer + 4),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, high, 0, 4),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, pointer),
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, (uint32_t)begin, 0, 2),
    BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, (uint32_t)end, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
  };
  const struct sock_fprog filter = {sizeof program / sizeof *program, program};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

// Whether a call that watched code makes is seen: the control of a check.
static bool is_seen;
static void see(const char *name, ci_place place) { is_seen = strcmp(name, "getcpu") == 0; }

bool ci_watch_calls(ci_calls handlers, bool is_copy) {
  // A copy needs a record of its own.
  if (watched == NULL || watched_process != getpid()) {
    void *own = mmap(NULL, sizeof *watched, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (own == MAP_FAILED) return false;
    watched = own;
    watched_process = getpid();
  }
  *watched = (record){0};
  calls = (ci_calls){.refused = see};
  if (!ci_handle(SIGSYS, called) || !(dispatch() || (is_copy && filter()))) return false;
  unsigned processor;
  is_seen = false;
  ci_see_calls(true);
  syscall(SYS_getcpu, &processor, NULL, NULL);
  ci_see_calls(false);
  calls = handlers;
  return is_seen;
}

void ci_leave_calls(void) {
#if defined(PR_SET_SYSCALL_USER_DISPATCH)
  prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_OFF, 0, 0, 0);
#endif
}

#else

long ci_system_call(long number, long a, long b, long c, long d, long e, long f) { return -1; }
bool ci_protect(uintptr_t begin, size_t size, int access) { return false; }
bool ci_handle(int signal, ci_handler handler) { return false; }
ci_place ci_place_of(const void *context) { return (ci_place){0, 0, 0}; }
bool ci_watch_calls(ci_calls handlers, bool is_copy) { return false; }
void ci_leave_calls(void) {}
const void *ci_record(void) { return NULL; }
bool ci_see_calls(bool sees) { return false; }
void ci_keep_mappings(void) {}
void ci_set_user(int user) {}
const char *ci_unended_call(void) { return NULL; }
bool ci_has_open_file(void) { return false; }
void ci_forget_calls(bool closes) {}

#endif
