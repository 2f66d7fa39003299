#include "CSingletonPlatform.h"
#include "Order.h"

#if CS_CAN_TAKE_OVER
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// Memory of a schedule is allocated one block behind another, in a part of the arena for each task, and no block is used
// twice. So what a task allocates has the same addresses in each schedule in which the task does the same. Memory of the
// check itself has a part as well, where blocks are used again.

cs_arena *arena;

cs_perturbation *cs_present_perturbation(void) {
  static cs_perturbation before_arena;
  return arena ? &arena->perturbation : &before_arena;
}

enum : size_t { check_bytes = (size_t)1 << 30, part_bytes = (size_t)1 << 26 };
/// What the check may still allocate to say that its memory is used up.
static const size_t reserve = 1 << 20;

/// The bytes before a block, of which the last word is its size.
enum { granule = 16 };

bool cs_is_checks_own(const void *block) { return (uintptr_t)block - (uintptr_t)arena->base < check_bytes; }

char *cs_part(int part) { return arena->base + (part ? check_bytes + (size_t)(part - 1) * part_bytes : 0); }

/// Where the blocks of a part are: what the concurrency runtime allocates is behind all parts, and addresses may be mirrored.
static int place_of(int part, bool is_runtimes) {
  const int place = part + (is_runtimes ? cs_last_part : 0);
  return part && arena->is_mirrored ? cs_last_place + 1 - place : place;
}

/// Blocks are noted in the order in which they are allocated: by how far behind the beginning of their place they are, in granules.
enum { most_blocks = part_bytes / granule };

static uint32_t *blocks_at(int place) { return arena->blocks + (size_t)(place - 1) * most_blocks; }

static void note_block(int place, const void *block) {
  blocks_at(place)[arena->block_counts[place]++] = (uint32_t)(((const char *)block - cs_part(place)) / granule);
}

size_t cs_size_of_block_list(void) { return sizeof(uint32_t) * cs_last_place * most_blocks; }

void cs_mirror_memory(bool mirrors) { arena->will_be_mirrored = mirrors; }

bool cs_is_mirrored(void) { return arena && arena->is_mirrored; }

bool cs_is_in_schedule(const void *address) {
  return arena && (uintptr_t)address - (uintptr_t)cs_part(1) < cs_last_place * part_bytes;
}

static bool is_in_arena(const void *address) { return cs_is_checks_own(address) || cs_is_in_schedule(address); }

/// The part from which blocks would be taken if there were an arena.
static int part_without_arena;

int cs_allocate_for(int part) {
  int *current = arena ? &arena->part : &part_without_arena;
  const int before = *current;
  *current = part;
  if (arena && arena->last_part < part) arena->last_part = part;
  cs_update_protection();
  ci_see_calls(part != 0);
  return before;
}

bool cs_find_transfer(uintptr_t code, const uintptr_t *frame, ci_transfer *transfer) {
  if (!ci_helper_at(code)) return false;
  const int part = cs_allocate_for(0);
  const bool is_found = ci_find_transfer(code, frame, transfer);
  cs_allocate_for(part);
  return is_found && cs_is_programs(transfer->code);
}

ci_range cs_unused_memory(void) {
  const int place = place_of(arena->part, false);
  const uintptr_t start = (uintptr_t)cs_part(place), used = arena->used[place];
  return arena->is_mirrored ? (ci_range){start, start + part_bytes - used} : (ci_range){start + used, start + part_bytes};
}

_Noreturn static void report_exhaustion(void) {
  const bool is_checks = arena->part == 0;
  arena->is_exhausted = true;
  arena->part = 0;
  cs_handlers.stopped(is_checks ? "the search has filled its memory, which is 1 GiB"
                                : "a task allocates more memory than a check can put back, which is 64 MB");
  __builtin_unreachable();
}

// MARK: - Other places

// If a schedule runs with mirrored memory, what a task allocates has falling addresses, tasks have their parts in the opposite
// order, memory is not zero, and a block that was freed is used again, by any task: all of this is so outside of a check.

