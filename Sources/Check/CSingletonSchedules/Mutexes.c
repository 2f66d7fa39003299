#include "Sections.h"

#if CS_CAN_TAKE_OVER
#include <string.h>

// What takes a Mutex of Swift is a compare-exchange in its caller, and so is what tries to take one and goes on without it.
// They differ in what they call if it fails.

#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"

enum { most_files = 64 };
/// The files with instrumented code, and where each has the address of the function that tries.
static struct {
  ci_range range;
  uintptr_t slot;
} files[most_files];
static int file_count;
static uintptr_t function_that_tries;

static void note_slot(const char *name, uintptr_t slot, bool is_of_function) {
  if (strcmp(name, TRY_LOCK) == 0) files[file_count].slot = slot;
  cs_find_question(name, slot);
}

void cs_find_addresses(ci_range range, const struct dl_phdr_info *file) {
  if (file_count == most_files) return;
  function_that_tries = (uintptr_t)cs_symbol(TRY_LOCK);
  files[file_count].range = range;
  ci_find_slots(file, note_slot);
  file_count++;
}

// MARK: - Waiting

typedef CS_SWIFT void wait_function(uint32_t thread, __attribute__((swift_context)) uint32_t *word);

static CS_SWIFT void wait_for(uint32_t thread, __attribute__((swift_context)) uint32_t *word);

static cs_redirection waiting = {LOCK, (void *)wait_for, NULL};

/// Waits for a Mutex that its code has not found free.
static CS_SWIFT void wait_for(uint32_t thread, __attribute__((swift_context)) uint32_t *word) {
  const uintptr_t lock = (uintptr_t)word, code = (uintptr_t)__builtin_return_address(0);
  const bool is_own = watch && cs_holder(lock) == watch->running;
  while (*word != 0)
    if (is_own || !cs_wait_for_lock(lock, code)) {
      // As without a check: it ends the process if its thread has it.
      cs_let_through(&waiting, true);
      ((wait_function *)waiting.function)(thread, word);
      cs_let_through(&waiting, false);
      return;
    }
  *word = thread;
  cs_take_lock(lock, true, code);
  if (cs_is_watched()) cs_hold_mutex(lock);
}

// A program without such a lock needs none.
void cs_find_mutexes(void) { cs_find(&waiting, 1); }

bool cs_follow_mutexes(void) { return !cs_redirect_all(&waiting, 1); }

// MARK: - Trying

#if defined(__x86_64__)

extern void *_Unwind_FindEnclosingFunction(void *);

static uintptr_t function_at(uintptr_t code) { return (uintptr_t)_Unwind_FindEnclosingFunction((void *)code); }

/// Whether code jumps to an address that is in memory.
static bool leads_to(uintptr_t code, uintptr_t slot) {
  static const unsigned char target_mark[] = {0xf3, 0x0f, 0x1e, 0xfa}, jump[] = {0xff, 0x25};
  if (memcmp((const void *)code, target_mark, sizeof target_mark) == 0) code += sizeof target_mark;
  if (*(const unsigned char *)code == 0xf2) code++;
  int32_t distance;
  memcpy(&distance, (const void *)(code + sizeof jump), sizeof distance);
  return memcmp((const void *)code, jump, sizeof jump) == 0 &&
         code + sizeof jump + sizeof distance + (uintptr_t)(intptr_t)distance == slot;
}

/// Whether the function that has an address calls the one that tries, or is not known.
static bool tries(uintptr_t code) {
  enum { step = 16 };
  const uintptr_t function = function_at(code);
  if (function == 0) return true;
  uintptr_t end = code;
  while (function_at(end) == function) end += step;
  for (int i = 0; i < file_count; i++) {
    const ci_range range = files[i].range;
    if (!ci_is_in(range, code)) continue;
    for (uintptr_t at = function + 1; at < end && at + 4 * step < range.end; at++) {
      const unsigned char opcode = ((const unsigned char *)at)[-1];
      if (opcode != 0xe8 && opcode != 0xe9 && (opcode & 0xf0) != 0x80) continue;
      int32_t distance;
      memcpy(&distance, (const void *)at, sizeof distance);
      const uintptr_t target = at + sizeof distance + (uintptr_t)(intptr_t)distance;
      if (target == function_that_tries) return true;
      // A call by the file's table of addresses.
      if (files[i].slot && target - range.begin < range.end - range.begin - step && leads_to(target, files[i].slot))
        return true;
    }
    return false;
  }
  return true;
}

bool cs_tries_mutex(uintptr_t code) {
  for (int i = 0; i < watch->site_count; i++)
    if (watch->sites[i].code == code) return watch->sites[i].tries;
  const int before = cs_allocate_for(0);
  const bool found = tries(code);
  cs_allocate_for(before);
  if (watch->site_count == cs_most_sites) cs_stop_watching();
  watch->sites[watch->site_count].code = code;
  watch->sites[watch->site_count++].tries = found;
  return found;
}

#else
bool cs_tries_mutex(uintptr_t code) { return true; }
#endif
#endif
