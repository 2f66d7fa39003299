// A library to preload: lets one call of a program fail, or lets a signal arrive just before it.
//
//   FAULT="CALL N ACTION"   at the Nth CALL, from 1, on a regular file (write, fsync, close) or at all (rename, unlink):
//                           an errno's number, or the name of a signal: kill, term, int

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char call[16], action[16];
static int left;

// The children of a run have the same environment, but their faults would be a strategy's.
__attribute__((constructor)) static void read_fault(int count, char **arguments) {
  const char *fault = getenv("FAULT");
  const bool is_child = count > 1 && strcmp(arguments[1], "__child") == 0;
  if (fault == NULL || is_child || sscanf(fault, "%15s %d %15s", call, &left, action) != 3) left = 0;
}

// Returns whether the call fails with errno. A signal arrives, and then the call goes on.
static bool fails(const char *name) {
  if (left == 0 || strcmp(name, call) != 0 || --left > 0) return false;
  if (strcmp(action, "kill") == 0) kill(getpid(), SIGKILL);
  if (strcmp(action, "term") == 0) raise(SIGTERM);
  if (strcmp(action, "int") == 0) raise(SIGINT);
  errno = atoi(action);
  return errno != 0;
}

static bool is_file(int descriptor) {
  struct stat status;
  const int saved = errno;
  const bool is = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink > 0;
  errno = saved;
  return is;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int descriptor, const void *bytes, size_t count) {
  return is_file(descriptor) && fails("write") ? -1 : NEXT(write)(descriptor, bytes, count);
}

int fsync(int descriptor) { return is_file(descriptor) && fails("fsync") ? -1 : NEXT(fsync)(descriptor); }

int close(int descriptor) {
  const bool has_failed = is_file(descriptor) && fails("close");
  const int error = errno;
  const int result = NEXT(close)(descriptor);
  if (!has_failed) return result;
  errno = error;
  return -1;
}

int rename(const char *path, const char *other) { return fails("rename") ? -1 : NEXT(rename)(path, other); }

int unlink(const char *path) { return fails("unlink") ? -1 : NEXT(unlink)(path); }
