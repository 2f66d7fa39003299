#include "CSingletonInstrumentation.h"

#if !defined(CI_AVAILABLE)

#include <stdlib.h>
#define CH_OR_ABORT { abort(); }
#include "CSingletonHooks.h"

const char *ch_unavailable(void) { return "this system's libraries cannot be replaced, or a sanitizer has replaced them"; }

#endif
