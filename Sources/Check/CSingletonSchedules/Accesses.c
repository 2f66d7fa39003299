#include "CSingletonInstrumentation.h"
#include "Sections.h"

#if CS_CAN_TAKE_OVER
#include <string.h>

// A race needs memory that several tasks access without a common actor, and that at least one of them writes. Accesses to such
// memory are kept and are part of a state, because two states with the same memory may differ in what has happened before what.
// The search finds out as it goes on which memory is of this kind; see `cs_has_grown`.

extern CS_SWIFT void *swift_task_getCurrent(void);

enum { word_bytes = 8 };

static size_t slot_of(uintptr_t word, size_t slots) {
  return (size_t)((word >> 3) * 0x9e3779b185ebca87 >> 40) & (slots - 1);
}

// MARK: - Users

cs_users *cs_users_of(uintptr_t word) {
  size_t slot = slot_of(word, cs_most_users);
  for (; watch->users[slot].word; slot = (slot + 1) & (cs_most_users - 1))
    if (watch->users[slot].word == word) return &watch->users[slot];
  if (++watch->user_count == cs_most_users - cs_most_users / 8) cs_stop_watching();
  watch->users[slot].word = word;
  watch->users[slot].task = (uint8_t)watch->job.task->key;
  watch->users[slot].actor = watch->job.actor;
  watch->users[slot].passed = UINT64_MAX;
  return &watch->users[slot];
}

/// Whether all others come after the body of a once token, which alone writes.
static bool is_guarded(const cs_users *users) {
  return users->writer != cs_anywhere && (users->passed >> users->writer & 1);
}

bool cs_is_shared(const cs_users *users) {
  return users->has_tasks && users->has_actors && users->is_written && !is_guarded(users);
}

cs_users *cs_note_user(uintptr_t word, bool writes) {
  cs_users *users = cs_users_of(word);
  const bool was_shared = cs_is_shared(users);
  users->has_tasks |= users->task != watch->job.task->key;
  users->has_actors |= !watch->job.actor || users->actor != watch->job.actor;
  if (writes) users->writer = users->is_written && users->writer != watch->job.token ? cs_anywhere : (uint8_t)watch->job.token;
  users->is_written |= writes;
  users->bodies |= cs_bodies(word);
  users->passed &= watch->job.task->clock.passed;
  // Others who have not come past the token can notice when its body runs.
  if (cs_is_shared(users)) {
    cs_depend(users->bodies & ~users->passed);
    watch->has_new_pairs |= !was_shared;
  }
  return users;
}

bool cs_follows(const void *range, size_t size, bool is_lock) {
  const uintptr_t address = (uintptr_t)range;
  for (uintptr_t word = address & ~(uintptr_t)(word_bytes - 1); watch && word < address + size; word += word_bytes)
    for (size_t slot = slot_of(word, cs_most_users); watch->users[slot].word; slot = (slot + 1) & (cs_most_users - 1)) {
      const cs_users *users = &watch->users[slot];
      if ((users->word == word || users->word == (word | cs_queue_tag)) && (is_lock ? users->is_lock || users->is_atomic : users->is_written)) return true;
    }
  return false;
}

// MARK: - Races

/// Whether an access may be ordered after others in a way that is not followed.
static bool is_unclear(void) {
  return watch->is_unordered || watch->job.ending > 0 || swift_task_getCurrent() != watch->job.current;
}

static void note_race(const cs_touch *first, const cs_touch *second) {
  const uintptr_t word = second->word;
  if (first->is_seen || second->is_seen) {
    // After the limit, releases of references are not seen, which may order the two.
    if (!watch->uninstrumented.is_limited) cs_note_doubt(cs_doubt_unseen, first->code, second->code);
    return;
  }
  if (first->is_unclear || second->is_unclear || cs_is_element(word) || cs_is_ending(word) || cs_is_thread_local(word))
    return cs_note_doubt(cs_doubt_race, first->code, second->code);
  if (watch->race.first) return;
  watch->race = (cs_race){first->code, second->code, first->step, second->step, first->writes, second->writes};
}

