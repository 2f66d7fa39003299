#pragma once
#include "CSingletonInstrumentation.h"

#if defined(CI_AVAILABLE)
// The sections are those of the hooks, whose audit leaves them alone.
#pragma clang section text = "ch_text" bss = "ch_bss"
#endif
