// The environment, which is memory of the C library that no execution begins with anew.
#include "Hooks.h"

#if CH_AVAILABLE

#include <stdlib.h>

// What the rehearsal has changed stays so, too.
static void refuse(uintptr_t code) {
  const char *const what = "a change of the environment, which other threads may notice";
  if (is_modeled()) ch_refuse(what, ch_user_code(code));
  if (ch_is_in_rehearsed_body()) ch_note_refusal(what, ch_user_code(code));
}

#define REFUSED(name, parameters, arguments) \
  int name parameters { \
    refuse(CALLER); \
    return NEXT(name) arguments; \
  }

REFUSED(setenv, (const char *name, const char *value, int replaces), (name, value, replaces))
REFUSED(unsetenv, (const char *name), (name))
REFUSED(putenv, (char *text), (text))

#endif
