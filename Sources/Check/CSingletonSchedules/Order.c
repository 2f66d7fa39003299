#include "CSingletonInstrumentation.h"
#include "Sections.h"

#if CS_CAN_TAKE_OVER
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// Each task, actor, lock and job that is ready has a clock: how far each task has come that has surely happened before.
// Whoever takes over from another one joins its clock. An access has happened before the code that runs if the clock of
// that has the access's count for the access's task.

cs_watch *watch;

static size_t slot_of(uintptr_t key, unsigned kind) {
  return (size_t)((key >> 3) * 0x9e3779b185ebca87 + kind * 0xc2b2ae3d27d4eb4f) >> 53;
}

cs_party *cs_party_of(enum cs_party_kind kind, uintptr_t key) {
  int *slot = &watch->party_slots[slot_of(key, kind) % cs_slots];
  for (int i = *slot; i; i = watch->parties[i].next) {
    cs_party *party = &watch->parties[i];
    if (party->key != key || party->kind != kind) continue;
    // A task that goes on is the same job again.
    if (party->is_done) memset(&party->clock, 0, sizeof party->clock);
    party->is_done = false;
    return party;
  }
  if (watch->party_count == cs_most_parties - 1) cs_stop_watching();
  cs_party *party = &watch->parties[++watch->party_count];
  memset(party, 0, sizeof *party);
  party->key = key;
  party->kind = kind;
  party->next = *slot;
  if (kind == cs_a_task) party->clock.counts[key] = 1;
  *slot = watch->party_count;
  return party;
}

void cs_join(cs_clock *clock, const cs_clock *other) {
  for (int i = 0; i <= cs_last_part; i++)
    if (clock->counts[i] < other->counts[i]) clock->counts[i] = other->counts[i];
  clock->passed |= other->passed;
}

bool cs_is_before(const cs_touch *touch, const cs_clock *clock) {
  if (touch->task > cs_last_part) return clock->passed >> (touch->task - cs_last_part) & 1;
  return clock->counts[touch->task] >= touch->count;
}

void cs_pass(cs_party *task, cs_clock *clock) {
  cs_join(clock, &task->clock);
  // What the task does from now on has not happened before.
  if (++task->clock.counts[task->key] == UINT16_MAX) cs_stop_watching();
}

// MARK: - Jobs

/// Jobs without code, such as that of a timer, pass on what has happened before them. Code that no job runs has a task, too.
enum { no_part = 0, common_part = 1 };

void cs_order_arrival(void *job) {
  if (!watch) return;
  const int count = watch->party_count;
  cs_party *ready = cs_party_of(cs_a_job, (uintptr_t)job);
  if (!watch->job.task) return cs_join(&ready->clock, &watch->beginning);
  if (watch->party_count == count && cs_is_task(job)) cs_note_resumption();
  cs_pass(watch->job.task, &ready->clock);
  cs_note_dependence();
  // What is enqueued can run while the job goes on.
  cs_end_section(0);
}

void cs_begin_order(void *job, const void *actor, int part, bool is_own) {
  if (!watch) return;
  const bool is_task = cs_is_task(job);
  cs_party *task = cs_party_of(cs_a_task, is_task ? (uintptr_t)part : no_part);
  cs_party *ready = cs_party_of(cs_a_job, (uintptr_t)job);
  if (part == cs_last_part) cs_stop_watching();
  if (!is_task) memset(&task->clock, 0, sizeof task->clock);
  cs_join(&task->clock, &ready->clock);
  ready->is_done = true;
  if (actor) cs_join(&task->clock, &cs_party_of(cs_an_actor, (uintptr_t)actor)->clock);
  if (is_task) task->task = job;
  watch->job.task = task;
  watch->job.current = job;
  watch->job.actor = actor;
  watch->job.passed_count = 0;
  watch->job.ending = 0;
  watch->job.is_own = is_own;
  watch->job.token = watch->job.whole = watch->job.cancellations = 0;
  watch->job.operations = 0;
  watch->pauses_at = cs_by_rule;
}

void cs_end_relaxed(void) {
  if (watch->job.relaxed.word) cs_note_doubt(cs_doubt_relaxed, watch->job.relaxed.code, 0);
  watch->job.relaxed.word = 0;
}

void cs_end_order(void) {
  if (!watch) return;
  cs_end_relaxed();
  cs_party *task = watch->job.task;
  if (watch->job.actor) cs_pass(task, &cs_party_of(cs_an_actor, (uintptr_t)watch->job.actor)->clock);
  cs_end_holds();
  watch->job.task = NULL;
}

