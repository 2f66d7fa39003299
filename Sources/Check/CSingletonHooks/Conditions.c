// Conditions.
//
// A condition is a word: its upper part numbers the rounds of waiting, its lower part counts the threads that wait in this
// round. A thread that waits adds itself, unlocks, waits for a later round, and locks again. A wakeup begins the next
// round if anybody waits, so it wakes all. Once a signal has met several threads that wait, all executions begin anew with
// another word, which has a bit for each thread that waits, and a signal wakes any one of them.
#include "Hooks.h"

#if CH_AVAILABLE

#include <errno.h>
#include <pthread.h>
#include <time.h>

enum { round_bits = 16, waiters = (1 << round_bits) - 1 };

// The conditions for which threads have waited in any execution. To wake at another one is no operation.
enum { condition_limit = 64 };
static const void *waited_for[condition_limit];
static int waited_count;

// Whether the word has a bit for each thread that waits.
static bool picks;

void ch_forget_conditions(void) {
  waited_count = 0;
  picks = false;
}

static uintptr_t own_bit(void) { return (uintptr_t)1 << ch_current; }

static bool is_waited_for(const void *condition) {
  for (int i = 0; i < waited_count; i++)
    if (waited_for[i] == condition) return true;
  return false;
}

static void note_wait(const void *condition) {
  if (is_waited_for(condition)) return;
  if (waited_count == condition_limit) ch_refuse("more than 64 conditions", ch_user_code(0));
  waited_for[waited_count++] = condition;
  ch_begin_again();
}

// Whether the wait ends for no reason of the program.
static bool ends_early(uintptr_t code) { return ch_spend(code) && ch_choose(ch_end_early); }

// Waits from then on, and returns what the word was.
static uintptr_t begin_wait(const void *condition) {
  const uintptr_t found = ch_ask_at(ch_begin_wait, condition, ch_relaxed, picks ? own_bit() : 1);
  return picks ? found : found & ~(uintptr_t)waiters;
}

// Whether the thread still waits if it has begun in this round.
static bool is_waiting(uintptr_t found, uintptr_t round) {
  return picks ? (found & own_bit()) != 0 : found >> round_bits == round >> round_bits;
}

// Returns whether the thread was woken. It may still be one of those that wait if its time limit is over.
static bool await_wakeup(const void *condition, uintptr_t round, bool has_limit, uintptr_t code) {
  const uintptr_t found = ch_ask((ch_operation){.kind = picks ? ch_await_turn : ch_await, .has_limit = has_limit,
    .address = (uintptr_t)condition, .expected = picks ? own_bit() : round | waiters, .code = code});
  return !is_waiting(found, round);
}

// Withdraws a thread whose time limit is over, unless it was woken meanwhile.
static void withdraw(const void *condition, uintptr_t round) {
  const uintptr_t own = picks ? own_bit() : 1;
  uintptr_t known = round + own;
  for (;;) {
    const uintptr_t found = ch_ask((ch_operation){.kind = ch_end_wait, .address = (uintptr_t)condition,
      .value = known - own, .expected = known, .code = ch_user_code(0)});
    if (found == known || !is_waiting(found, round)) return;
    known = found;
  }
}

static int wait_for(pthread_cond_t *condition, pthread_mutex_t *lock, bool has_limit) {
  if (is_rehearsing()) {
    // So that the others can go on.
    NEXT(pthread_mutex_unlock)(lock);
    ch_abandon();
  }
  ch_settle();
  const uintptr_t code = ch_user_code(0);
  if (ch_is_recursive(lock)) ch_refuse("a wait for a condition with a recursive lock", code);
  ch_meet(ch_met_condition | (has_limit ? ch_met_limit : 0));
  note_wait(condition);
  int result = 0;
  if (has_limit && ch_ends_at_any_time() && ch_choose(ch_end_in_time)) {
    // No other thread can tell since when this one has waited.
    ch_ask_at(ch_unlock, lock, ch_release, 0);
    result = ETIMEDOUT;
  } else if (ends_early(code)) {
    ch_ask_at(ch_unlock, lock, ch_release, 0);
    if (has_limit && !ch_keeps_time_limits() && !ch_ends_at_any_time() && ch_choose(ch_end_in_time)) result = ETIMEDOUT;
  } else {
    const uintptr_t round = begin_wait(condition);
    ch_ask_at(ch_unlock, lock, ch_release, 0);
    if (!await_wakeup(condition, round, has_limit, code)) {
      withdraw(condition, round);
      result = ETIMEDOUT;
    }
  }
  ch_ask_at(ch_lock, lock, ch_acquire, 1);
  return result;
}

// The bit of one of several threads, which differs from execution to execution.
static uintptr_t pick(uintptr_t waiting) {
  while ((waiting & (waiting - 1)) != 0 && !ch_choose(ch_pick)) waiting &= waiting - 1;
  return waiting & -waiting;
}

// Wakes one of the threads that wait, if there is any.
static void wake_one(const void *condition) {
  uintptr_t known = ch_ask_at(ch_find_waiters, condition, ch_relaxed, 0);
  while (known != 0) {
    const uintptr_t found = ch_ask((ch_operation){.kind = ch_wake_one, .address = (uintptr_t)condition,
      .value = known & ~pick(known), .expected = known, .code = ch_user_code(0)});
    if (found == known) return;
    known = found;
  }
}

// Wakes modeled threads that wait. Returns false if the condition is not theirs.
static bool wake(const void *condition, bool wakes_all) {
  ch_settle();
  if (!is_waited_for(condition)) return false;
  if (picks && !wakes_all) return wake_one(condition), true;
  const uintptr_t found = ch_ask_at(picks ? ch_wake_all : ch_wake, condition, ch_relaxed, 0);
  if (wakes_all || (found & waiters) <= 1) return true;
  picks = true;
  ch_begin_again();
  return true;
}

// The runtime's own conditions are not those of a thread's code.
static bool waits_here(uintptr_t code) { return (is_modeled() || is_rehearsing()) && !ch_is_runtime(code); }

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *lock) {
  return waits_here(CALLER) ? wait_for(condition, lock, false) : NEXT(pthread_cond_wait)(condition, lock);
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *lock, const struct timespec *limit) {
  if (!waits_here(CALLER)) return NEXT(pthread_cond_timedwait)(condition, lock, limit);
  return wait_for(condition, lock, !ch_is_distant(limit));
}

int pthread_cond_clockwait(
  pthread_cond_t *condition, pthread_mutex_t *lock, clockid_t clock, const struct timespec *limit) {
  if (!waits_here(CALLER)) return NEXT(pthread_cond_clockwait)(condition, lock, clock, limit);
  return wait_for(condition, lock, !ch_is_distant(limit));
}

int pthread_cond_signal(pthread_cond_t *condition) {
  return is_modeled() && wake(condition, false) ? 0 : NEXT(pthread_cond_signal)(condition);
}

int pthread_cond_broadcast(pthread_cond_t *condition) {
  return is_modeled() && wake(condition, true) ? 0 : NEXT(pthread_cond_broadcast)(condition);
}

#endif
