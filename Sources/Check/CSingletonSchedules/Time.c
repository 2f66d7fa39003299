#include "Order.h"

#if CS_CAN_TAKE_OVER
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// Virtual time moves when the check says so, and when a thread sleeps. Sleeping takes no real time.

static const uint64_t second = 1000000000u;
/// The date at which the clocks begin, in seconds, so that a schedule begins with the year 2026.
static const time_t date_of_beginning = 1767225600 - 1000;

static const time_t another_date = 100 * 24 * 60 * 60;

static uint64_t now;

void cs_set_time(uint64_t nanoseconds) { now = nanoseconds; }

uint64_t cs_time(void) { return now; }

uint64_t cs_real_time(void) {
  struct timespec time;
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * second + (uint64_t)time.tv_nsec;
}

static time_t date(void) { return date_of_beginning + (cs_present_perturbation()->has_date ? another_date : 0); }

static time_t beginning(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI ? date() : 0;
}

// MARK: - The functions that tell the time, or let it pass

/// Notes that code reads a clock.
static void look(void) {
  cs_note_dependence();
  if (cs_present_perturbation()->passes_time) now += 1000;
}

static CS_SWIFT void runtime_time(long long *seconds, long long *nanoseconds, int clock) {
  look();
  *seconds = (long long)(now / second);
  *nanoseconds = (long long)(now % second);
}

static int clock_time(clockid_t clock, struct timespec *time) {
  look();
  *time = (struct timespec){beginning(clock) + (time_t)(now / second), (long)(now % second)};
  return 0;
}

static int time_of_day(struct timeval *time, void *zone) {
  look();
  if (time) *time = (struct timeval){date() + (time_t)(now / second), (long)(now % second / 1000)};
  return 0;
}

static time_t seconds_of_date(time_t *result) {
  look();
  const time_t seconds = date() + (time_t)(now / second);
  if (result) *result = seconds;
  return seconds;
}

static int sleep_on_clock(clockid_t clock, int flags, const struct timespec *time, struct timespec *rest) {
  cs_note_dependence();
  const bool is_until = flags & TIMER_ABSTIME;
  const int64_t seconds = time->tv_sec - (is_until ? beginning(clock) : 0);
  if (seconds < 0) return 0;
  const uint64_t length = (uint64_t)seconds * second + (uint64_t)time->tv_nsec;
  if (!is_until) now += length;
  else if (now < length) now = length;
  return 0;
}

// All functions of the C library that sleep call the last one.
static cs_redirection functions[] = {
    {"swift_get_time", (void *)runtime_time, NULL},
    {"clock_gettime", (void *)clock_time, NULL},
    {"clock_nanosleep", (void *)sleep_on_clock, NULL},
};

// These are functions of the kernel, whose code cannot be changed everywhere. So what changes is where each image keeps
// their addresses.
static struct {
  const char *name;
  void *replacement;
} functions_of_kernel[] = {{"gettimeofday", (void *)time_of_day}, {"time", (void *)seconds_of_date}};

enum { most_places = 1 << 9 };

static struct {
  void **address;
  void *replacement;
} places[most_places];
static int place_count;

static void note_slot(const char *name, uintptr_t slot, bool is_of_function) {
  for (int f = 0; is_of_function && f < COUNT(functions_of_kernel); f++)
    if (strcmp(name, functions_of_kernel[f].name) == 0 && place_count < most_places) {
      places[place_count].address = (void **)slot;
      places[place_count++].replacement = functions_of_kernel[f].replacement;
    }
}

static int add_places(struct dl_phdr_info *file, size_t size, void *unused) {
  ci_find_slots(file, note_slot);
  return 0;
}

const char *cs_find_clocks(void) {
  place_count = 0;
  dl_iterate_phdr(add_places, NULL);
  return cs_find(functions, COUNT(functions));
}

const char *cs_take_over_clocks(void) {
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < place_count; i++) {
    void *start = (void *)((uintptr_t)places[i].address & ~(page - 1));
    if (mprotect(start, page, PROT_READ | PROT_WRITE) != 0)
      return "the system does not let a process change where functions are (mprotect)";
    *places[i].address = places[i].replacement;
  }
  return cs_redirect_all(functions, COUNT(functions));
}
#endif
