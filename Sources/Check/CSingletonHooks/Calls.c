// System calls of modeled threads. A proof holds only if none of them changes what other threads or executions could notice.
#include "Hooks.h"

#if CH_AVAILABLE

#include <fenv.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool is_watched(void) { return is_modeled() || ch_is_in_rehearsed_body(); }

static void end(uintptr_t code) {
  if (is_modeled()) ch_fail(ch_trapped, code);
  ch_abandon();
}

static void refused(const char *name, ci_place place) {
  static char what[128];
  if (ch_refusal() == NULL) snprintf(what, sizeof what, "a system call, %s, which may change or depend on what others can notice", name);
  // Another program would not come back.
  if (strncmp(name, "exec", 4) == 0) end(ch_user_code(0));
  // A change that the rehearsal makes stays for all executions.
  if (ch_is_in_rehearsed_body()) ch_note_refusal(what, ch_user_code(0));
  else ch_refuse(what, ch_user_code(0));
}

static void waits(bool is_forever, ci_place place) {
  if (is_modeled()) ch_refuse("a call that waits for another thread", ch_user_code(0));
}

static void writes(uintptr_t address, size_t size) { ch_write(address, size, ch_user_code(0)); }

static void exits(int status, ci_place place) { end(ch_user_code(0)); }

static void raises(int number, ci_place place) {
  if (number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT || number == 0) return;
  end(ch_user_code(0));
}

static ch_answer other_answer;
ch_answer ch_other_answer(void) { return other_answer; }

bool ch_answers_otherwise(ch_answer answer) {
  if (!ch_is_mirrored()) return false;
  other_answer = answer;
  return true;
}

// The second search has a main thread.
static int main_thread;
void ch_let_be_main(int thread) { main_thread = thread; }
static long number(void) {
  if (!is_modeled()) return 0;
  ch_meet(ch_met_number);
  return ch_current == main_thread && ch_answers_otherwise(ch_is_main_thread) ? getpid() : ci_own_number(ch_current);
}

// It needs no system call.
int sched_getcpu(void) {
  if (is_modeled()) ch_meet(ch_met_processor);
  return NEXT(sched_getcpu)();
}

// The compiler keeps no address of a variable of one thread when the thread becomes another one.
__attribute__((noinline)) static void take(int thread) { ch_current = thread; }
__attribute__((noinline)) static bool resume(cp_coroutine *coroutine) {
  ci_see_calls(true);
  const bool is_unfinished = cp_coroutine_resume(coroutine);
  ci_see_calls(false);
  return is_unfinished;
}

// How each thread computes with floating-point numbers.
static fenv_t environments[ch_thread_limit];
void ch_begin_environment(int thread) {
  fenv_t own;
  fegetenv(&own);
  fesetenv(FE_DFL_ENV);
  fegetenv(&environments[thread]);
  fesetenv(&own);
}

bool ch_run_watched(int user, cp_coroutine *coroutine) {
  ci_set_user(user);
  if (user >= setup) return resume(coroutine);
  fenv_t own;
  fegetenv(&own);
  ci_use_own_memory(user);
  take(user);
  fesetenv(&environments[user]);
  const bool is_unfinished = resume(coroutine);
  fegetenv(&environments[user]);
  take(nobody);
  ci_use_own_memory(nobody);
  fesetenv(&own);
  return is_unfinished;
}

void ch_watch_calls(void) {
  other_answer = ch_no_other_answer;
  const ci_calls calls = {
    .is_watched = is_watched, .refused = refused, .waits = waits, .exits = exits, .raises = raises,
    .writes = writes, .number = number, .make_writable = ch_open, .performed = ch_end_fault};
  ci_watch_calls(calls, false);
}

void ch_require_ended_calls(void) {
  const char *name = ci_unended_call();
  if (name != NULL && is_watched()) refused(name, (ci_place){0, 0, 0});
}

intptr_t ch_call_system(const void *word) { return syscall(SYS_getcpu, NULL, NULL, NULL); }

extern void pthread_exit(void *value);
void pthread_exit(void *value) {
  if (is_modeled()) ch_refuse("the end of its own thread", ch_user_code(CALLER));
  if (ch_is_in_rehearsed_body()) ch_abandon();
  NEXT(pthread_exit)(value);
  __builtin_unreachable();
}

// Before the functions run that are called at the end of a process.
void exit(int status) {
  if (is_watched()) end(ch_user_code(CALLER));
  NEXT(exit)(status);
  __builtin_unreachable();
}

#endif
