// Memory whose addresses are the same in each execution: one arena for the setup and one for each modeled thread, at
// fixed addresses. Nothing is used a second time within an execution, so an address names one allocation.
#include "Hooks.h"

#if CH_AVAILABLE

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

enum { granule = 16, arena_count = ch_thread_limit + 1, granules = arena_bytes / granule };

// For each granule of an arena the granule at which its block begins, plus 1; for that granule the size of the block too.
typedef struct {
  uint32_t used;
  uint32_t first[granules];
  uint32_t bytes[granules];
  // Of the first granule of a block: a block that was freed, or that contains an object whose deinit has begun.
  enum : uint8_t { in_use, ending, freed } state[granules];
} arena;

static arena *arenas;

bool ch_in_arena(uintptr_t address) { return address - arena_base < arena_bytes * arena_count; }

static arena *arena_of(uintptr_t address) { return &arenas[(address - arena_base) / arena_bytes]; }
static uint32_t granule_of(uintptr_t address) { return (address - arena_base) % arena_bytes / granule; }

bool ch_map_arenas(void) {
  if (arenas != NULL) return true;
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void *records = mmap(NULL, arena_count * sizeof(arena), PROT_READ | PROT_WRITE, flags, -1, 0);
  if (records == MAP_FAILED) return false;
  void *memory = mmap(
    (void *)arena_base, arena_bytes * arena_count, PROT_READ | PROT_WRITE, flags | MAP_FIXED_NOREPLACE, -1, 0);
  if (memory != (void *)arena_base) return false;
  arenas = records;
  return true;
}

void ch_clear_arenas(void) {
  for (int i = 0; i < arena_count; i++) {
    arena *arena = &arenas[i];
    const uint32_t used = arena->used / granule;
    memset((void *)(arena_base + (uintptr_t)i * arena_bytes), 0, arena->used);
    memset(arena->first, 0, used * sizeof *arena->first);
    memset(arena->state, 0, used * sizeof *arena->state);
    arena->used = 0;
  }
}

static void *allocate(size_t bytes, size_t alignment) {
  const int number = ch_current;
  arena *arena = &arenas[number];
  const size_t align = alignment < granule ? granule : alignment;
  const size_t begin = (arena->used + align - 1) & ~(align - 1);
  const size_t size = bytes == 0 ? granule : (bytes + granule - 1) & ~(size_t)(granule - 1);
  // A granule between two blocks keeps accesses beyond a block from touching the next.
  const size_t end = begin + size + granule;
  if (end < begin || end > arena_bytes) {
    if (number == setup) abort();
    ch_refuse("more than 4 MiB of memory in one thread", ch_user_code(CALLER));
  }
  for (size_t i = begin / granule; i < (begin + size) / granule; i++) arena->first[i] = begin / granule + 1;
  arena->bytes[begin / granule] = (uint32_t)size;
  arena->used = (uint32_t)end;
  return (void *)(arena_base + (uintptr_t)number * arena_bytes + begin);
}

uintptr_t ch_block(uintptr_t address, size_t *size) {
  if (arenas == NULL || !ch_in_arena(address)) return 0;
  const arena *arena = arena_of(address);
  const uint32_t first = arena->first[granule_of(address)];
  if (first == 0) return 0;
  *size = arena->bytes[first - 1];
  return arena_base + (uintptr_t)(arena - arenas) * arena_bytes + (first - 1) * granule;
}

bool ch_is_of_thread(uintptr_t address, int thread) {
  return ch_in_arena(address) && arena_of(address) - arenas == thread;
}

bool ch_is_freed(uintptr_t address) {
  size_t size;
  const uintptr_t block = ch_block(address, &size);
  return block != 0 && arena_of(block)->state[granule_of(block)] == freed;
}

void ch_note_ending(uintptr_t object) { arena_of(object)->state[granule_of(object)] = ending; }

bool ch_has_ended(uintptr_t object) { return arena_of(object)->state[granule_of(object)] != in_use; }

// MARK: The allocation functions of the C library

// The runtime, and the addresses in it to which the allocations of objects return. Whatever else it allocates belongs to
// its caches, which outlive an execution.
enum { site_limit = 4 };
static uintptr_t runtime_begin, runtime_end, object_sites[site_limit];
static int site_count;
static bool is_finding_sites;
// The library of C++, whose operator new the runtime calls for its caches.
static uintptr_t cxx_begin, cxx_end;

