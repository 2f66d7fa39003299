#include "Order.h"

#if CS_CAN_TAKE_OVER
#include <sys/uio.h>
#include <unistd.h>

// Variables and once tokens of instrumented code, as they were before the schedule that does not count. That one fills the
// caches of the runtime and of libraries, which stay filled.

enum { most_variables = 1 << 12 };

static struct {
  /// The variables that were kept, by their addresses.
  uintptr_t kept[most_variables];
  int count;
  bool has_kept;
  /// Whether something cannot be put back.
  bool is_final;
} globals;

/// Whether a word may refer to memory that was allocated, which may be given up when the word is written.
static bool may_refer(uintptr_t word) {
  const uintptr_t address = word & 0x00007ffffffffff8;
  char byte;
  struct iovec to = {&byte, 1}, from = {(void *)address, 1};
  return address && !cs_image_of((void *)address) && process_vm_readv(getpid(), &to, 1, &from, 1, 0) == 1;
}

/// Returns whether a variable was not kept before.
static bool add(uintptr_t variable) {
  size_t slot = (variable >> 3) * 0x9e3779b185ebca87 >> 52;
  for (; globals.kept[slot]; slot = (slot + 1) % most_variables)
    if (globals.kept[slot] == variable) return false;
  globals.kept[slot] = variable;
  if (++globals.count > most_variables / 2) globals.is_final = true;
  return !globals.is_final;
}

static void keep(uintptr_t address, size_t size, uintptr_t code) {
  if (!cs_allocates_for_schedule() || globals.is_final || !cs_is_programs(address) || cs_is_in_final_body()) return;
  for (uintptr_t at = address; at < address + size;) {
    const ci_range variable = ci_variable_around(at);
    at = variable.begin == variable.end ? (at | 7) + 1 : variable.end;
    if (variable.begin == variable.end || !add(variable.begin)) continue;
    for (uintptr_t word = variable.begin & ~(uintptr_t)7; word < variable.end; word += 8) {
      globals.is_final |= may_refer(*(const uintptr_t *)word);
      globals.has_kept = true;
      ci_keep_word(word);
    }
  }
}

static void ignore(uintptr_t address, size_t size, uintptr_t code) {}
static void pass(uintptr_t address, bool writes, uintptr_t code) {
  if (writes) keep(address, 1, code);
}
static void enter(uintptr_t code, const uintptr_t *frame) {
  cs_note_entry(code);
  ci_transfer transfer;
  if (cs_allocates_for_schedule() && cs_find_transfer(code, frame, &transfer) && transfer.to)
    keep(transfer.to, transfer.size, transfer.code);
}
static void leave(const uintptr_t *frame) {}
static void end_object(bool begins) {}
static void copy(uintptr_t to, uintptr_t from, size_t size, uintptr_t code) { keep(to, size, code); }
static void filled(void) {}
static bool load(const ci_atomic *access, uintptr_t *found) { return false; }
static bool store(const ci_atomic *access) {
  keep(access->address, access->size, access->code);
  return false;
}
static bool modify(const ci_atomic *access, uintptr_t *found) { return store(access); }
static bool fence(int order, uintptr_t code) { return false; }
static void words(uintptr_t address, uintptr_t code) { keep(address, 16, code); }

bool cs_keep_globals(void) {
#if defined(CI_AVAILABLE)
  static const ci_observer observer = {
      .read = ignore, .write = keep, .pass = pass, .enter = enter, .leave = leave, .end_object = end_object, .copy = copy,
      .fill = keep, .filled = filled, .load = load, .store = store, .modify = modify, .fence = fence, .words = words};
  if (ci_file_count == 0 || !cs_follow() || !cs_notice_askers(true)) return false;
  ci_active = &observer;
  return true;
#else
  return false;
#endif
}

void cs_keep_token(uintptr_t token, size_t size) {
  if (cs_allocates_for_schedule() && *(const uint8_t *)token == 0) ci_keep_token((void *)token, size, 0, true);
}

bool cs_put_back_globals(void) {
  if (globals.is_final || !(globals.has_kept || cs_has_tokens())) return false;
  ci_undo();
  for (int i = 0; i < most_variables; i++) globals.kept[i] = 0;
  globals.count = 0;
  return true;
}

void cs_leave_globals(void) {
  if (!ci_active) return;
  ci_active = NULL;
  cs_notice_askers(false);
}
#endif
