#include "CForms.h"

#include <fenv.h>
#include <stdlib.h>

void h1_round_up(void) { fesetround(FE_UPWARD); }
void h1_round_nearest(void) { fesetround(FE_TONEAREST); }
bool h1_rounds_up(void) { return fegetround() == FE_UPWARD; }