static void touch(const cs_touch access) {
  int *slot = &watch->touch_slots[slot_of(access.word, cs_slots)];
  cs_touch *own = NULL;
  for (int i = *slot; i; i = watch->touches[i].next) {
    cs_touch *other = &watch->touches[i];
    if (other->word != access.word) continue;
    if (other->task == access.task) {
      if (other->bytes == access.bytes && other->writes == access.writes && other->is_atomic == access.is_atomic)
        own = other;
      continue;
    }
    if ((other->bytes & access.bytes) == 0 || !(other->writes || access.writes)) continue;
    if (other->is_atomic && access.is_atomic) continue;
    if (!cs_is_before(other, &watch->job.task->clock)) note_race(other, &access);
  }
  if (!own) {
    if (watch->touch_count == cs_most_touches - 1) cs_stop_watching();
    own = &watch->touches[++watch->touch_count];
    *own = access;
    own->next = *slot;
    *slot = watch->touch_count;
    return;
  }
  const int next = own->next;
  const bool was_unclear = own->is_unclear;
  *own = access;
  own->next = next;
  own->is_unclear |= was_unclear;
}

bool cs_is_ignored(uintptr_t address) {
  return !cs_is_in_schedule((const void *)address) && ci_is_cache(address);
}

void cs_touch_memory(uintptr_t address, size_t size, bool writes, bool is_atomic, uintptr_t code) {
  if (!cs_is_watched() || ci_is_in(watch->stack, address)) return;
  if (!watch->is_seen) cs_settle_count();
  watch->has_seen = true;
  if (cs_is_ignored(address)) return;
  if (cs_is_other_stack(address)) return cs_note_doubt(cs_doubt_race, code, code);
  // A job that is no task's has no code of the program.
  if (watch->job.task->key == 0) return cs_note_doubt(cs_doubt_race, code, code);
  const uint16_t task = (uint16_t)(watch->job.token ? (uintptr_t)(cs_last_part + watch->job.token) : watch->job.task->key);
  for (uintptr_t word = address & ~(uintptr_t)(word_bytes - 1); word < address + size; word += word_bytes) {
    cs_users *users = cs_note_user(word, writes);
    if (!cs_is_shared(users)) continue;
    // The accesses before were not kept.
    watch->has_grown |= !users->is_kept;
    users->is_kept = true;
    const size_t begin = word < address ? address - word : 0;
    const size_t end = word + word_bytes > address + size ? address + size - word : word_bytes;
    touch((cs_touch){
        .word = word, .code = code, .step = watch->step, .task = task,
        .count = watch->job.task->clock.counts[watch->job.task->key], .bytes = (uint8_t)((1u << end) - (1u << begin)),
        .writes = writes, .is_atomic = is_atomic, .is_unclear = is_unclear(), .is_seen = watch->is_seen});
  }
}

// MARK: - What instrumented code tells

static void read(uintptr_t address, size_t size, uintptr_t code) { cs_touch_memory(address, size, false, false, code); }
static void write(uintptr_t address, size_t size, uintptr_t code) { cs_touch_memory(address, size, true, false, code); }

/// The code that gets a variable announces what it does, unless it is a library's. What is only read may be a lock.
static void pass(uintptr_t address, bool writes, uintptr_t code) {
  cs_touch_memory(address, sizeof(uintptr_t), writes, !writes, code);
}

static void enter(uintptr_t code, const uintptr_t *frame) {
  cs_note_entry(code);
  if (!cs_is_watched()) return;
  watch->has_seen = true;
  ci_transfer transfer;
  if (!cs_find_transfer(code, frame, &transfer)) return;
  if (transfer.from) read(transfer.from, transfer.size, transfer.code);
  if (transfer.to) write(transfer.to, transfer.size, transfer.code);
}

static void leave(const uintptr_t *frame) {}

static void end_object(bool begins) {
  if (cs_is_watched()) watch->job.ending += begins ? 1 : -1;
}

static void copy(uintptr_t to, uintptr_t from, size_t size, uintptr_t code) {
  read(from, size, code);
  write(to, size, code);
}

static void filled(void) {}

static bool acquires(int order) { return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE; }
static bool releases(int order) { return order >= __ATOMIC_RELEASE; }

static uintptr_t value_of(const ci_atomic *access) {
  uintptr_t value = 0;
  memcpy(&value, (const void *)access->address, access->size);
  return value;
}

static cs_clock *clock_of(const ci_atomic *access) { return &cs_party_of(cs_a_lock, access->address)->clock; }

/// Keeps which value a relaxed access has read, instead of which it may read an older one.
static void keep_relaxed(const ci_atomic *access, int order) {
  if (order != __ATOMIC_RELAXED || cs_is_ignored(access->address) || !cs_is_shared(cs_users_of(access->address))) return;
  watch->job.relaxed = (cs_relaxed){access->address, value_of(access), access->code};
}

