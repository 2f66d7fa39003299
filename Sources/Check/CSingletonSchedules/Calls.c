#include "Sections.h"

#if CS_CAN_TAKE_OVER
#include <errno.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// System calls of code of the program, which are refused if they change what no schedule begins with anew, or could depend on
// that. Calls of the check itself are not seen.

/// Returns the address of the program's code that has made a call, or 0 if it is not known.
static uintptr_t caller(ci_place place) {
  if (cs_is_programs(place.code)) return place.code;
  // Functions of the C library that make calls have no frame of their own, so the address to which they return is between.
  const uintptr_t largest_frame = 1 << 12;
  for (uintptr_t at = place.stack; at < place.frame && place.frame - at < largest_frame; at += sizeof at)
    if (cs_is_programs(*(const uintptr_t *)at)) return *(const uintptr_t *)at;
  return watch ? cs_user_code(0, (const uintptr_t *)place.frame) : 0;
}

_Noreturn static void report(enum cs_report word, uint64_t value) {
  cs_handlers.report[word] = value;
  ci_system_call(SYS_exit_group, 0, 0, 0, 0, 0, 0);
  __builtin_unreachable();
}

_Noreturn static void report_call(const char *call, uintptr_t code) {
  cs_handlers.report[cs_report_code] = code;
  report(cs_report_call, (uintptr_t)call);
}

static void refused(const char *call, ci_place place) { report_call(call, caller(place)); }

static void waits(bool is_forever, ci_place place) {
  if (is_forever) cs_block();
}

static void exits(int status, ci_place place) { report(cs_report_exited, 1 + (uint64_t)(status & 0xff)); }

void cs_block(void) { report(cs_report_blocked, 1); }

static bool make_writable(uintptr_t address, size_t size) {
  // A whole page stands for a size that is not known, as that of what a lock waits for is not.
  const size_t page = 1 << 12;
  const bool is_seen = cs_see_kernel(address, size == page ? sizeof address : size, false);
  return cs_make_writable(address, size) || is_seen;
}

static void writes(uintptr_t address, size_t size) { cs_see_kernel(address, size, true); }

bool cs_see_calls(void) {
  const ci_calls calls = {.refused = refused, .waits = waits, .exits = exits, .writes = writes, .make_writable = make_writable, .performed = cs_update_protection};
  return ci_watch_calls(calls, true);
}

void cs_forget_calls(void) { ci_forget_calls(true); }

void cs_require_finished_job(void) {
  const char *call = ci_has_open_file() ? "openat" : ci_unended_call();
  if (call) report_call(call, 0);
  cs_require_unchanged_locals((uint32_t)ci_system_call(SYS_gettid, 0, 0, 0, 0, 0, 0));
  // Errors that the system has told the thread of are not the next job's.
  errno = 0;
}

uint64_t cs_sum_of_environment(void) {
  cs_digest sum = {0, 0};
  for (char *const *text = environ; text && *text; text++)
    for (size_t i = 0; (*text)[i]; i++) {
      const uint64_t words[] = {(uint64_t)(text - environ), i, (uint8_t)(*text)[i]};
      cs_add_digest(&sum, cs_digest_of(words, COUNT(words)));
    }
  return sum.first ^ sum.second;
}

bool cs_read(void *to, const void *from, size_t size) {
  struct iovec ours = {to, size}, theirs = {(void *)from, size};
  const bool was_closed = cs_open_for_kernel((uintptr_t)from, size);
  const long count = ci_system_call(SYS_process_vm_readv, getpid(), (long)&ours, 1, (long)&theirs, 1, 0);
  if (was_closed) cs_update_protection();
  return count == (long)size;
}
#endif
