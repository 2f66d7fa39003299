// The first thing that the threads have done that makes the check inconclusive.
#include "Hooks.h"

#if CH_AVAILABLE

static const char *refusal;
const char ch_unseen_change[] = "a change of shared memory by code that is not instrumented";
const char ch_unseen_elements[] = "an element of a collection that is accessed by an address which was kept";
// Whether the rehearsal has done it, which no other exploration leaves out.
static bool is_refusal_final;
static uintptr_t refusal_code, refusal_callers[ch_caller_limit];
static size_t refusal_caller_count;

void ch_begin_refusals(void) {
  refusal = NULL;
  is_refusal_final = false;
}

void ch_note_refusal(const char *what, uintptr_t code) {
  if (refusal != NULL) return;
  refusal = what;
  is_refusal_final = ch_is_in_rehearsed_body();
  refusal_code = code;
  refusal_caller_count = ch_find_callers(refusal_callers);
}

const uintptr_t *ch_refusal_callers(size_t *count) {
  *count = refusal_caller_count;
  return refusal_callers;
}

_Noreturn void ch_refuse(const char *what, uintptr_t code) {
  ch_note_refusal(what, code);
  ch_fail(ch_refused, code);
}

void ch_forget_refusal(void) {
  if (!is_refusal_final) refusal = NULL;
}
bool ch_is_of_unseen_code(void) { return refusal == ch_unseen_change || refusal == ch_unseen_elements; }
bool ch_is_of_unseen_elements(void) { return refusal == ch_unseen_elements; }
const char *ch_refusal(void) { return refusal; }
uintptr_t ch_refusal_code(void) { return refusal_code; }

#endif
