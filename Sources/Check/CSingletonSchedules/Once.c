#include "CSingletonInstrumentation.h"
#include "Sections.h"

#if CS_CAN_TAKE_OVER
#include <pthread.h>
#include <string.h>

// What runs once. A job stays whole, so that all of a body runs in one. Who gets past the token comes after the body, and after
// nothing else that was done before it: in another order of jobs, the body would have run later, and in another job. So what a
// body does counts as done by the token and not by its task, unless it depends on who runs it or when. Then the token is a lock
// that all take.

/// The tokens before memory is watched.
static cs_once rehearsed;

static cs_once *once(void) { return watch ? &watch->once : &rehearsed; }

void cs_begin_tokens(void) { watch->once = rehearsed; }

/// Returns the index of a token, or 0 if it is not known. Then it is a lock.
static int index_of(const void *token) {
  const cs_once *all = once();
  for (int i = 1; i <= all->count; i++)
    if (all->tokens[i] == token) return i;
  return 0;
}

static uint64_t bit(int index) { return UINT64_C(1) << index; }

static bool is_dependent(int index) { return index == 0 || (once()->dependent & bit(index)); }

void cs_depend(uint64_t tokens) {
  cs_once *all = once();
  if (watch && (tokens & ~all->dependent)) watch->has_grown = true;
  all->dependent |= tokens;
}

uint64_t cs_bodies(uintptr_t address) {
  uint64_t tokens = 0;
  for (const cs_body *body = once()->innermost; body; body = body->outer)
    if (body->index && !ci_is_in(body->fresh, address)) tokens |= bit(body->index);
  return tokens;
}

void cs_note_dependence(void) { cs_depend(cs_bodies(0)); }

// MARK: - Bodies

enum { most_prologue_bytes = 64 };

/// Whether code is at the beginning of a function, or of one to which that jumps because the optimizer has merged several.
static bool begins(uintptr_t function, uintptr_t code) {
  if (code - function < most_prologue_bytes) return true;
#if defined(__x86_64__)
  enum { jump = 0xe9, jump_bytes = 5, step = 1 };
#else
  enum { step = 4 };
#endif
  for (uintptr_t at = function; at < function + most_prologue_bytes; at += step) {
#if defined(__x86_64__)
    int32_t distance;
    memcpy(&distance, (const void *)(at + 1), sizeof distance);
    const bool jumps = *(const uint8_t *)at == jump;
    const uintptr_t target = at + jump_bytes + (uintptr_t)(intptr_t)distance;
#else
    uint32_t word;
    memcpy(&word, (const void *)at, sizeof word);
    const bool jumps = word >> 26 == 5;
    const uintptr_t target = at + (uintptr_t)(intptr_t)((int32_t)(word << 6) >> 4);
#endif
    if (jumps && code - target < most_prologue_bytes) return true;
  }
  return false;
}

/// Notes that the body whose first instrumented function has begun is that function.
static void begin(cs_body *body, uintptr_t code) {
  cs_once *all = once();
  body->is_instrumented = true;
  body->index = index_of(body->token);
  if (body->index == 0 && all->count == cs_most_tokens && watch) cs_stop_watching();
  if (body->index == 0 && all->count < cs_most_tokens) {
    body->index = ++all->count;
    all->tokens[body->index] = body->token;
    // Only in a schedule that does not count it is seen whether a body asks for its task.
    if (watch) all->dependent |= bit(body->index);
  }
  if (!cs_is_watched()) return;
  if (is_dependent(body->index)) {
    if (!body->is_asked) cs_note_body((uintptr_t)body->token, code);
    return cs_take_lock((uintptr_t)body->token, true, code);
  }
  body->fresh = cs_unused_memory();
  watch->job.task->clock.passed |= bit(body->index);
  watch->job.token = body->index;
}

void cs_note_entry(uintptr_t code) {
  cs_body *body = once()->innermost;
  if (!body || !body->awaits_entry) return;
  body->awaits_entry = false;
  if (begins(body->code, code)) begin(body, code);
}

static void enter(cs_body *body) {
  body->awaits_entry = true;
  body->outer = once()->innermost;
  body->outer_token = watch ? watch->job.token : 0;
  once()->innermost = body;
}

static void leave(const cs_body *body) {
  once()->innermost = body->outer;
  if (watch) watch->job.token = body->outer_token;
  if (!body->is_instrumented) cs_give_lock((uintptr_t)body->token, false);
  else if (is_dependent(body->index)) cs_give_lock((uintptr_t)body->token, true);
}

static void pass(const void *token, uintptr_t code) {
  if (!cs_is_watched()) return;
  const int index = index_of(token);
  if (index && !is_dependent(index)) {
    watch->job.task->clock.passed |= bit(index);
  } else {
    cs_take_lock((uintptr_t)token, index != 0, code);
    if (index) cs_give_lock((uintptr_t)token, true);
  }
}

// MARK: - The functions

#define CALLER ((uintptr_t)__builtin_return_address(0))

/// Lets others come before code of the program asks for a token. Returns whether that is a lock.
static bool ask(const void *token, uintptr_t code) {
  if (!cs_is_watched() || !cs_is_programs(code)) return false;
  const bool is_lock = index_of(token) && is_dependent(index_of(token));
  cs_begin_token((uintptr_t)token, is_lock, code);
  return is_lock;
}

static void swift_once(int32_t *token, void (*body)(void *), void *context) {
  enum { is_done = -1, is_new = 0, is_under_way = 1 };
  const bool is_asked = ask(token, CALLER);
  if (*token == is_done) return pass(token, CALLER);
  // A body that asks for its own token waits for itself.
  if (*token == is_under_way) cs_block();
  cs_body run = {.token = token, .code = (uintptr_t)body, .is_asked = is_asked};
  *token = is_under_way;
  enter(&run);
  body(context);
  *token = is_done;
  leave(&run);
}

static int c_once(pthread_once_t *token, void (*body)(void)) {
  enum { is_done = 2 };
  const bool is_asked = ask(token, CALLER);
  if (*token & is_done) return pass(token, CALLER), 0;
  cs_body run = {.token = token, .code = (uintptr_t)body, .is_asked = is_asked};
  enter(&run);
  body();
  *token = is_done;
  leave(&run);
  return 0;
}

static cs_redirection functions[] = {
    {"pthread_once", (void *)c_once, NULL},
    {"swift_once", (void *)swift_once, NULL},
};

static bool are_found;

void cs_find_once(void) { are_found = !cs_find(functions, COUNT(functions)); }

bool cs_follow_once(void) { return are_found && !cs_redirect_all(functions, COUNT(functions)); }
#endif
