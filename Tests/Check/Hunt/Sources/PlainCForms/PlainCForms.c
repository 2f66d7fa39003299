#include "PlainCForms.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

static void *shared_instance;
static int _is_first = 1, _is_started, is_started;
static _Thread_local long own;

void *plain_named(void *(*make)(void)) {
  if (!shared_instance) shared_instance = make();
  return shared_instance;
}

void *plain_local(void *(*make)(void)) {
  static void *instance;
  if (!instance) instance = make();
  return instance;
}

int plain_underscore_once(void) {
  if (!_is_first) return 0;
  _is_first = 0;
  return 1;
}

void plain_thread_set(long value) { own = value; }
long plain_thread_get(void) { return own; }
int plain_gettid(void) { return gettid(); }
int plain_cpu(void) { return sched_getcpu(); }

void plain_parse(const char *text) {
  errno = 0;
  (void)strtol(text, NULL, 10);
}
int plain_errno(void) { return errno; }

int plain_is_started(void) { return _is_started; }
void plain_start(void) { _is_started = 1; }
int plain_named_is_started(void) { return is_started; }
void plain_named_start(void) { is_started = 1; }

char plain_first_byte(void) {
  static char buffer[16];
  const int file = open("/etc/passwd", O_RDONLY);
  const long count = read(file, buffer, sizeof buffer);
  close(file);
  return count > 0 ? buffer[0] : '-';
}
