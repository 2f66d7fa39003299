// Functions that the compiler makes to copy and to destroy values, whose accesses a debug build does not announce. What they
// read is announced when they begin. What they write is only known to be written when they return, because they may destroy
// an old value before; nobody else runs between their writes and the next hook.
#include "Hooks.h"

#if CH_AVAILABLE

// A function that was left without a return is not there any more when one begins or returns whose frame is at its place.
static void forget_left(ch_thread *self, const uintptr_t *frame) {
  while (self->change_count > 0 && self->changes[self->change_count - 1].frame < frame) self->change_count--;
}

void ch_begin_helper(uintptr_t code, const uintptr_t *frame) {
  ci_transfer transfer;
  // What the library does by itself is a step.
  if (ci_helper_at(code) == NULL || !ch_is_instrumented(frame[1])) return;
  if (!OUTSIDE(ci_find_transfer(code, frame, &transfer))) return;
  const size_t size = transfer.size;
  code = transfer.code;
  ch_read_both(transfer.from, transfer.to, transfer.from == 0 ? 0 : size, transfer.replaces ? size : 0, code);
  if (transfer.to == 0 || !ch_announce_write(transfer.to, size, code)) return;
  ch_thread *self = &ch_threads[ch_current];
  forget_left(self, frame + 1);
  if (self->change_count == change_limit) ch_refuse("more than 16 values that are destroyed one within the other", code);
  self->changes[self->change_count].address = transfer.to;
  self->changes[self->change_count].size = size;
  self->changes[self->change_count].code = code;
  self->changes[self->change_count++].frame = frame;
}

void ch_end_helper(const uintptr_t *frame) {
  ch_thread *self = &ch_threads[ch_current];
  if (self->change_count == 0) return;
  forget_left(self, frame);
  if (self->change_count == 0 || self->changes[self->change_count - 1].frame != frame) return;
  const int last = self->change_count - 1;
  ch_find_own_callers();
  ch_add_stores(self->changes[last].address, self->changes[last].size, self->changes[last].code, true);
  self->change_count = last;
  ch_settle();
}

void ch_add_changes(void) {
  const ch_thread *self = &ch_threads[ch_current];
  for (int i = 0; i < self->change_count; i++)
    ch_add_stores(self->changes[i].address, self->changes[i].size, self->changes[i].code, false);
}

bool ch_is_changing(uintptr_t address, const uintptr_t *frame) {
  const ch_thread *self = &ch_threads[ch_current];
  if (self->change_count == 0) return false;
  const __typeof__(*self->changes) *last = &self->changes[self->change_count - 1];
  return last->frame == frame && address - last->address < last->size;
}

#endif