static void **freed_of(size_t bytes) {
  const size_t class = bytes / granule;
  return class < COUNT(arena->freed) ? &arena->freed[class] : NULL;
}

static void *take_mirrored(int place, size_t bytes, size_t alignment) {
  void **freed = freed_of(bytes), *block = NULL;
  if (freed && *freed && alignment <= granule) {
    block = *freed;
    memcpy(freed, block, sizeof *freed);
  } else {
    const uintptr_t start = (uintptr_t)cs_part(place), top = start + part_bytes - arena->used[place];
    if (bytes + alignment + granule > top - start) report_exhaustion();
    block = (void *)((top - bytes) & ~(uintptr_t)(alignment - 1));
    ((size_t *)block)[-1] = bytes;
    arena->used[place] = start + part_bytes - ((uintptr_t)block - granule);
    note_block(place, block);
  }
  return memset(block, ci_uninitialized, bytes);
}

static void release_mirrored(void *block, size_t bytes) {
  void **freed = freed_of(bytes);
  if (!freed) return;
  memcpy(block, freed, sizeof *freed);
  *freed = block;
}

// MARK: - Tables of the Swift runtime

// The runtime keeps descriptions of types in tables, which may grow in any schedule. It orders all accesses to them by its own
// locks and atomics. A block of a table is allocated by `MetadataAllocator`, or by other code of the runtime's library that does
// not call `swift_slowAlloc`, from which objects and boxes come. Frames of coroutines are allocated in the same way. Each frame
// belongs to one call.

/// A flag in the size of a block: the size is a multiple of a granule, so that its lowest bits are free.
static const size_t is_table = 1;

static ci_range function_named(const char *name) {
  size_t size = 0;
  const uintptr_t found = (uintptr_t)cp_function_with_symbol(name, cs_symbol("swift_slowAlloc"), &size);
  return (ci_range){found, found + size};
}

void cs_find_tables(void) {
  void *slow = cs_symbol("swift_slowAlloc");
  // In a program that is linked statically, code of the program calls `malloc` from the same file.
  if (arena->allocators.library.end || cs_image_of(slow) == cs_image_of(&arena)) return;
  arena->allocators.library = ci_code_around((uintptr_t)slow);
  arena->allocators.programs[0] = function_named("swift_slowAlloc");
  arena->allocators.programs[1] = function_named("_ZN5swift20swift_slowAllocTypedEmmy");
  arena->allocators.programs[2] = function_named("swift_autoDiffCreateLinearMapContext");
  arena->allocators.programs[3] = function_named("swift_autoDiffCreateLinearMapContextWithType");
  arena->allocators.metadata = function_named("_ZN5swift17MetadataAllocator8AllocateEmm");
}

static bool is_of_tables(ci_place caller) {
  const ci_range *programs = arena->allocators.programs;
  // A library that was stripped does not name its internal functions. Then no block counts as one of a table.
  if (!ci_is_in(arena->allocators.library, caller.code) || !arena->allocators.metadata.end || !programs->end) return false;
  if (!ci_is_in_any(programs, COUNT(arena->allocators.programs), caller.code)) return true;
  const uintptr_t *frame = (const uintptr_t *)caller.frame, *outer = (const uintptr_t *)frame[0];
  return ci_is_in(arena->allocators.metadata, outer[1]);
}

bool cs_is_table(uintptr_t block) { return (((const size_t *)block)[-1] & is_table) != 0; }

static void *take(size_t bytes, size_t alignment, ci_place caller) {
  const int part = arena->part, place = place_of(part, part && cs_is_runtimes(caller.code));
  if (part && arena->is_mirrored) return take_mirrored(place, bytes, alignment);
  const size_t all = part ? part_bytes : check_bytes - (arena->is_exhausted ? 0 : reserve);
  const size_t start = (arena->used[place] + granule + alignment - 1) & ~(alignment - 1);
  if (bytes > all || start > all || all - start < bytes) report_exhaustion();
  char *block = cs_part(place) + start;
  ((size_t *)block)[-1] = bytes;
  arena->used[place] = start + bytes;
  if (part) note_block(place, block);
  if (part && cs_is_seeing() && is_of_tables(caller)) ((size_t *)block)[-1] |= is_table;
  return block;
}

