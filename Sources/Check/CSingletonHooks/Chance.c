// Choices that no program makes: spurious wake-ups, and time limits that expire.
#include "Hooks.h"

#if CH_AVAILABLE

bool ch_spend(uintptr_t code) {
  ch_thread *self = &ch_threads[ch_current];
  enum { spent_limit = sizeof self->spent / sizeof *self->spent };
  for (int i = 0; i < self->spent_count; i++)
    if (self->spent[i] == code) return false;
  if (self->spent_count == spent_limit) ch_refuse("more than 32 places that wait with a limit or for a condition", code);
  self->spent[self->spent_count++] = code;
  return true;
}

static ch_time_limits limits;
void ch_set_time_limits(ch_time_limits when) { limits = when; }
bool ch_keeps_time_limits(void) { return limits == ch_never; }
bool ch_ends_at_any_time(void) { return limits == ch_at_any_time; }

bool ch_spend_limit(uintptr_t code) { return limits == ch_at_any_time || (limits != ch_never && ch_spend(code)); }

bool ch_only_looks(uint64_t limit) {
  if (limit == ch_now || limit == ch_forever) return limit == ch_now;
  ch_meet(ch_met_limit);
  return ch_spend_limit(ch_user_code(0));
}

bool ch_choose(ch_kind kind) { return ch_ask_at(kind, &ch_threads[ch_current].spent, ch_relaxed, 0) != 0; }

static unsigned met;
void ch_meet(unsigned what) { met |= what; }
unsigned ch_met(void) { return met; }
void ch_forget_met(void) { met = 0; }

#endif
