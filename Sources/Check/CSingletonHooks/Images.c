// The loaded files that contain instrumented code.
#include "Hooks.h"

#if CH_AVAILABLE

#include <unwind.h>

// In the order in which they are named in `ci_files`.
static ci_range images[ci_file_limit];

bool ch_is_instrumented(uintptr_t address) { return ci_is_in_any(images, ci_file_count, address); }

// A frame begins with the caller's frame and the address to which the function returns. Returns the caller's, or NULL.
static const uintptr_t *outer(const uintptr_t *frame) {
  const uintptr_t *next = (const uintptr_t *)frame[0];
  return next <= frame || (uintptr_t)next - (uintptr_t)frame > 1 << 20 ? NULL : next;
}

enum { most_frames = 64 };

static bool is_users(uintptr_t code) { return ch_is_instrumented(code) && !ch_is_own(code); }

uintptr_t ch_user_code(uintptr_t otherwise) {
  const uintptr_t *frame = outer(__builtin_frame_address(0));
  for (int depth = 1; depth < most_frames && frame != NULL; depth++, frame = outer(frame))
    if (is_users(frame[1])) return frame[1];
  return otherwise;
}

typedef struct {
  uintptr_t *callers;
  size_t count;
} caller_list;

static _Unwind_Reason_Code note_caller(struct _Unwind_Context *context, void *argument) {
  caller_list *list = argument;
  // Code that a signal has interrupted is no address to which a function returns.
  int is_interrupted = 0;
  const uintptr_t ip = _Unwind_GetIPInfo(context, &is_interrupted), code = ip + (is_interrupted != 0);
  if (is_users(code)) list->callers[list->count++] = code;
  return list->count < ch_caller_limit ? _URC_NO_REASON : _URC_END_OF_STACK;
}

// By the unwinder, because functions of libraries between need not keep a frame.
size_t ch_find_callers(uintptr_t callers[ch_caller_limit]) {
  caller_list list = {callers, 0};
  OUTSIDE(_Unwind_Backtrace(note_caller, &list));
  return list.count;
}

uintptr_t ch_user_frame(void) {
  const uintptr_t *frame = __builtin_frame_address(0);
  for (int depth = 0; depth < most_frames && frame != NULL; depth++, frame = outer(frame))
    if (is_users(frame[1])) return frame[0];
  return 0;
}

bool ch_is_called_by_standard_library(uintptr_t limit) {
  const uintptr_t *frame = __builtin_frame_address(0);
  for (; frame != NULL && (uintptr_t)frame < limit; frame = outer(frame))
    if (ch_is_standard_library(frame[1])) return true;
  return false;
}

void ch_measure_images(void) {
  ci_find_files();
  for (int i = 0; i < ci_file_count; i++) images[i] = ci_file_around(ci_files[i]);
}

#endif
