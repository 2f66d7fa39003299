#include "Sections.h"

#if CS_CAN_TAKE_OVER
#include <string.h>

// A job that has one critical section, in which it takes locks and then gives them back, is as good as one that runs as a whole:
// what others do at the same time can be done before it or after it. The same holds if it accesses one atomic, or makes another
// job ready. Where it then goes on with another lock or atomic that others use, they can come between, so it pauses there.
// Locks that are taken in different orders are taken one by one, because jobs can then wait for one another.

/// What a job makes ready runs in a job of its own.
static bool is_shared(uintptr_t lock) { return lock == 0 || cs_is_shared(cs_users_of(lock)); }

/// The lock that a job holds: a queue has one, whether or not others may have it, too.
static uintptr_t lock_of(uintptr_t word) { return word & cs_queue_tag ? word & ~(uintptr_t)cs_shared_tag : word; }

// MARK: - Pairs

static cs_pair *pair_of(uintptr_t first, uintptr_t second, bool holds_first, uintptr_t code) {
  for (int i = 0; i < watch->pair_count; i++) {
    cs_pair *pair = &watch->pairs[i];
    if (pair->first == first && pair->second == second && pair->holds_first == holds_first) return pair;
  }
  if (watch->pair_count == cs_most_pairs) cs_stop_watching();
  watch->has_new_pairs = true;
  cs_pair *pair = &watch->pairs[watch->pair_count++];
  *pair = (cs_pair){.first = first, .second = second, .code = code, .holds_first = holds_first};
  return pair;
}

/// Whether locks that are taken one while another is held lead from a lock to another one.
static bool leads(uintptr_t lock, uintptr_t other, bool *seen) {
  if (lock == other) return true;
  for (int i = 0; i < watch->pair_count; i++) {
    const cs_pair *pair = &watch->pairs[i];
    if (seen[i] || !pair->holds_first || pair->first != lock || !is_shared(pair->second)) continue;
    seen[i] = true;
    if (leads(pair->second, other, seen)) return true;
  }
  return false;
}

/// Whether what others do between makes a difference.
static bool is_divisible(const cs_pair *pair) {
  bool seen[cs_most_pairs] = {false};
  return is_shared(pair->first) && is_shared(pair->second) &&
         (!pair->holds_first || leads(pair->second, pair->first, seen));
}

int cs_divided_count(void) {
  int count = 0;
  for (int i = 0; watch && i < watch->pair_count; i++) count += watch->pairs[i].is_divided;
  return count;
}

void cs_divide_pairs(void) {
  if (!watch->has_new_pairs || !cs_can_divide()) return;
  watch->has_new_pairs = false;
  for (int i = 0; i < watch->pair_count; i++) {
    cs_pair *pair = &watch->pairs[i];
    if (pair->is_divided || !is_divisible(pair)) continue;
    pair->is_divided = watch->divides = watch->has_grown = true;
  }
}

cs_doubt cs_first_doubt(void) {
  if (!watch) return (cs_doubt){cs_no_doubt, 0, 0};
  for (int i = 0; watch->doubt.kind == cs_no_doubt && i < watch->pair_count; i++)
    if (!watch->pairs[i].is_divided && is_divisible(&watch->pairs[i]))
      cs_note_doubt(cs_doubt_sections, watch->pairs[i].code, 0);
  return watch->doubt;
}

bool cs_has_shared_locks(bool atomics) {
  for (int i = 0; watch && i < cs_most_users; i++) {
    const cs_users *users = &watch->users[i];
    const bool is_atomic = users->is_atomic || users->is_tried;
    if ((is_atomic || (users->is_lock && !atomics)) && cs_is_shared(users)) return true;
  }
  return false;
}

// MARK: - Before a lock or an atomic

/// The jobs of an actor, as an address that no word of memory has.
static uintptr_t queue_of(const void *actor) { return (uintptr_t)actor | 1; }
static bool is_queue(uintptr_t word) { return word & 1; }

