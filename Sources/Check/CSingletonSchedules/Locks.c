#include "CSingletonInstrumentation.h"
#include "Sections.h"

#if CS_CAN_TAKE_OVER
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

// The functions that lock. A schedule runs on one thread, so these functions never wait for another thread. They only keep
// each lock in the state in which the C library and the runtime would have it.

/// The files with instrumented code. Foundation and the Swift interface of Dispatch lock on behalf of that code. All other files,
/// such as the runtime, take and give back their locks within one call, which no other job interrupts.
enum { most_files = ci_file_limit };
static ci_range program[most_files];
static int program_count;

static ci_range foundation, dispatch;

/// Whether code is that of a library which locks for the program.
static bool is_library(uintptr_t code) { return ci_is_in(foundation, code) || ci_is_in(dispatch, code); }

bool cs_is_programs(uintptr_t code) { return ci_is_in_any(program, program_count, code) || is_library(code); }

#define CALLER ((uintptr_t)__builtin_return_address(0))

static bool is_users(uintptr_t code) { return cs_is_programs(code) && !is_library(code); }

/// Whether the instruction before an address is a call. The stack also holds addresses of functions, such as that of a block.
static bool follows_call(uintptr_t code) {
#if defined(__x86_64__)
  const unsigned char *at = (const unsigned char *)code;
  for (int size = 2; size <= 7; size++)
    if (at[-size] == 0xff && (at[1 - size] >> 3 & 7) == 2) return true;
  return at[-5] == 0xe8;
#else
  return *(const uint32_t *)(code - 4) >> 26 == 0x25 || (*(const uint32_t *)(code - 4) & 0xfffffc1f) == 0xd63f0000;
#endif
}

uintptr_t cs_user_code(uintptr_t caller, const uintptr_t *frame) {
  enum { most_frames = 16, most_words = 512 };
  uintptr_t code = caller;
  // Code that keeps no frames uses the register for something else.
  if (watch && !ci_is_in(watch->stack, (uintptr_t)frame)) return caller;
  // The interface of Dispatch keeps no frames.
  for (const uintptr_t *word = frame + 2, *end = word + most_words; watch && ci_is_in(dispatch, caller) && word < end; word++) {
    if ((uintptr_t)word >= watch->stack.end) break;
    if (is_users(*word) && follows_call(*word)) return *word;
  }
  for (int i = 0; i < most_frames && watch; i++) {
    if (is_users(code)) return code;
    const uintptr_t *outer = (const uintptr_t *)frame[0];
    if (outer <= frame || (uintptr_t)outer >= watch->stack.end) break;
    frame = outer;
    code = frame[1];
  }
  return caller;
}

#define USER_CODE cs_user_code(CALLER, __builtin_frame_address(0))

// MARK: - Mutexes of the C library, which are behind locks of Foundation, too

static int thread_number;

/// Each job that has a stack of its own is a thread for itself.
static int own_number(void) { return thread_number + (watch ? watch->running - cs_nobody : 0); }

static bool counts(const pthread_mutex_t *lock) { return (lock->__data.__kind & 3) == PTHREAD_MUTEX_RECURSIVE; }

static bool is_own(const pthread_mutex_t *lock) { return lock->__data.__lock && lock->__data.__owner == own_number(); }

/// Returns 0 if the lock was free, EDEADLK if it says that the caller has it, and EBUSY otherwise.
static int take(pthread_mutex_t *lock) {
  if (lock->__data.__lock)
    return is_own(lock) && (lock->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK ? EDEADLK : EBUSY;
  lock->__data.__lock = 1;
  lock->__data.__owner = own_number();
  lock->__data.__nusers++;
  if (counts(lock)) lock->__data.__count = 1;
  return 0;
}

/// Takes a lock once more that the caller has and that counts. Returns whether it does.
static bool take_again(pthread_mutex_t *lock) {
  if (!counts(lock) || !is_own(lock)) return false;
  lock->__data.__count++;
  return true;
}

static int mutex_lock(pthread_mutex_t *lock) {
  if (take_again(lock)) return 0;
  const bool is_programs = cs_is_programs(CALLER);
  const uintptr_t code = USER_CODE;
  if (is_programs) cs_begin_lock((uintptr_t)lock, code);
  int failure;
  while ((failure = take(lock)) == EBUSY)
    // Another thread may have held it when this process was copied.
    if (!cs_wait_for_lock((uintptr_t)lock, code)) cs_block();
  if (!failure) cs_take_lock((uintptr_t)lock, is_programs, code);
  return failure;
}

static int mutex_trylock(pthread_mutex_t *lock) {
  if (take_again(lock)) return 0;
  const bool is_programs = cs_is_programs(CALLER);
  const uintptr_t code = USER_CODE;
  if (is_programs) cs_begin_try((uintptr_t)lock, code);
  if (take(lock)) {
    if (is_programs) cs_note_atomic((uintptr_t)lock, false, code);
    return EBUSY;
  }
  cs_take_lock((uintptr_t)lock, is_programs, code);
  return 0;
}

static int mutex_unlock(pthread_mutex_t *lock) {
  const int kind = lock->__data.__kind & 3;
  if ((kind == PTHREAD_MUTEX_RECURSIVE || kind == PTHREAD_MUTEX_ERRORCHECK) && !is_own(lock)) return EPERM;
  if (counts(lock) && --lock->__data.__count != 0) return 0;
  const bool is_programs = cs_is_programs(CALLER);
  if (is_programs) cs_begin_unlock((uintptr_t)lock, USER_CODE);
  cs_give_lock((uintptr_t)lock, is_programs);
  lock->__data.__owner = 0;
  lock->__data.__nusers--;
  lock->__data.__lock = 0;
  return 0;
}

static cs_redirection functions[] = {
    {"pthread_mutex_lock", (void *)mutex_lock, NULL},
    {"pthread_mutex_trylock", (void *)mutex_trylock, NULL},
    {"pthread_mutex_unlock", (void *)mutex_unlock, NULL},
};

static bool are_found;

static int look_into(struct dl_phdr_info *info, size_t size, void *unused) {
  // Its program headers are in the file itself.
  const ci_range file = ci_file_around((uintptr_t)info->dlpi_phdr);
  for (int i = 0; i < ci_file_count; i++) {
    if (!ci_is_in(file, ci_files[i])) continue;
    program[program_count++] = file;
    cs_find_addresses(file, info);
    return program_count == most_files;
  }
  if (info->dlpi_name && strstr(info->dlpi_name, "/libFoundation.so")) foundation = file;
  if (info->dlpi_name && strstr(info->dlpi_name, "/libswiftDispatch.so")) dispatch = file;
  return 0;
}

void cs_find_locks(void) {
  are_found = !cs_find(functions, COUNT(functions));
  cs_find_unfollowed();
  cs_find_queues();
  if (program_count == 0) dl_iterate_phdr(look_into, NULL);
  ci_find_variables();
  cs_find_mutexes();
  cs_find_lazy_references();
  cs_find_once();
  cs_find_waits();
}

bool cs_follow_locks(void) {
  thread_number = gettid();
  return are_found && !cs_redirect_all(functions, COUNT(functions)) && cs_follow_mutexes() &&
         cs_follow_lazy_references() && cs_notice_unfollowed();
}
#endif