extern void *swift_slowAlloc(size_t size, size_t mask);
extern void *swift_allocObject(const void *metadata, size_t size, size_t mask);

void ch_find_runtime(void) {
  if (runtime_end != 0) return;
  ch_image_bounds((uintptr_t)NEXT(swift_allocObject), &runtime_begin, &runtime_end);
  ch_image_bounds((uintptr_t)dlsym(RTLD_DEFAULT, "_Znwm"), &cxx_begin, &cxx_end);
  // Each with the usual alignment, and with a greater one.
  enum { bytes = 64, usual = 7, greater = 63 };
  is_finding_sites = true;
  void *made[site_limit] = {
    swift_slowAlloc(bytes, usual), NEXT(swift_allocObject)(object_sites, bytes, usual), swift_slowAlloc(bytes, greater),
    NEXT(swift_allocObject)(object_sites, bytes, greater)};
  is_finding_sites = false;
  for (int i = 0; i < site_limit; i++) free(made[i]);
}

static void find_site(uintptr_t caller) {
  if (is_finding_sites && site_count < site_limit) object_sites[site_count++] = caller;
}

static bool is_of_object(uintptr_t site) {
  for (int i = 0; i < site_count; i++)
    if (object_sites[i] == site) return true;
  return false;
}

bool ch_is_runtime(uintptr_t code) { return code - runtime_begin < runtime_end - runtime_begin; }

static bool allocates_here(uintptr_t site) {
  if (ch_current < 0 || ch_current > setup) return false;
  return !ch_is_runtime(site) || is_of_object(site);
}

// Whether a function without a frame that has called the function of a frame was called by the runtime: its return address
// comes after the registers that it keeps.
static bool is_called_by_runtime(const uintptr_t *frame) {
  enum { first = 2, most = 4 };
  for (int i = first; i < first + most; i++) {
    if (ch_is_instrumented(frame[i])) return false;
    if (ch_is_runtime(frame[i]) && ch_follows_call(frame[i])) return true;
  }
  return false;
}

void *malloc(size_t bytes) {
  find_site(CALLER);
  const uintptr_t *frame = __builtin_frame_address(0);
  return allocates_here(CALLER) && !(CALLER - cxx_begin < cxx_end - cxx_begin && is_called_by_runtime(frame)) ? allocate(bytes, granule) : __libc_malloc(bytes);
}

void free(void *memory) {
  if (!ch_in_arena((uintptr_t)memory)) return __libc_free(memory);
  arena_of((uintptr_t)memory)->state[granule_of((uintptr_t)memory)] = freed;
}

void *calloc(size_t count, size_t bytes) {
  size_t total;
  if (__builtin_mul_overflow(count, bytes, &total)) return NULL;
  // The memory of an arena is zero.
  return allocates_here(CALLER) ? allocate(total, granule) : __libc_calloc(count, bytes);
}

void *realloc(void *memory, size_t bytes) {
  const bool is_here = ch_in_arena((uintptr_t)memory);
  if (!is_here && (memory != NULL || !allocates_here(CALLER))) return __libc_realloc(memory, bytes);
  void *larger = allocates_here(CALLER) ? allocate(bytes, granule) : __libc_malloc(bytes);
  size_t size = 0;
  if (larger == NULL || memory == NULL || ch_block((uintptr_t)memory, &size) == 0) return larger;
  memcpy(larger, memory, size < bytes ? size : bytes);
  free(memory);
  return larger;
}

static void *allocate_aligned(size_t alignment, size_t bytes, uintptr_t site) {
  return allocates_here(site) ? allocate(bytes, alignment) : __libc_memalign(alignment, bytes);
}

void *memalign(size_t alignment, size_t bytes) { return allocate_aligned(alignment, bytes, CALLER); }

void *aligned_alloc(size_t alignment, size_t bytes) { return allocate_aligned(alignment, bytes, CALLER); }

int posix_memalign(void **memory, size_t alignment, size_t bytes) {
  find_site(CALLER);
  *memory = allocate_aligned(alignment, bytes, CALLER);
  return *memory == NULL ? ENOMEM : 0;
}

size_t malloc_usable_size(void *memory) {
  size_t size = 0;
  if (!ch_in_arena((uintptr_t)memory)) return NEXT(malloc_usable_size)(memory);
  return ch_block((uintptr_t)memory, &size) == 0 ? 0 : size;
}

void *ch_allocate(size_t bytes) { return allocate(bytes, 64); }

#endif