/// Lets others come before what a job is about to do to a word, if it matters to them.
static void begin(uintptr_t word, bool matters, bool takes, uintptr_t waits, uintptr_t code) {
  bool divides = watch->divides_always;
  for (int i = 0; matters && i < watch->job.passed_count; i++) {
    // A job that makes two others ready on one actor is known without instrumented code.
    if (watch->job.passed[i] == 0 && is_queue(word)) continue;
    divides |= pair_of(watch->job.passed[i], word, false, code)->is_divided;
  }
  for (int i = 0; matters && takes && i < watch->held_count; i++)
    if (watch->held[i].owner == watch->running) divides |= pair_of(lock_of(watch->held[i].word), word, true, code)->is_divided;
  // What is known of others differs between a search and a replay, so that these count all locks and atomics.
  const bool is_pause = watch->pauses_at > 0 && (uint32_t)watch->pauses_at == watch->job.operations;
  if (watch->pauses_at == cs_by_rule ? divides : is_pause) cs_pause(waits, code);
}

void cs_begin_lock(uintptr_t lock, uintptr_t code) {
  if (!cs_is_watched()) return;
  watch->job.operations++;
  cs_note_user(lock, true)->is_lock = true;
  begin(lock, true, true, lock, code);
}

void cs_begin_token(uintptr_t token, bool is_lock, uintptr_t code) {
  if (!cs_is_watched()) return;
  watch->job.operations++;
  if (is_lock) cs_note_user(token, true)->is_lock = true;
  begin(token, is_lock, true, 0, code);
}

void cs_note_body(uintptr_t token, uintptr_t code) {
  cs_note_user(token, true)->is_lock = true;
  begin(token, true, true, 0, code);
}

void cs_begin_try(uintptr_t lock, uintptr_t code) {
  if (!cs_is_watched()) return;
  watch->job.operations++;
  cs_users *users = cs_note_user(lock, true);
  // It now matters that others hold it for a while.
  watch->has_grown |= !users->is_tried;
  users->is_lock = users->is_tried = true;
  begin(lock, true, false, 0, code);
}

void cs_begin_unlock(uintptr_t lock, uintptr_t code) {
  if (!cs_is_watched()) return;
  watch->job.operations++;
  begin(lock, cs_note_user(lock, true)->is_tried, false, 0, code);
}

void cs_begin_atomic(uintptr_t word, uintptr_t code) {
  if (!cs_is_watched() || cs_is_ignored(word)) return;
  watch->job.operations++;
  begin(word, cs_is_shared(cs_note_user(word, false)), false, 0, code);
}

void cs_begin_arrival(const void *actor, uintptr_t code) {
  if (!cs_is_watched()) return;
  watch->job.operations++;
  cs_note_user(queue_of(actor), true);
  begin(queue_of(actor), true, false, 0, code);
}

// MARK: - Locks and atomics

void cs_end_section(uintptr_t lock) {
  for (int i = 0; i < watch->job.passed_count; i++)
    if (watch->job.passed[i] == lock) return;
  if (watch->job.passed_count == cs_most_sections) cs_stop_watching();
  watch->job.passed[watch->job.passed_count++] = lock;
}

void cs_note_atomic(uintptr_t word, bool writes, uintptr_t code) {
  if (!cs_is_watched() || cs_is_ignored(word)) return;
  cs_users *users = cs_note_user(word, writes);
  users->is_atomic = true;
  users->code = code;
  if (cs_is_shared(users)) cs_end_section(word);
}

static void hold(uintptr_t word, uintptr_t code) {
  if (watch->held_count == cs_most_sections) cs_stop_watching();
  watch->held[watch->held_count++] = (cs_hold){.word = word, .code = code, .owner = watch->running};
}

/// The runtime holds a lock of a task while it cancels the task, and takes it to resume the task. So it may wait forever for a job
/// that has a lock which the cancellation waits for. No schedule shows that, because a call of the runtime is not divided.
static void require_no_cycle(const cs_users *users, uintptr_t code) {
  if (users->is_in_cancellation && users->is_in_resumption) cs_note_doubt(cs_doubt_cancellation, code, 0);
}

void cs_note_resumption(void) {
  for (int i = 0; i < watch->held_count; i++) {
    if (watch->held[i].owner != watch->running) continue;
    cs_users *users = cs_note_user(watch->held[i].word, true);
    users->is_in_resumption = true;
    require_no_cycle(users, watch->held[i].code);
  }
}

