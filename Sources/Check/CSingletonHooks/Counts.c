// Objects whose end other threads notice: their deinit takes a lock, for example, or a weak or an unowned reference finds
// that they have ended. Then it matters which thread ends them, and when, so their counts are operations, and each order of
// them is explored.
//
// A retain is put off until the thread's next operation, and with it a release before that is none, either. Nobody can tell
// the difference unless the object ends between the two; but then it can as well end before the retain, because nothing of
// the thread comes between, and is used after its end.
#include "Hooks.h"

#if CH_AVAILABLE

// The objects, with their counts before the first operation in this execution, and the thread that has ended them in it.
enum { counted_limit = 512 };
typedef struct {
  uintptr_t object;
  size_t initial;
  int ender;
  // The retains of each thread that it has put off.
  uint32_t pending[ch_thread_limit];
  uintptr_t code[ch_thread_limit];
} counted_object;
static counted_object counted[counted_limit];
static int counted_count;
// Whether each thread may have put off a retain.
static bool has_pending[ch_thread_limit];

void ch_forget_counted(void) { counted_count = 0; }

void ch_begin_counts(void) {
  for (int i = 0; i < counted_count; i++) counted[i] = (counted_object){.object = counted[i].object, .ender = nobody};
  memset(has_pending, 0, sizeof has_pending);
}

static counted_object *find(uintptr_t object) {
  for (int i = 0; i < counted_count; i++)
    if (counted[i].object == object) return &counted[i];
  return NULL;
}

static bool add(uintptr_t object, uintptr_t code) {
  if (find(object) != NULL) return false;
  if (counted_count == counted_limit) {
    const char *const what = "more than 512 objects whose end others notice";
    if (is_modeled()) ch_refuse(what, code);
    ch_note_refusal(what, code);
    return false;
  }
  counted[counted_count++] = (counted_object){.object = object, .ender = nobody};
  ch_begin_again();
  return true;
}

bool ch_count_by_operations(uintptr_t object, uintptr_t code) {
  if (!add(object, code)) return false;
  for (int thread = 0; ch_are_alike() && ch_is_of_threads(object) && thread < ch_thread_count; thread++)
    add(ch_image(object, thread), code);
  return true;
}

// Returns the object if its counts are operations of this thread, which they are not within its end.
static counted_object *operated(uintptr_t object) {
  counted_object *found = find(object);
  if (found == NULL || found->ender == ch_current) return NULL;
  if (found->initial == 0) found->initial = ch_references(object);
  return found;
}

static intptr_t ask(counted_object *object, ch_kind kind, uintptr_t change, uintptr_t code) {
  if (kind == ch_retain) object->pending[ch_current] = 0;
  return (intptr_t)ch_ask((ch_operation){.kind = kind,
    .order = kind == ch_release_reference ? ch_acquire_release : ch_relaxed, .address = object->object, .value = change,
    .initial = object->initial, .code = code});
}

void ch_count_pending(void) {
  if (!has_pending[ch_current]) return;
  has_pending[ch_current] = false;
  for (int i = 0; i < counted_count; i++) {
    const uint32_t count = counted[i].pending[ch_current];
    if (count > 0) ask(&counted[i], ch_retain, count, counted[i].code[ch_current]);
  }
}

void ch_count_retain(uintptr_t object, uint32_t count, uintptr_t code) {
  counted_object *known = operated(object);
  if (known == NULL) return;
  known->pending[ch_current] += count;
  known->code[ch_current] = code;
  has_pending[ch_current] = true;
  if (ch_takes_everything()) ch_count_pending();
}

bool ch_count_release(uintptr_t object, uint32_t count, uintptr_t code) {
  counted_object *known = operated(object);
  if (known == NULL) return false;
  ch_settle();
  if (known->pending[ch_current] >= count) {
    known->pending[ch_current] -= count;
    return false;
  }
  if (ask(known, ch_release_reference, -(uintptr_t)count, code) == count) known->ender = ch_current;
  return true;
}

bool ch_count_question(uintptr_t object, uintptr_t code) {
  counted_object *known = operated(object);
  if (known == NULL) return false;
  ch_settle();
  const bool is_one = ask(known, ch_question, 0, code) == 1;
  // A retain that was put off differs only if nothing has ordered the other thread's access to the variable.
  return is_one == (ch_references(object) == 1);
}

bool ch_count_try(uintptr_t object, uintptr_t code, bool *is_operation) {
  if (ch_takes_everything()) ch_count_by_operations(object, code);
  counted_object *known = operated(object);
  *is_operation = known != NULL;
  return known == NULL ? !ch_has_ended(object) : ask(known, ch_retain_if_alive, 1, code) > 0;
}

#endif
