// The types of the toolchain's module Synchronization whose functions are in its library, or which are more than an atomic.
#include "Hooks.h"

#if CH_AVAILABLE

#include <stdlib.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *
#define LIBRARY "$s15Synchronization"

// MARK: Atomic operations whose memory orders are the library's

enum { word_limit = 256, code_limit = 256 };
static uintptr_t library_words[word_limit], library_codes[code_limit];
static int library_word_count, library_code_count;

static bool contains(const uintptr_t *values, int count, uintptr_t value) {
  for (int i = 0; i < count; i++)
    if (values[i] == value) return true;
  return false;
}

static void insert(uintptr_t *values, int *count, int limit, uintptr_t value) {
  if (*count < limit && !contains(values, *count, value)) values[(*count)++] = value;
}

void ch_forget_library_words(void) { library_word_count = 0; }

static void note_library_word(uintptr_t word) { insert(library_words, &library_word_count, word_limit, word); }

void ch_note_operation(uintptr_t word, uintptr_t code) {
  if (contains(library_words, library_word_count, word)) insert(library_codes, &library_code_count, code_limit, code);
}

bool ch_is_of_library(uintptr_t code) { return contains(library_codes, library_code_count, code); }

// MARK: Mutex, whose fast paths are atomics in its caller
//
// What locks a Mutex tries a compare-exchange, and calls `_lockSlow` if it fails. As two operations, each order of locking
// would be explored several times, with and without the failure, so it is one that waits. That such a call follows is seen
// from one that does, and not taken for granted in a function that also calls `withLockIfAvailable`, whose compare-exchange
// the compiler may have merged with the other one.

#define LOCK_SLOW LIBRARY "12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW LIBRARY "12_MutexHandleV11_unlockSlowyyF"
#define TRY_LOCK_SLOW LIBRARY "12_MutexHandleV12_tryLockSlowSbyF"

SWIFT void ch_mutex_lock_slow(uint32_t, SELF) __asm__(LOCK_SLOW);
SWIFT void ch_mutex_unlock_slow(SELF) __asm__(UNLOCK_SLOW);
SWIFT bool ch_mutex_try_lock_slow(SELF) __asm__(TRY_LOCK_SLOW);

enum { site_limit = 256, held_limit = 8 };
// The code of compare-exchanges that `_lockSlow` follows if they fail.
static uintptr_t sites[site_limit];
static int site_count;
// The locks that each thread holds that it has locked by such code.
static uintptr_t held[ch_thread_limit][held_limit];

void ch_forget_mutexes(void) { memset(held, 0, sizeof held); }

static bool is_site(uintptr_t code) { return contains(sites, site_count, code); }

static uintptr_t *held_place(uintptr_t word) {
  for (int i = 0; i < held_limit; i++)
    if (held[ch_current][i] == word) return &held[ch_current][i];
  return NULL;
}

bool ch_exchange_mutex(uintptr_t word, uintptr_t value, uintptr_t code) {
  const bool locks = is_site(code);
  uintptr_t *place = held_place(locks ? 0 : word);
  if (place == NULL || (!locks && value != 0)) return false;
  ch_ask((ch_operation){.kind = locks ? ch_lock : ch_unlock, .order = locks ? ch_acquire : ch_release, .size = 4,
    .address = word, .value = value, .code = code});
  *place = locks ? word : 0;
  return true;
}

#if defined(__x86_64__)

extern void *_Unwind_FindEnclosingFunction(void *);

static uintptr_t function_at(uintptr_t code) { return (uintptr_t)_Unwind_FindEnclosingFunction((void *)code); }

// Whether the function that contains an address calls the one for `withLockIfAvailable`, or jumps to it. In the file in which
// that is defined, the four bytes before the next instruction have its distance.
static bool tries_too(uintptr_t code) {
  enum { step = 16 };
  const uintptr_t wanted = (uintptr_t)ch_mutex_try_lock_slow, function = function_at(code);
  if (function == 0 || !ci_is_in(ci_file_around(code), wanted)) return true;
  uintptr_t end = code;
  while (function_at(end) == function) end += step;
  for (uintptr_t at = function; at < end; at++) {
    int32_t distance;
    memcpy(&distance, (const uint8_t *)at, sizeof distance);
    if (at + sizeof distance + (uintptr_t)(intptr_t)distance == wanted) return true;
  }
  return false;
}

