#include "CSingletonPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#elif defined(__APPLE__)
#include <crt_externs.h>
#include <mach-o/dyld.h>
#include <mach/mach.h>
#endif

void cp_trap(void) { __builtin_trap(); }

static _Thread_local void *thread_values[cp_thread_slot_probe + 1];

void *cp_thread_value(enum cp_thread_slot slot) { return thread_values[slot]; }
void cp_set_thread_value(enum cp_thread_slot slot, void *value) { thread_values[slot] = value; }

void cp_disable_core_dumps(void) {
  const struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
#if defined(__linux__)
  // The limit does not apply if the system pipes core dumps to a program.
  prctl(PR_SET_DUMPABLE, 0);
#elif defined(__APPLE__)
  // The limit does not apply to crash reports, which the receiver of a task's exceptions writes.
  task_set_exception_ports(
      mach_task_self(), EXC_MASK_CRASH | EXC_MASK_CORPSE_NOTIFY, MACH_PORT_NULL, EXCEPTION_DEFAULT,
      THREAD_STATE_NONE);
#endif
}

// One child per core needs about five descriptors, and macOS allows at most 10,240.
static const rlim_t enough_descriptors = 4096;

#if defined(__linux__)
bool cp_can_fork(void) { return true; }

pid_t cp_fork(int standard_error, bool leads_group) {
  const pid_t parent = getpid();
  // The copy gets the buffer, too, and prints what is in it if the copy calls `exit`.
  fflush(stdout);
  const pid_t child = fork();
  if (child != 0) return child;
  // The parent may have ended before this.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) _exit(EXIT_FAILURE);
  if (leads_group) setpgid(0, 0);
  for (int number = 1; number < NSIG; number++) {
    if (number != SIGXFSZ && !cp_notes_sender(number)) signal(number, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, NULL);
  cp_disable_core_dumps();
  if (dup2(standard_error, STDERR_FILENO) < 0) _exit(EXIT_FAILURE);
  return 0;
}
#else
bool cp_can_fork(void) { return false; }

pid_t cp_fork(int standard_error, bool leads_group) {
  errno = ENOTSUP;
  return -1;
}
#endif

static uint64_t limit_of(int resource) {
  struct rlimit limit;
  return getrlimit(resource, &limit) == 0 ? limit.rlim_cur : UINT64_MAX;
}

struct cp_memory_limits cp_memory_limits(void) {
  return (struct cp_memory_limits){limit_of(RLIMIT_STACK), limit_of(RLIMIT_DATA), limit_of(RLIMIT_AS)};
}

static int argument_count;
static char **arguments;

#if defined(__GLIBC__) || defined(__APPLE__)
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  argument_count = count;
  arguments = values;
}
#endif

int cp_argument_count(void) { return argument_count; }

const char *cp_argument(int index) { return arguments[index]; }

char **cp_environment(void) {
#if defined(__APPLE__)
  return *_NSGetEnviron();
#else
  return environ;
#endif
}

char *cp_own_executable(void) {
#if defined(__APPLE__)
  char path[PATH_MAX];
  uint32_t size = sizeof path;
  return _NSGetExecutablePath(path, &size) == 0 ? strdup(path) : NULL;
#else
  // Refers to this executable even if the file is replaced.
  static const char link[] = "/proc/self/exe";
  if (access(link, F_OK) == 0) return strdup(link);
  return realpath((const char *)getauxval(AT_EXECFN), NULL);
#endif
}

void cp_raise_descriptor_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= enough_descriptors) return;
  limit.rlim_cur = limit.rlim_max < enough_descriptors ? limit.rlim_max : enough_descriptors;
  setrlimit(RLIMIT_NOFILE, &limit);
}

int cp_unnamed_file(void) {
#if defined(__linux__)
  // Not on a disk: if the disk is full, touching a mapped page that cannot be written ends the process.
  // Made as a system call, because the C library of Amazon Linux 2 lacks the function.
  return (int)syscall(SYS_memfd_create, "singleton-bench", 1u /* MFD_CLOEXEC */);
#else
  char path[PATH_MAX];
  const char *folder = getenv("TMPDIR");
  snprintf(path, sizeof path, "%s/singleton-bench.XXXXXX", folder ? folder : "/tmp");
  const int descriptor = mkostemp(path, O_CLOEXEC);
  if (descriptor >= 0) unlink(path);
  return descriptor;
#endif
}

#if __has_feature(thread_sanitizer)
static _Atomic uint64_t reports;

// The sanitizer calls this for each report.
__attribute__((no_sanitize("thread"))) void __tsan_on_report(const void *report) {
  reports++;
}

uint64_t cp_thread_sanitizer_reports(void) { return reports; }
#else
uint64_t cp_thread_sanitizer_reports(void) { return 0; }
#endif

const char *cp_sanitizer(void) {
#if __has_feature(thread_sanitizer)
  return "thread";
#elif __has_feature(address_sanitizer)
  return "address";
#else
  return "";
#endif
}
