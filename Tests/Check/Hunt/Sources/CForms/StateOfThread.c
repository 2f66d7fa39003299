#include "CForms.h"

#include <fenv.h>
#include <locale.h>
#include <stdlib.h>
#include <threads.h>

void h1_round_up(void) { fesetround(FE_UPWARD); }
void h1_round_nearest(void) { fesetround(FE_TONEAREST); }
bool h1_rounds_up(void) { return fegetround() == FE_UPWARD; }
void h1_raise_inexact(void) { feraiseexcept(FE_DIVBYZERO); }
bool h1_tests_division(void) { return fetestexcept(FE_DIVBYZERO) != 0; }
void h1_use_locale(void) { uselocale(newlocale(LC_ALL_MASK, "C", 0)); }
bool h1_uses_locale(void) { return uselocale(0) != LC_GLOBAL_LOCALE; }

static tss_t key;
static once_flag made = ONCE_FLAG_INIT;
static void count(void *counter) { ++*(long *)counter; }
static void make(void) { tss_create(&key, count); }
void h1_tss_count_at_end(void *counter) {
  call_once(&made, make);
  tss_set(key, counter);
}
long h1_bytes_of_character(void) { return (long)MB_CUR_MAX; }