static void learn(uintptr_t word) {
  const ch_thread *self = &ch_threads[ch_current];
  const uintptr_t code = self->failed_code;
  if (self->failed_word != word || is_site(code) || site_count == site_limit || tries_too(code)) return;
  sites[site_count++] = code;
  ch_begin_again();
}

#else
static void learn(uintptr_t word) {}
#endif

SWIFT void ch_mutex_lock_slow(uint32_t self, SELF word) {
  if (is_rehearsing()) ch_abandon();
  if (!is_modeled()) {
    typedef SWIFT void (*lock)(uint32_t, SELF);
    return ((lock)dlsym(RTLD_NEXT, LOCK_SLOW))(self, word);
  }
  ch_settle();
  const int atom = ch_atom_at((uintptr_t)word);
  if (atom < 0) ch_refuse("a Mutex that is locked twice by one thread", ch_user_code(CALLER));
  note_library_word((uintptr_t)word);
  learn((uintptr_t)word);
  ch_ask((ch_operation){.kind = ch_lock, .order = ch_acquire, .size = 4, .address = (uintptr_t)word, .value = self,
    .code = ch_user_code(0)});
  ch_atoms[atom].newest = self;
  ch_poke((uintptr_t)word, self, 4);
}

SWIFT void ch_mutex_unlock_slow(SELF word) {
  if (is_modeled()) ch_refuse("a Mutex that another thread unlocks", ch_user_code(CALLER));
  typedef SWIFT void (*unlock)(SELF);
  ((unlock)dlsym(RTLD_NEXT, UNLOCK_SLOW))(word);
}

// The compare-exchange before it has failed. If the lock is free meanwhile, that is as if it had come later.
SWIFT bool ch_mutex_try_lock_slow(SELF word) {
  if (is_modeled()) {
    note_library_word((uintptr_t)word);
    return false;
  }
  typedef SWIFT bool (*try_lock)(SELF);
  return ((try_lock)dlsym(RTLD_NEXT, TRY_LOCK_SLOW))(word);
}

// MARK: AtomicLazyReference, whose functions are not compiled with the code that calls them

typedef void *object;
extern object swift_retain(object);
extern void swift_release(object);

#define LAZY_STORE LIBRARY "19AtomicLazyReferenceV10storeIfNilyxxnF"
#define LAZY_LOAD LIBRARY "19AtomicLazyReferenceV4loadxSgyF"

SWIFT object ch_lazy_store(object made, const void *type, SELF) __asm__(LAZY_STORE);
SWIFT object ch_lazy_load(const void *type, SELF) __asm__(LAZY_LOAD);

SWIFT object ch_lazy_store(object made, const void *type, SELF word) {
  if (!is_modeled()) {
    if (is_checked()) ch_write((uintptr_t)word, sizeof made, CALLER);
    typedef SWIFT object (*store)(object, const void *, SELF);
    return ((store)dlsym(RTLD_NEXT, LAZY_STORE))(made, type, word);
  }
  note_library_word((uintptr_t)word);
  // One reference to the variable, and the caller's to the result.
  swift_retain(made);
  const uintptr_t found = ch_atomic_modify((uintptr_t)word, ch_compare_exchange, (uintptr_t)made, 0, sizeof made,
    ch_acquire_release, ch_acquire, ch_user_code(CALLER));
  if (found == 0) return made;
  swift_release(made);
  swift_release(made);
  return swift_retain((object)found);
}

SWIFT object ch_lazy_load(const void *type, SELF word) {
  if (!is_modeled()) {
    if (is_checked()) ch_read((uintptr_t)word, sizeof(object), CALLER);
    typedef SWIFT object (*load)(const void *, SELF);
    return ((load)dlsym(RTLD_NEXT, LAZY_LOAD))(type, word);
  }
  note_library_word((uintptr_t)word);
  const uintptr_t found = ch_atomic_load((uintptr_t)word, sizeof(object), ch_acquire, ch_user_code(CALLER));
  return found == 0 ? NULL : swift_retain((object)found);
}

#endif
