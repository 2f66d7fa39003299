#include "Order.h"

#if CS_CAN_TAKE_OVER
#include <string.h>

// Only memory that several tasks access on no common actor, and at least one of them writes, can race. The accesses to it
// are kept, and are part of a state: two states with the same memory may differ in what has happened before what. Which
// memory that is, a search finds out as it goes on; see `cs_has_grown`.

extern CS_SWIFT void *swift_task_getCurrent(void);

enum { word_bytes = 8 };

static size_t slot_of(uintptr_t word, size_t slots) {
  return (size_t)((word >> 3) * 0x9e3779b185ebca87 >> 40) & (slots - 1);
}

// MARK: - Users

static cs_users *users_of(uintptr_t word) {
  size_t slot = slot_of(word, cs_most_users);
  for (; watch->users[slot].word; slot = (slot + 1) & (cs_most_users - 1))
    if (watch->users[slot].word == word) return &watch->users[slot];
  if (++watch->user_count == cs_most_users - cs_most_users / 8) cs_stop_watching();
  watch->users[slot].word = word;
  watch->users[slot].task = (uint8_t)watch->task->key;
  watch->users[slot].actor = watch->actor;
  watch->users[slot].passed = UINT64_MAX;
  return &watch->users[slot];
}

/// Whether all others come after the body of a once token, which alone writes.
static bool is_guarded(const cs_users *users) {
  return users->writer != cs_anywhere && (users->passed >> users->writer & 1);
}

/// Whether jobs that nothing else orders may use a word or a lock.
static bool is_shared(const cs_users *users) {
  return users->has_tasks && users->has_actors && users->is_written && !is_guarded(users);
}

/// Notes that the job uses a word or a lock, and returns who does.
static cs_users *note_user(uintptr_t word, bool writes) {
  cs_users *users = users_of(word);
  users->has_tasks |= users->task != watch->task->key;
  users->has_actors |= !watch->actor || users->actor != watch->actor;
  if (writes) users->writer = users->is_written && users->writer != watch->token ? cs_anywhere : (uint8_t)watch->token;
  users->is_written |= writes;
  users->bodies |= cs_bodies(word);
  users->passed &= watch->task->clock.passed;
  // Others who have not come past the token can notice when its body runs.
  if (is_shared(users)) cs_depend(users->bodies & ~users->passed);
  return users;
}

bool cs_follows(const void *range, size_t size, bool is_lock) {
  const uintptr_t address = (uintptr_t)range;
  for (uintptr_t word = address & ~(uintptr_t)(word_bytes - 1); watch && word < address + size; word += word_bytes)
    for (size_t slot = slot_of(word, cs_most_users); watch->users[slot].word; slot = (slot + 1) & (cs_most_users - 1))
      if (watch->users[slot].word == word && (is_lock ? watch->users[slot].is_lock : watch->users[slot].is_written))
        return true;
  return false;
}

// MARK: - Races

/// Whether an access may be ordered after others in a way that is not followed.
static bool is_unclear(void) {
  return watch->is_unordered || watch->ending > 0 || swift_task_getCurrent() != watch->current;
}

