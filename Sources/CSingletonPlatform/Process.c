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
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#elif defined(__APPLE__)
#include <mach-o/dyld.h>
#include <mach/mach.h>
#endif

void cp_trap(void) { __builtin_trap(); }

static _Thread_local void *thread_values[cp_thread_slot_probe + 1];

void *cp_thread_value(enum cp_thread_slot slot) { return thread_values[slot]; }
void cp_set_thread_value(enum cp_thread_slot slot, void *value) { thread_values[slot] = value; }

static void (*trap_handler)(void);
static const int trap_signals[] = {SIGILL, SIGTRAP};
static struct sigaction earlier_actions[2];

static void catch_trap(int signal) {
  if (cp_thread_value(cp_thread_slot_modeled_thread) != NULL) trap_handler();
  // The instruction that has trapped is executed again, as if nobody had caught it.
  sigaction(signal, &earlier_actions[signal == SIGTRAP], NULL);
}

void cp_catch_traps(void (*handler)(void)) {
  trap_handler = handler;
  // The signal stays unblocked, because the handler does not return.
  struct sigaction action = {.sa_handler = catch_trap, .sa_flags = SA_NODEFER};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < 2; i++) sigaction(trap_signals[i], &action, &earlier_actions[i]);
}

void cp_disable_core_dumps(void) {
  const struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
#if defined(__linux__)
  // The limit does not apply if the system pipes core dumps to a program.
  prctl(PR_SET_DUMPABLE, 0);
#elif defined(__APPLE__)
  // The limit does not apply to crash reports, which are written by whoever gets a task's exceptions.
  task_set_exception_ports(
      mach_task_self(), EXC_MASK_CRASH | EXC_MASK_CORPSE_NOTIFY, MACH_PORT_NULL, EXCEPTION_DEFAULT,
      THREAD_STATE_NONE);
#endif
}

void cp_exit_now(int code) { _exit(code); }

#if defined(__linux__)
bool cp_can_fork(void) { return true; }

pid_t cp_fork(int standard_error, bool leads_group) {
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child != 0) return child;
  // The parent may have ended before this.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) _exit(EXIT_FAILURE);
  if (leads_group) setpgid(0, 0);
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
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
  (void)standard_error;
  (void)leads_group;
  errno = ENOTSUP;
  return -1;
}
#endif

extern char **environ;

char **cp_environment(void) { return environ; }

char *cp_own_executable(void) {
#if defined(__APPLE__)
  char path[PATH_MAX];
  uint32_t size = sizeof path;
  return _NSGetExecutablePath(path, &size) == 0 ? strdup(path) : NULL;
#else
  // Refers to this executable even if the file is replaced.
  return strdup("/proc/self/exe");
#endif
}

int cp_moved_up(int descriptor) {
  if (descriptor < 0) return descriptor;
  const int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 10);
  close(descriptor);
  return moved;
}

int cp_unnamed_file(void) {
#if defined(__linux__)
  // Not on a disk: if the disk is full, touching a mapped page that cannot be written ends the process.
  // As a system call, because Amazon Linux 2 has a C library without the function.
  return cp_moved_up((int)syscall(SYS_memfd_create, "singleton-bench", 1u /* MFD_CLOEXEC */));
#else
  char path[PATH_MAX];
  const char *folder = getenv("TMPDIR");
  snprintf(path, sizeof path, "%s/singleton-bench.XXXXXX", folder ? folder : "/tmp");
  const int descriptor = mkstemp(path);
  if (descriptor >= 0) unlink(path);
  return cp_moved_up(descriptor);
#endif
}

static int signal_pipe[2] = {-1, -1};

static void forward(int signal) {
  const int saved = errno;
  const unsigned char byte = (unsigned char)signal;
  // If the pipe is full, the reader will be notified anyway.
  if (write(signal_pipe[1], &byte, 1) < 0) {}
  errno = saved;
}

static int open_signal_pipe(void) {
  if (pipe(signal_pipe) != 0) return -1;
  for (int end = 0; end < 2; end++) {
    signal_pipe[end] = cp_moved_up(signal_pipe[end]);
    if (signal_pipe[end] < 0) return -1;
    fcntl(signal_pipe[end], F_SETFL, O_NONBLOCK);
  }
  return 0;
}

int cp_signal_descriptor(void) {
  if (signal_pipe[1] < 0 && open_signal_pipe() != 0) return -1;
  // The handlers are installed each time, because the end of a run restores the default ones.
  sigset_t watched;
  sigemptyset(&watched);
  struct sigaction action = {.sa_handler = forward, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  const int signals[] = {SIGCHLD, SIGINT, SIGTERM};
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) {
    if (sigaction(signals[i], &action, NULL) != 0) return -1;
    sigaddset(&watched, signals[i]);
  }
  // The parent process may have blocked them.
  if (pthread_sigmask(SIG_UNBLOCK, &watched, NULL) != 0) return -1;
  return signal_pipe[0];
}

const char *cp_sanitizer(void) {
#if __has_feature(thread_sanitizer)
  return "thread";
#elif __has_feature(address_sanitizer)
  return "address";
#else
  return "";
#endif
}
