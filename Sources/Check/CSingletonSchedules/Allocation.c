#include "Order.h"

#if CS_CAN_TAKE_OVER
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// Memory of a schedule is allocated one block behind another, in a part of the arena for each task, and no block is used
// twice. So what a task allocates has the same addresses in each schedule in which the task does the same. Memory of the
// check itself has a part as well, where blocks are used again.

cs_arena *arena;

static const size_t check_bytes = (size_t)1 << 30, part_bytes = (size_t)1 << 26;
/// What the check may still allocate to say that its memory is used up.
static const size_t reserve = 1 << 20;
/// The bytes before a block, of which the last word is its size.
enum { granule = 16 };

static bool is_checks_own(const void *block) { return (uintptr_t)block - (uintptr_t)arena->base < check_bytes; }

char *cs_part(int part) { return arena->base + (part ? check_bytes + (size_t)(part - 1) * part_bytes : 0); }

bool cs_is_in_schedule(const void *address) {
  return arena && (uintptr_t)address - (uintptr_t)cs_part(1) < cs_last_part * part_bytes;
}

static bool is_in_arena(const void *address) { return is_checks_own(address) || cs_is_in_schedule(address); }

/// The part from which blocks would be taken if there were an arena.
static int part_without_arena;

int cs_allocate_for(int part) {
  int *current = arena ? &arena->part : &part_without_arena;
  const int before = *current;
  *current = part;
  ci_see_calls(part != 0);
  return before;
}

bool cs_allocates_for_schedule(void) { return arena ? arena->part : part_without_arena; }

bool cs_find_transfer(uintptr_t code, const uintptr_t *frame, ci_transfer *transfer) {
  if (!ci_helper_at(code)) return false;
  const int part = cs_allocate_for(0);
  const bool is_found = ci_find_transfer(code, frame, transfer);
  cs_allocate_for(part);
  return is_found && cs_is_programs(transfer->code);
}

cs_range cs_unused_memory(void) {
  const char *part = cs_part(arena->part);
  return (cs_range){(uintptr_t)part + arena->used[arena->part], (uintptr_t)part + part_bytes};
}

static void *take(size_t bytes, size_t alignment) {
  const int part = arena->part;
  const size_t all = part ? part_bytes : check_bytes - (arena->is_exhausted ? 0 : reserve);
  const size_t start = (arena->used[part] + granule + alignment - 1) & ~(alignment - 1);
  if (bytes > all || start > all || all - start < bytes) {
    arena->is_exhausted = true;
    arena->part = 0;
    cs_handlers.stopped(part ? "a task allocates more memory than a check can put back, which is 64 MB"
                             : "the search has filled its memory, which is 1 GiB");
  }
  char *block = cs_part(part) + start;
  ((size_t *)block)[-1] = bytes;
  arena->used[part] = start + bytes;
  return block;
}

/// The blocks of the check have sizes that are powers of two, so that one fits where another was.
static int size_class(size_t bytes) { return 64 - __builtin_clzl(bytes - 1); }

static void *allocate(size_t bytes, size_t alignment) {
  bytes = bytes < granule ? granule : (bytes + granule - 1) & ~(size_t)(granule - 1);
  if (arena->part || alignment > granule || bytes > check_bytes) return take(bytes, alignment);
  void **unused = &arena->unused[size_class(bytes)];
  void *block = *unused;
  if (!block) return take((size_t)1 << size_class(bytes), alignment);
  memcpy(unused, block, sizeof *unused);
  return block;
}

static size_t usable_size(void *block) {
  if (!block) return 0;
  const size_t size = ((size_t *)block)[-1];
  if (is_in_arena(block)) return size;
  // A block of the C library's from before: the lowest bits of its size are flags, one of them that of a mapping.
  return (size & ~(size_t)7) - (size & 2 ? 16 : 8);
}

static void release(void *block) {
  // What was allocated before the first schedule is put back for the next one, so it is never given up.
  if (!block || !is_in_arena(block)) return;
  const size_t size = usable_size(block);
  if (!is_checks_own(block)) {
    // Nothing of a block's past is to make two states differ.
    memset(block, 0, size);
  } else if ((size & (size - 1)) == 0) {
    void **unused = &arena->unused[size_class(size)];
    memcpy(block, unused, sizeof *unused);
    *unused = block;
  }
}

static void *allocate_any(size_t bytes) { return allocate(bytes, granule); }

static void *allocate_zeroed(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) return NULL;
  void *block = allocate_any(bytes);
  return memset(block, 0, bytes);
}

static void *reallocate(void *block, size_t bytes) {
  const size_t old = usable_size(block);
  if (block && bytes <= old && bytes > 0) return block;
  void *larger = allocate_any(bytes);
  if (block) memcpy(larger, block, old < bytes ? old : bytes);
  release(block);
  return larger;
}

static void *allocate_aligned(size_t alignment, size_t bytes) {
  return allocate(bytes, alignment < granule ? granule : alignment);
}

static int allocate_aligned_to(void **block, size_t alignment, size_t bytes) {
  *block = allocate_aligned(alignment, bytes);
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

/// Returns the block of a schedule that has an address, or NULL.
static const void *block_of(uintptr_t address) {
  if (!cs_is_in_schedule((const void *)address)) return NULL;
  const int part = (int)((address - (uintptr_t)cs_part(1)) / part_bytes) + 1;
  const char *block = cs_part(part) + granule, *end = cs_part(part) + arena->used[part];
  while (block < end && (uintptr_t)block <= address) {
    const size_t size = ((const size_t *)block)[-1];
    if (address - (uintptr_t)block < size) return block;
    // Before a block that is aligned there may be more than a granule, which is zero.
    block += size ? size + granule : granule;
  }
  return NULL;
}

bool cs_is_ending(uintptr_t address) {
  // The runtime marks an object that ends by a bit of its counts, unless these are elsewhere.
  const uint64_t is_ending = UINT64_C(1) << 32, is_elsewhere = UINT64_C(1) << 63;
  const void *block = block_of(address);
  if (!block) return false;
  const uint64_t counts = ((const uint64_t *)block)[1];
  return (counts & is_ending) && !(counts & is_elsewhere);
}

bool cs_is_element(uintptr_t address) {
  enum { description_offset = 0x28 };
  const void *block = block_of(address);
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
  const size_t all = check_bytes + cs_last_part * part_bytes;
  void *base = mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (own == MAP_FAILED || base == MAP_FAILED) return false;
  madvise(base, all, MADV_NOHUGEPAGE);
  arena = own;
  arena->base = base;
  arena->end = arena->base + all;
  // The first of them shows whether code can be changed at all.
  if (!cs_redirect_all(functions, COUNT(functions))) return true;
  arena = NULL;
  return false;
}

void cs_clear_allocations(void) {
  for (int part = 1; part <= cs_last_part; part++) {
    if (arena->used[part] <= reserve) memset(cs_part(part), 0, arena->used[part]);
    else madvise(cs_part(part), arena->used[part], MADV_DONTNEED);
    arena->used[part] = 0;
  }
}
#endif
