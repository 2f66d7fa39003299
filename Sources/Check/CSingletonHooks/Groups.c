// Groups of Dispatch, for whose members threads wait. A group is the number of members that must still leave it.
#include "Hooks.h"

#if CH_AVAILABLE

// The members that the setup of this execution has added.
enum { group_limit = 64 };
static struct {
  const void *group;
  intptr_t members;
} entered[group_limit];
static int entered_count;

void ch_forget_groups(void) { entered_count = 0; }

static bool is_setup(void) { return ch_current == setup; }

static intptr_t *members_of(const void *group) {
  for (int i = 0; i < entered_count; i++)
    if (entered[i].group == group) return &entered[i].members;
  if (entered_count == group_limit) return NULL;
  entered[entered_count].group = group;
  return entered[entered_count].members = 0, &entered[entered_count++].members;
}

// In the setup, the group itself stays as it is: a thread would leave it only in the model.
static bool add_in_setup(const void *group, intptr_t members) {
  intptr_t *known = is_setup() ? members_of(group) : NULL;
  if (known != NULL) *known += members;
  return known != NULL;
}

extern intptr_t dispatch_group_wait(void *group, uint64_t limit);

static intptr_t ask_group(ch_kind kind, void *group, bool has_limit) {
  ch_settle();
  const intptr_t *known = members_of(group);
  if (known == NULL) ch_refuse("more than 64 groups", ch_user_code(0));
  if (NEXT(dispatch_group_wait)(group, ch_now) != 0)
    ch_refuse("a group that was entered outside of the check", ch_user_code(0));
  return (intptr_t)ch_ask((ch_operation){.kind = kind, .has_limit = has_limit, .address = (uintptr_t)group,
    .initial = (uintptr_t)*known, .code = ch_user_code(0)});
}

extern void dispatch_group_enter(void *group);
void dispatch_group_enter(void *group) {
  if (is_modeled()) ask_group(ch_enter_group, group, false);
  else if (!add_in_setup(group, 1)) NEXT(dispatch_group_enter)(group);
}

extern void dispatch_group_leave(void *group);
void dispatch_group_leave(void *group) {
  if (!is_modeled()) {
    if (!add_in_setup(group, -1)) NEXT(dispatch_group_leave)(group);
  } else if (ask_group(ch_leave_group, group, false) <= 0) {
    ch_fail(ch_left_group, ch_user_code(0));
  }
}

intptr_t dispatch_group_wait(void *group, uint64_t limit) {
  if (is_rehearsing()) {
    const intptr_t result = NEXT(dispatch_group_wait)(group, ch_now);
    if (result != 0 && limit == ch_forever) ch_abandon();
    return result;
  }
  if (!is_modeled()) return NEXT(dispatch_group_wait)(group, limit);
  return ask_group(ch_only_looks(limit) ? ch_look_at_group : ch_await_group, group, limit != ch_forever) == 0 ? 0 : 1;
}

#endif