/// Ends what was kept of the access before. An older value makes no difference where a compare-exchange expects it next.
static void settle_relaxed(const ci_atomic *next) {
  const cs_relaxed *before = &watch->job.relaxed;
  const bool expects =
      next->update == ci_compare_exchange && next->address == before->word && next->expected == before->value;
  if (expects) watch->job.relaxed.word = 0;
  cs_end_relaxed();
}

static bool load(const ci_atomic *access, uintptr_t *found) {
  if (!cs_is_watched()) return false;
  cs_end_relaxed();
  cs_begin_atomic(access->address, access->code);
  cs_touch_memory(access->address, access->size, false, true, access->code);
  cs_note_atomic(access->address, false, access->code);
  keep_relaxed(access, access->order);
  if (acquires(access->order)) cs_join(&watch->job.task->clock, clock_of(access));
  return false;
}

static bool store(const ci_atomic *access) {
  if (!cs_is_watched()) return false;
  cs_end_relaxed();
  cs_begin_atomic(access->address, access->code);
  cs_touch_memory(access->address, access->size, true, true, access->code);
  cs_note_atomic(access->address, true, access->code);
  keep_relaxed(access, access->order);
  cs_end_relaxed();
  memset(clock_of(access), 0, sizeof(cs_clock));
  if (releases(access->order)) cs_pass(watch->job.task, clock_of(access));
  return false;
}

/// What a Mutex does, which has the number of the thread that has locked it.
static bool changes_mutex(const ci_atomic *access, uintptr_t from, uintptr_t to, int order) {
  return access->update == ci_compare_exchange && access->size == 4 && access->expected == from &&
         access->value == to && access->order == order;
}

static void take_mutex(const ci_atomic *access) {
  const bool tries = cs_tries_mutex(access->code);
  if (tries) cs_begin_try(access->address, access->code);
  else cs_begin_lock(access->address, access->code);
  const bool is_free = value_of(access) == 0;
  // Code that does not tell has given it back.
  if (is_free && cs_holds_mutex(access->address)) cs_note_unordered();
  // What does not try goes on with a function that waits; see `cs_follow_mutexes`.
  if (!is_free && !tries) return;
  cs_touch_memory(access->address, access->size, true, true, access->code);
  if (!is_free) return cs_note_atomic(access->address, false, access->code);
  cs_take_lock(access->address, true, access->code);
  cs_hold_mutex(access->address);
}

static void give_mutex(const ci_atomic *access) {
  // Code that does not tell has taken it.
  if (!cs_holds_mutex(access->address)) return cs_note_unordered();
  cs_begin_unlock(access->address, access->code);
  cs_touch_memory(access->address, access->size, true, true, access->code);
  cs_give_lock(access->address, true);
}

static bool modify(const ci_atomic *access, uintptr_t *found) {
  if (!cs_is_watched()) return false;
  settle_relaxed(access);
  if (changes_mutex(access, 0, watch->thread, __ATOMIC_ACQUIRE)) return take_mutex(access), false;
  if (changes_mutex(access, watch->thread, 0, __ATOMIC_RELEASE)) return give_mutex(access), false;
  cs_begin_atomic(access->address, access->code);
  cs_touch_memory(access->address, access->size, true, true, access->code);
  const bool succeeds = access->update != ci_compare_exchange || value_of(access) == access->expected;
  cs_note_atomic(access->address, succeeds, access->code);
  // What writes has read the newest value.
  if (!succeeds) keep_relaxed(access, access->failure_order);
  if (acquires(succeeds ? access->order : access->failure_order)) cs_join(&watch->job.task->clock, clock_of(access));
  if (succeeds && releases(access->order)) cs_pass(watch->job.task, clock_of(access));
  return false;
}

static bool fence(int order, uintptr_t code) {
  if (cs_is_watched()) cs_note_doubt(cs_doubt_fence, code, 0);
  return false;
}

static void words(uintptr_t address, uintptr_t code) {
  if (!cs_is_watched()) return;
  cs_begin_atomic(address, code);
  cs_touch_memory(address, 16, true, true, code);
  cs_note_atomic(address, true, code);
  cs_note_unordered();
}

void cs_observe(void) {
#if defined(CI_AVAILABLE)
  static const ci_observer observer = {
      .read = read, .write = write, .pass = pass, .enter = enter, .leave = leave, .end_object = end_object, .copy = copy, .fill = write,
      .filled = filled, .load = load, .store = store, .modify = modify, .fence = fence, .words = words};
  ci_active = &observer;
#endif
}
#endif