/// The blocks of the check have sizes that are powers of two, so that one fits where another was.
static int size_class(size_t bytes) { return 64 - __builtin_clzl(bytes - 1); }

/// Allocates for the code that has called.
static void *allocate(size_t bytes, size_t alignment, ci_place caller) {
  bytes = bytes < granule ? granule : (bytes + granule - 1) & ~(size_t)(granule - 1);
  if (arena->part || alignment > granule || bytes > check_bytes) return take(bytes, alignment, caller);
  void **unused = &arena->unused[size_class(bytes)];
  void *block = *unused;
  if (!block) return take((size_t)1 << size_class(bytes), alignment, caller);
  memcpy(unused, block, sizeof *unused);
  return block;
}

static size_t usable_size(void *block) {
  if (!block) return 0;
  const size_t size = ((size_t *)block)[-1];
  if (is_in_arena(block)) return size & ~is_table;
  // A block of the C library's from before: the lowest bits of its size are flags, one of them that of a mapping.
  return (size & ~(size_t)7) - (size & 2 ? 16 : 8);
}

/// Sets memory to zero, which is no access of the code under test.
static void *clear(void *block, size_t bytes) {
  const bool is_opened = cs_open_block(block, bytes, true);
  memset(block, 0, bytes);
  if (is_opened) cs_open_block(block, bytes, false);
  return block;
}

static void release(void *block) {
  // What was allocated before the first schedule is put back for the next one, so it is never given up.
  if (!block || !is_in_arena(block)) return;
  const size_t size = usable_size(block);
  if (!cs_is_checks_own(block)) {
    // Nothing of a block's past is to make two states differ.
    clear(block, size);
    if (arena->is_mirrored) release_mirrored(block, size);
  } else if ((size & (size - 1)) == 0) {
    void **unused = &arena->unused[size_class(size)];
    memcpy(block, unused, sizeof *unused);
    *unused = block;
  }
}

#define CALLER ((ci_place){(uintptr_t)__builtin_return_address(0), (uintptr_t)__builtin_frame_address(0), 0})

static void *allocate_any(size_t bytes) { return allocate(bytes, granule, CALLER); }

static void *allocate_zeroed(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) return NULL;
  void *block = allocate(bytes, granule, CALLER);
  return clear(block, bytes);
}

static void *reallocate(void *block, size_t bytes) {
  const size_t old = usable_size(block);
  if (block && bytes <= old && bytes > 0) return block;
  void *larger = allocate(bytes, granule, CALLER);
  const bool was_closed = cs_open_memory();
  if (block) memcpy(larger, block, old < bytes ? old : bytes);
  if (was_closed) cs_update_protection();
  release(block);
  return larger;
}

static void *allocate_aligned(size_t alignment, size_t bytes) {
  return allocate(bytes, alignment < granule ? granule : alignment, CALLER);
}

static int allocate_aligned_to(void **block, size_t alignment, size_t bytes) {
  *block = allocate(bytes, alignment < granule ? granule : alignment, CALLER);
  return 0;
}

// MARK: - Collections

/// The descriptions of the classes in whose objects collections keep their elements.
static const void *storage_descriptions[3];

static void find_storage(void) {
  static const char *const names[] = {
      "$ss23_ContiguousArrayStorageCMn", "$ss18_DictionaryStorageCMn", "$ss11_SetStorageCMn"};
  for (int i = 0; i < 3; i++) storage_descriptions[i] = cs_symbol(names[i]);
}

