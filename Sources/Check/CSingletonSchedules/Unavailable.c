#include <stdlib.h>

#define CS_OR_ABORT { abort(); }
#include "CSingletonSchedules.h"

#if !CS_CAN_TAKE_OVER
const char *cs_prepare(void) { return "its system or processor is another one than Linux on x86-64 or arm64"; }
#endif