static void note_race(const cs_touch *first, const cs_touch *second) {
  const uintptr_t word = second->word;
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
    if (!cs_is_before(other, &watch->task->clock)) note_race(other, &access);
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

/// Whether any job may access an address at any time, because it is not the program's.
static bool is_ignored(uintptr_t address) {
  return !cs_is_in_schedule((const void *)address) && ci_is_cache(address);
}

void cs_touch_memory(uintptr_t address, size_t size, bool writes, bool is_atomic, uintptr_t code) {
  if (!cs_is_watched() || address - watch->stack.start < watch->stack.end - watch->stack.start) return;
  watch->has_seen = true;
  if (is_ignored(address)) return;
  // A job that is no task's has no code of the program.
  if (watch->task->key == 0) return cs_note_doubt(cs_doubt_race, code, code);
  const uint16_t task = (uint16_t)(watch->token ? (uintptr_t)(cs_last_part + watch->token) : watch->task->key);
  for (uintptr_t word = address & ~(uintptr_t)(word_bytes - 1); word < address + size; word += word_bytes) {
    cs_users *users = users_of(word);
    const bool was_shared = is_shared(users);
    note_user(word, writes);
    if (!is_shared(users)) continue;
    watch->has_grown |= !was_shared;
    const size_t begin = word < address ? address - word : 0;
    const size_t end = word + word_bytes > address + size ? address + size - word : word_bytes;
    touch((cs_touch){
        .word = word, .code = code, .step = watch->step, .task = task,
        .count = watch->task->clock.counts[watch->task->key], .bytes = (uint8_t)((1u << end) - (1u << begin)),
        .writes = writes, .is_atomic = is_atomic, .is_unclear = is_unclear()});
  }
}

// MARK: - Sections

// A job runs as a whole in the search. That is as good as every order of what jobs do if each job that uses a lock which
// others use has one section: it takes locks, and then gives them back. After that, another job can come before it takes
// one again.

static void note_pair(uintptr_t first, uintptr_t second, uintptr_t code) {
  for (int i = 0; i < watch->pair_count; i++)
    if (watch->pairs[i].first == first && watch->pairs[i].second == second) return;
  if (watch->pair_count == cs_most_pairs) cs_stop_watching();
  watch->pairs[watch->pair_count].first = first;
  watch->pairs[watch->pair_count].second = second;
  watch->pairs[watch->pair_count++].code = code;
}

void cs_end_section(uintptr_t lock) {
  for (int i = 0; i < watch->passed_count; i++)
    if (watch->passed[i] == lock) return;
  if (watch->passed_count == cs_most_sections) cs_stop_watching();
  watch->passed[watch->passed_count++] = lock;
}

static void begin_section(uintptr_t lock, uintptr_t code) {
  note_user(lock, true)->is_lock = true;
  for (int i = 0; i < watch->passed_count; i++) note_pair(watch->passed[i], lock, code);
}

void cs_take_lock(uintptr_t lock, bool is_programs, uintptr_t code) {
  if (!cs_is_watched()) return;
  if (is_programs) begin_section(lock, code);
  cs_join(&watch->task->clock, &cs_party_of(cs_a_lock, lock)->clock);
}

void cs_give_lock(uintptr_t lock, bool is_programs) {
  if (!cs_is_watched()) return;
  cs_pass(watch->task, &cs_party_of(cs_a_lock, lock)->clock);
  if (!is_programs) return;
  note_user(lock, true);
  cs_end_section(lock);
}

void cs_note_atomic(uintptr_t word, bool writes, uintptr_t code) {
  if (!cs_is_watched() || is_ignored(word)) return;
  cs_users *users = note_user(word, writes);
  users->is_atomic = watch->has_atomics = true;
  users->code = code;
}

static bool is_shared_lock(uintptr_t lock) {
  // What a job makes ready runs in a job of its own.
  return lock == 0 || is_shared(users_of(lock));
}

cs_doubt cs_first_doubt(void) {
  if (!watch) return (cs_doubt){cs_no_doubt, 0, 0};
  for (int i = 0; watch->doubt.kind == cs_no_doubt && i < watch->pair_count; i++)
    if (is_shared_lock(watch->pairs[i].first) && is_shared_lock(watch->pairs[i].second))
      cs_note_doubt(cs_doubt_sections, watch->pairs[i].code, 0);
  for (int i = 0; watch->doubt.kind == cs_no_doubt && watch->has_atomics && i < cs_most_users; i++)
    if (watch->users[i].is_atomic && is_shared(&watch->users[i]))
      cs_note_doubt(cs_doubt_atomic, watch->users[i].code, 0);
  return watch->doubt;
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
  if (cs_is_watched()) watch->ending += begins ? 1 : -1;
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

static bool load(const ci_atomic *access, uintptr_t *found) {
  if (!cs_is_watched()) return false;
  cs_touch_memory(access->address, access->size, false, true, access->code);
  cs_note_atomic(access->address, false, access->code);
  if (acquires(access->order)) cs_join(&watch->task->clock, clock_of(access));
  return false;
}

static bool store(const ci_atomic *access) {
  if (!cs_is_watched()) return false;
  cs_touch_memory(access->address, access->size, true, true, access->code);
  cs_note_atomic(access->address, true, access->code);
  memset(clock_of(access), 0, sizeof(cs_clock));
  if (releases(access->order)) cs_pass(watch->task, clock_of(access));
  return false;
}

/// What a Mutex does, which has the number of the thread that has locked it.
static bool changes_mutex(const ci_atomic *access, uintptr_t from, uintptr_t to, int order) {
  return access->update == ci_compare_exchange && access->size == 4 && access->expected == from &&
         access->value == to && access->order == order;
}

static bool modify(const ci_atomic *access, uintptr_t *found) {
  if (!cs_is_watched()) return false;
  const bool gives = changes_mutex(access, watch->thread, 0, __ATOMIC_RELEASE);
  // The linker may have taken what gives back a lock from instrumented code, and what takes it from other code.
  if (gives && !cs_holds_mutex(access->address)) return false;
  cs_touch_memory(access->address, access->size, true, true, access->code);
  const bool succeeds = access->update != ci_compare_exchange || value_of(access) == access->expected;
  if (succeeds && changes_mutex(access, 0, watch->thread, __ATOMIC_ACQUIRE)) {
    if (cs_tries_mutex(access->code)) cs_note_atomic(access->address, true, access->code);
    cs_take_lock(access->address, true, access->code);
    cs_hold_mutex(access->address, access->code);
  } else if (succeeds && gives) {
    cs_give_lock(access->address, true);
    cs_drop_mutex(access->address);
  } else {
    cs_note_atomic(access->address, succeeds, access->code);
    if (acquires(succeeds ? access->order : access->failure_order)) cs_join(&watch->task->clock, clock_of(access));
    if (succeeds && releases(access->order)) cs_pass(watch->task, clock_of(access));
  }
  return false;
}

static bool fence(int order, uintptr_t code) {
  if (cs_is_watched()) cs_note_doubt(cs_doubt_fence, code, 0);
  return false;
}

static void words(uintptr_t address, uintptr_t code) {
  if (!cs_is_watched()) return;
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