uintptr_t cs_block_of(uintptr_t address) {
  if (!cs_is_in_schedule((const void *)address)) return 0;
  const int place = (int)((address - (uintptr_t)cs_part(1)) / part_bytes) + 1;
  const uint32_t *blocks = blocks_at(place), distance = (uint32_t)((address - (uintptr_t)cs_part(place)) / granule);
  // The blocks before `low` are on the side from which blocks are allocated.
  size_t low = 0, high = arena->block_counts[place];
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (arena->is_mirrored ? blocks[middle] > distance : blocks[middle] <= distance) low = middle + 1;
    else high = middle;
  }
  const size_t index = arena->is_mirrored ? low : low - 1;
  return index < arena->block_counts[place] ? (uintptr_t)cs_part(place) + (uintptr_t)blocks[index] * granule : 0;
}

bool cs_is_ending(uintptr_t address) {
  // The runtime marks an object that ends by a bit of its counts, unless these are elsewhere.
  const uint64_t is_ending = UINT64_C(1) << 32, is_elsewhere = UINT64_C(1) << 63;
  const void *block = (const void *)cs_block_of(address);
  if (!block) return false;
  const uint64_t counts = ((const uint64_t *)block)[1];
  return (counts & is_ending) && !(counts & is_elsewhere);
}

bool cs_is_element(uintptr_t address) {
  enum { description_offset = 0x28 };
  const void *block = (const void *)cs_block_of(address);
  const char *class;
  if (!block || (memcpy(&class, block, sizeof class), !class)) return false;
  // What is no object begins with anything, so that the system has to read what may be its class.
  const void *description;
  if (!cs_read(&description, class + description_offset, sizeof description)) return false;
  for (int i = 0; i < 3; i++)
    if (storage_descriptions[i] == description) return true;
  return false;
}

// MARK: - The functions that allocate

static cs_redirection functions[] = {
    {"malloc", (void *)allocate_any, NULL},
    {"free", (void *)release, NULL},
    {"calloc", (void *)allocate_zeroed, NULL},
    {"realloc", (void *)reallocate, NULL},
    {"memalign", (void *)allocate_aligned, NULL},
    {"aligned_alloc", (void *)allocate_aligned, NULL},
    {"posix_memalign", (void *)allocate_aligned_to, NULL},
    {"malloc_usable_size", (void *)usable_size, NULL},
};

static bool is_found;

void cs_find_allocation(void) {
  find_storage();
  // Another allocator, such as a sanitizer's, keeps its sizes elsewhere.
  const void *library = cs_image_of(cs_symbol("gnu_get_libc_version"));
  is_found = library != NULL;
  cs_find(functions, COUNT(functions));
  for (int i = 0; i < COUNT(functions); i++) {
    const void *image = cs_image_of(functions[i].function);
    const bool passes_on = ci_passes_allocations_on && image == cs_image_of(&ci_passes_allocations_on);
    is_found = is_found && (image == library || passes_on);
  }
}

bool cs_take_over_allocation(void) {
  if (!is_found) return false;
  void *own = mmap(NULL, sizeof *arena, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const size_t all = check_bytes + cs_last_place * part_bytes;
  void *base = mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  void *blocks = mmap(NULL, cs_size_of_block_list(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (own == MAP_FAILED || base == MAP_FAILED || blocks == MAP_FAILED) return false;
  madvise(base, all, MADV_NOHUGEPAGE);
  arena = own;
  arena->base = base;
  arena->end = arena->base + all;
  arena->blocks = blocks;
  // The first of them shows whether code can be changed at all.
  if (!cs_redirect_all(functions, COUNT(functions))) return true;
  arena = NULL;
  return false;
}

void cs_clear_allocations(void) {
  for (int part = 1; part <= cs_last_place; part++) {
    arena->block_counts[part] = 0;
    if (arena->used[part] > reserve) madvise(cs_part(part), part_bytes, MADV_DONTNEED);
    else memset(arena->is_mirrored ? cs_part(part) + part_bytes - arena->used[part] : cs_part(part), 0, arena->used[part]);
    arena->used[part] = 0;
  }
  memset(arena->freed, 0, sizeof arena->freed);
  arena->is_mirrored = arena->will_be_mirrored;
}
#endif