void cs_take_lock(uintptr_t lock, bool is_programs, uintptr_t code) {
  if (!cs_is_watched()) return;
  cs_join(&watch->job.task->clock, &cs_party_of(cs_a_lock, lock)->clock);
  if (!is_programs) return;
  cs_users *users = cs_note_user(lock, true);
  users->is_lock = true;
  users->is_in_cancellation |= watch->job.cancellations > 0;
  require_no_cycle(users, code);
  if (users->is_tried) cs_end_section(lock);
  hold(lock, code);
}

void cs_give_lock(uintptr_t lock, bool is_programs) {
  if (!cs_is_watched()) return;
  cs_pass(watch->job.task, &cs_party_of(cs_a_lock, lock)->clock);
  if (!is_programs) return;
  cs_note_user(lock, true);
  cs_drop_lock(lock);
  cs_end_section(lock);
}

// MARK: - Queues

static uintptr_t word_of(uintptr_t queue, bool shares) { return shares ? queue | cs_shared_tag : queue; }

void cs_begin_queue(uintptr_t queue, bool shares, uintptr_t code) {
  watch->job.operations++;
  cs_note_user(queue, true)->is_lock = true;
  // A barrier that waits keeps later blocks from running, so that more jobs than are known here may wait for one another.
  for (int i = 0; shares && i < watch->held_count; i++)
    if (watch->held[i].owner == watch->running) cs_note_doubt(cs_doubt_sections, code, 0);
  begin(queue, true, true, word_of(queue, shares), code);
}

void cs_take_queue(uintptr_t queue, bool shares, uintptr_t code) {
  cs_clock *own = &watch->job.task->clock;
  cs_join(own, &cs_party_of(cs_a_lock, queue)->clock);
  if (!shares) cs_join(own, &cs_party_of(cs_a_lock, word_of(queue, true))->clock);
  hold(word_of(queue, shares), code);
}

void cs_give_queue(uintptr_t queue, bool shares) {
  if (!cs_is_watched()) return;
  const uintptr_t word = word_of(queue, shares);
  cs_pass(watch->job.task, &cs_party_of(cs_a_lock, word)->clock);
  for (int i = watch->held_count - 1; i >= 0; i--) {
    if (watch->held[i].word != word || watch->held[i].owner != watch->running) continue;
    watch->held[i] = watch->held[--watch->held_count];
    break;
  }
  cs_end_section(queue);
}

uintptr_t cs_held_queue(uintptr_t queue) {
  for (int i = watch->held_count - 1; i >= 0; i--) {
    const cs_hold *hold = &watch->held[i];
    const bool is_meant = queue ? lock_of(hold->word) == queue : (hold->word & cs_queue_tag) != 0;
    if (is_meant && hold->owner == watch->running) return hold->word;
  }
  return 0;
}

// MARK: - Holders

/// Whether a lock that is held keeps a job from taking one.
static bool excludes(uintptr_t held, uintptr_t wanted) {
  return lock_of(held) == lock_of(wanted) && !(held & wanted & cs_shared_tag && held & cs_queue_tag);
}

/// Returns who keeps a job from taking a lock, or NULL.
static cs_hold *hold_of(uintptr_t word) {
  for (int i = 0; i < watch->held_count; i++)
    if (excludes(watch->held[i].word, word)) return &watch->held[i];
  return NULL;
}

bool cs_is_open(uintptr_t queue) { return hold_of(queue) == NULL; }

int cs_holder(uintptr_t lock) {
  const cs_hold *hold = hold_of(lock);
  return hold ? hold->owner : cs_nobody;
}

void cs_hold_mutex(uintptr_t word) { hold_of(word)->is_mutex = true; }

bool cs_holds_mutex(uintptr_t word) {
  const cs_hold *hold = hold_of(word);
  return hold && hold->is_mutex;
}

void cs_drop_lock(uintptr_t word) {
  cs_hold *hold = hold_of(word);
  if (hold) *hold = watch->held[--watch->held_count];
}

void cs_end_holds(void) {
  for (int i = watch->held_count - 1; i >= 0; i--) {
    cs_hold *hold = &watch->held[i];
    // A lock that a task holds while it is suspended is that of no job.
    if (hold->owner == watch->running) hold->owner = cs_nobody;
    if (!hold->is_mutex || *(const uint32_t *)hold->word == watch->thread) continue;
    cs_note_doubt(cs_doubt_release, hold->code, 0);
    // The lock orders the accesses that it guards, so these do not race.
    cs_give_lock(hold->word, true);
  }
}
#endif
