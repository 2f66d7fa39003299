// What threads change outside of the memory of their process: files, the environment, what other processes know. Other
// threads notice it, and no order of these changes is explored. What code only reads there is taken to stay as it is.
#include "Hooks.h"

#if CH_AVAILABLE

#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHANGES_FILES "a change of files, which other threads may notice"
#define CHANGES_ENVIRONMENT "a change of the environment, which other threads may notice"
#define HAS_OTHERS "another process, or a socket"

// What the rehearsal has changed stays so, too.
static void refuse(const char *what, uintptr_t code) {
  if (is_modeled()) ch_refuse(what, ch_user_code(code));
  if (ch_is_in_rehearsed_body()) ch_note_refusal(what, ch_user_code(code));
}

#define REFUSED(type, name, parameters, arguments, what) \
  type name parameters { \
    refuse(what, CALLER); \
    return NEXT(name) arguments; \
  }

static void refuse_changes(int flags, uintptr_t code) {
  if ((flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0) refuse(CHANGES_FILES, code);
}

// The mode is there if the file may be made.
#define MODE \
  va_list list; \
  va_start(list, flags); \
  const mode_t mode = (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg(list, mode_t) : 0; \
  va_end(list)

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    MODE; \
    refuse_changes(flags, CALLER); \
    return NEXT(name)(path, flags, mode); \
  }

#define OPEN_AT(name) \
  int name(int folder, const char *path, int flags, ...) { \
    MODE; \
    refuse_changes(flags, CALLER); \
    return NEXT(name)(folder, path, flags, mode); \
  }

OPEN(open)
OPEN_AT(openat)
extern int open64(const char *path, int flags, ...), openat64(int folder, const char *path, int flags, ...);
OPEN(open64)
OPEN_AT(openat64)

#define OPEN_STREAM(name) \
  FILE *name(const char *restrict path, const char *restrict mode) { \
    refuse_changes(strpbrk(mode, "wa+") != NULL ? O_RDWR : O_RDONLY, CALLER); \
    return NEXT(name)(path, mode); \
  }

OPEN_STREAM(fopen)
extern FILE *fopen64(const char *restrict path, const char *restrict mode);
OPEN_STREAM(fopen64)

REFUSED(int, creat, (const char *path, mode_t mode), (path, mode), CHANGES_FILES)
REFUSED(int, mkstemp, (char *path), (path), CHANGES_FILES)
REFUSED(int, unlink, (const char *path), (path), CHANGES_FILES)
REFUSED(int, unlinkat, (int folder, const char *path, int flags), (folder, path, flags), CHANGES_FILES)
REFUSED(int, remove, (const char *path), (path), CHANGES_FILES)
REFUSED(int, rename, (const char *old, const char *new), (old, new), CHANGES_FILES)
REFUSED(int, link, (const char *old, const char *new), (old, new), CHANGES_FILES)
REFUSED(int, symlink, (const char *old, const char *new), (old, new), CHANGES_FILES)
REFUSED(int, mkdir, (const char *path, mode_t mode), (path, mode), CHANGES_FILES)
REFUSED(int, rmdir, (const char *path), (path), CHANGES_FILES)
REFUSED(int, truncate, (const char *path, off_t size), (path, size), CHANGES_FILES)

// What is written to the standard streams is for people.
static void refuse_write(int file, uintptr_t code) {
  if (file > STDERR_FILENO) refuse(CHANGES_FILES, code);
}

// A handler of signals may write, and must not look for the function.
extern ssize_t __write(int file, const void *bytes, size_t size);
extern ssize_t __pwrite64(int file, const void *bytes, size_t size, off_t offset);

ssize_t write(int file, const void *bytes, size_t size) {
  refuse_write(file, CALLER);
  return __write(file, bytes, size);
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
  refuse_write(file, CALLER);
  return __pwrite64(file, bytes, size, offset);
}

int ftruncate(int file, off_t size) {
  refuse_write(file, CALLER);
  return NEXT(ftruncate)(file, size);
}

REFUSED(int, setenv, (const char *name, const char *value, int replaces), (name, value, replaces), CHANGES_ENVIRONMENT)
REFUSED(int, unsetenv, (const char *name), (name), CHANGES_ENVIRONMENT)
REFUSED(int, putenv, (char *text), (text), CHANGES_ENVIRONMENT)

REFUSED(int, socket, (int domain, int type, int protocol), (domain, type, protocol), HAS_OTHERS)
REFUSED(pid_t, fork, (void), (), HAS_OTHERS)
REFUSED(int, posix_spawn,
  (pid_t *restrict child, const char *restrict path, const posix_spawn_file_actions_t *restrict actions,
    const posix_spawnattr_t *restrict attributes, char *const arguments[restrict], char *const variables[restrict]),
  (child, path, actions, attributes, arguments, variables), HAS_OTHERS)

#endif
