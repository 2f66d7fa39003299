#pragma once
// The memory of a schedule, which is put back before the next one.

#include "CSingletonInstrumentation.h"
#include "Runtime.h"
#include <stddef.h>

/// How a perturbed schedule differs from an ordinary one; see `cs_perturb`.
typedef struct {
  bool has_date, has_threads, passes_time;
  /// The state of the generator that draws the thread of the next job.
  uint32_t draw;
} cs_perturbation;

/// Each part has two places: one for blocks of the concurrency runtime, and one for all other blocks.
enum { cs_last_place = 2 * cs_last_part };

/// The memory from which blocks are allocated. This record itself is in memory that is not put back.
typedef struct {
  char *base, *end;
  /// The part from which blocks are taken.
  int part;
  bool is_exhausted;
  /// Whether blocks of schedules have other places; see `cs_perturb`.
  bool is_mirrored, will_be_mirrored;
  cs_perturbation perturbation;
  /// The bytes that are used of each part.
  size_t used[cs_last_place + 1];
  /// Where blocks are, and how many; see Allocation.c.
  uint32_t *blocks;
  size_t block_counts[cs_last_place + 1];
  /// The last part from which blocks were taken.
  int last_part;
  /// The blocks of the check that are free, by the logarithm of their size; the first word of each is the next one.
  void *unused[64];
  /// The blocks of a mirrored schedule that are free, by their size in units of 16 bytes.
  void *freed[64];
  /// The code of the Swift runtime's library, its functions that allocate memory of the program, and the one that allocates
  /// descriptions of types; see `cs_find_tables`.
  struct {
    ci_range library, programs[4], metadata;
  } allocators;
} cs_arena;

extern cs_arena *arena;

cs_perturbation *cs_present_perturbation(void);

/// Returns the address at which a place begins.
char *cs_part(int place);

/// Returns whether an address is in the memory that the check itself has allocated since it took over.
bool cs_is_checks_own(const void *address);

size_t cs_size_of_block_list(void);

/// Whether code is that of the concurrency runtime.
bool cs_is_runtimes(uintptr_t code);

/// Finds out what a function of the program accesses that begins, if the compiler has made it, and its code has called it.
/// Blocks that the runtime allocates meanwhile belong to the check.
bool cs_find_transfer(uintptr_t code, const uintptr_t *frame, ci_transfer *transfer);

/// Returns where the blocks will be that are allocated from now on.
ci_range cs_unused_memory(void);

/// Finds the functions that allocate; see `cs_prepare`.
void cs_find_allocation(void);

/// Makes those functions take blocks from the arena. Returns whether it is possible.
bool cs_take_over_allocation(void);

/// Makes memory writable that is put back, as a write of a job does. Returns whether any of it was read-only.
bool cs_make_writable(uintptr_t address, size_t size);

/// Ends the check if the job that has run has changed a thread-local variable of the program, but to the thread's number.
void cs_require_unchanged_locals(uint32_t thread);

/// Lets what schedules allocate have other places, from the next schedule on.
void cs_mirror_memory(bool mirrors);
bool cs_is_mirrored(void);

/// Gives up all blocks of the schedule, and zeroes their memory.
void cs_clear_allocations(void);

enum { cs_most_thread_locals = 64, cs_most_thread_local_bytes = 1 << 12 };

/// The thread-local variables of a file, relative to where those of a thread are.
typedef struct {
  ptrdiff_t offset;
  size_t size;
  /// Whether they are those of Swift's runtime, of the C library, which has errno there, or of the program's own files.
  bool is_runtimes, is_librarys, is_programs;
} cs_thread_local;

extern cs_thread_local cs_thread_locals[cs_most_thread_locals];
extern int cs_thread_local_count;

/// Returns where this thread has those of a file.
char *cs_thread_local_at(int index);

/// Whether an address is that of a thread-local variable of this thread.
bool cs_is_thread_local(uintptr_t address);

/// What the runtime keeps for each thread, which a job that pauses has for itself.
enum { cs_runtime_local_bytes = 128 };
bool cs_has_runtime_locals(void);
void cs_save_runtime_locals(char *to);
void cs_load_runtime_locals(const char *from);

/// Whether the thread-local variables of others are as they were when memory was protected.
bool cs_locals_are_unchanged(void);

/// Returns the block of a schedule that is at an address, or the one before, or 0.
uintptr_t cs_block_of(uintptr_t address);

/// Finds the code of the Swift runtime that allocates its tables.
void cs_find_tables(void);
/// Whether a block, which was allocated while uninstrumented accesses are noted, is part of a table of the Swift runtime.
bool cs_is_table(uintptr_t block);

/// Forgets the uninstrumented accesses of the schedule before; see Uninstrumented.c.
void cs_begin_uninstrumented(void);
/// Makes memory inaccessible while a job runs, and accessible otherwise.
void cs_update_protection(void);
/// Makes memory accessible that is not. Returns whether it was not.
bool cs_open_memory(void);
/// Makes a block of a schedule accessible that is not, or inaccessible again. Returns whether it was done.
bool cs_open_block(const void *block, size_t bytes, bool opens);
/// The same for memory that a call of the system accesses.
bool cs_open_for_kernel(uintptr_t address, size_t size);
/// Orders the job after all who have released an object, if it has looked at the count of its references to find that.
void cs_settle_count(void);
/// Handle the signal of an access, that of the step which performs it, and a call of the system. `cs_end_step` returns whether the
/// next instruction is part of the step, too.
ci_answer cs_see_fault(const ci_fault *fault);
bool cs_is_stepping(void);
bool cs_end_step(uintptr_t code);
bool cs_see_kernel(uintptr_t address, size_t size, bool writes);

/// Returns a digest of words, which differs by the seed.
cs_digest cs_digest_words(const uint64_t *words, size_t count, uint64_t seed);

/// Adds a digest to a sum of digests, which depends on no order.
static inline void cs_add_digest(cs_digest *sum, cs_digest other) {
  sum->first += other.first;
  sum->second += other.second;
}

/// Finds where threads have their thread-local variables; see `cs_prepare`.
void cs_find_thread_locals(void);