// A task group needs no more than its lock, which is the runtime's: its children take it when they end, and so does the task
// that takes their results.
void cs_note_wait(const void *task) {
  if (!cs_is_watched()) return;
  for (int i = 1; i <= watch->party_count; i++)
    if (watch->parties[i].kind == cs_a_task && watch->parties[i].task == task)
      // If it has not ended, the task that waits goes on only after that.
      cs_pass(&watch->parties[i], &watch->job.task->clock);
}

// MARK: - Schedules

bool cs_follow(void) {
  static bool is_done, follows;
  if (!is_done) follows = cs_follow_waits() && cs_follow_locks() && cs_follow_once();
  is_done = true;
  return follows;
}

void cs_watch_memory(void) {
  // Without instrumented code there is nothing to see.
  if (ci_file_count == 0) return;
  cs_watch *made = mmap(NULL, sizeof *made, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (made == MAP_FAILED) return;
  made->stack = ci_own_stack();
  made->thread = (uintptr_t)gettid();
  made->running = cs_nobody;
  made->pauses_at = cs_by_rule;
  if (!cs_follow()) return;
  watch = made;
  cs_begin_tokens();
  cs_observe();
}

void cs_begin_accesses(void) {
  if (!watch) return;
  cs_begin_uninstrumented();
  memset(watch->party_slots, 0, sizeof watch->party_slots);
  memset(watch->touch_slots, 0, sizeof watch->touch_slots);
  memset(&watch->beginning, 0, sizeof watch->beginning);
  memset(&watch->race, 0, sizeof watch->race);
  watch->party_count = watch->touch_count = watch->held_count = 0;
  cs_forget_stacks();
  watch->step = 0;
  watch->job.task = NULL;
  watch->is_unordered = watch->has_cancellation = false;
}

void cs_begin_step(uint32_t step) {
  if (watch) watch->step = step;
}

void cs_order_later_jobs(void) {
  if (!watch) return;
  for (int i = 1; i <= watch->party_count; i++)
    if (watch->parties[i].kind == cs_a_task) cs_join(&watch->beginning, &watch->parties[i].clock);
}

void cs_begin_unordered(void) {
  if (!watch) return;
  watch->job.task = cs_party_of(cs_a_task, common_part);
  watch->job.current = watch->job.actor = NULL;
  watch->job.passed_count = 0;
  watch->job.is_own = false;
  watch->job.token = watch->job.whole = watch->job.cancellations = 0;
  watch->pauses_at = cs_by_rule;
}

void cs_end_unordered(void) {
  if (!watch) return;
  cs_end_relaxed();
  watch->job.task = NULL;
}

void cs_note_unordered(void) {
  if (!cs_is_watched()) return;
  watch->is_unordered = true;
  cs_note_dependence();
}

void cs_stop_watching(void) {
  cs_allocate_for(0);
  cs_handlers.stopped("a schedule has more tasks, actors, locks or shared memory than a check keeps in mind");
  abort();
}

void cs_note_doubt(enum cs_doubt_kind kind, uintptr_t first, uintptr_t second) {
  if (watch->doubt.kind == cs_no_doubt) watch->doubt = (cs_doubt){kind, first, second};
}

bool cs_has_grown(void) {
  if (!watch) return false;
  cs_divide_pairs();
  const bool has_grown = watch->has_grown;
  watch->has_grown = false;
  // The schedules that run again tell of what remains.
  if (has_grown) watch->doubt = (cs_doubt){cs_no_doubt, 0, 0};
  return has_grown;
}

cs_race cs_first_race(void) { return watch ? watch->race : (cs_race){0}; }
bool cs_has_seen_memory(void) { return watch && watch->has_seen; }

// MARK: - States

/// Returns a digest of who has surely come after an access.
static cs_digest digest_of(const cs_touch *touch) {
  uint64_t after = 0;
  for (int i = 1; i <= watch->party_count; i++) {
    const cs_party *party = &watch->parties[i];
    if (party->is_done) continue;
    if (!cs_is_before(touch, &party->clock)) continue;
    const uint64_t name[] = {party->key, party->kind};
    after += cs_digest_of(name, 2).first;
  }
  const uint64_t words[] = {
      touch->word, after, touch->bytes, touch->writes, (uint64_t)touch->is_atomic | (uint64_t)touch->is_unclear << 1};
  return cs_digest_of(words, sizeof words / sizeof *words);
}

cs_digest cs_digest_of_order(void) {
  cs_digest sum = {0, 0};
  if (!watch) return sum;
  for (int i = 1; i <= watch->touch_count; i++) cs_add_digest(&sum, digest_of(&watch->touches[i]));
  sum.first += watch->race.first != 0;
  sum.second += (uint64_t)watch->is_unordered + 2 * (uint64_t)watch->has_cancellation;
  return sum;
}
#endif
