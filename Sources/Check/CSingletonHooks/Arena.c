// Memory whose addresses are the same in each execution: one arena for the setup and one for each modeled thread, at
// fixed addresses. Nothing is used a second time within an execution, so an address names one allocation.
//
// Code may compare addresses. So a second search has arenas, lanes and blocks in the reverse order, and in a third one a thread
// gets the block that it has freed last, as it would from the C library. In the second search, memory that nobody has
// initialized is not zero, either.
//
// What a thread allocates first may depend on the execution, such as a lock or an instance. So each class, and each size
// of other memory, has a lane of its own: what is known of an address is then known of one kind of memory.
#include "Hooks.h"

#if CH_AVAILABLE

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <sys/mman.h>

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

enum { granule = 16, arena_count = ch_thread_limit + 1, granules = arena_bytes / granule };
// What has no lane, or no place in it, is behind the lanes. They are short, because the audit pays for each page of them.
enum { lane_count = 64, lane_bytes = 8 << 10, other_bits = 0x2b0 };

// For each granule of an arena the granule at which its block begins, plus 1; for that granule the size of the block, the
// once token within whose body it was allocated, and whether it is an object, too.
typedef struct {
  // The bytes that are used in each lane, and in both parts behind the lanes.
  uint32_t used[lane_count + 2];
  uint32_t first[granules];
  uint32_t bytes[granules];
  // Of the first granule of a block: whether it contains an object whose deinit has begun, or is freed.
  enum : uint8_t { lives, ends, gone } lives[granules];
  // How often it was used again in this execution.
  uint8_t generations[granules];
  // The threads that have freed it, as bits, in any execution of this check.
  uint32_t freed_by[granules];
  enum : uint8_t { no_object, an_object, storage } objects[granules];
  // Whether it is no object of the runtime's either, whose end is that of its references.
  bool is_memory[granules];
  const void *tokens[granules];
  ch_elements elements[granules];
  bool is_published[granules];
} arena;

static arena *arenas;

// What has a lane: a class and a size. They are numbered in the order in which the threads of a check first allocate them.
typedef struct {
  uintptr_t class;
  size_t size;
  bool is_zero;
} kind;
static kind kinds[lane_count];
static int kind_count;
// The class of the object that is being allocated, or 0.
static _Thread_local uintptr_t allocated_class;

// The arrangement, and whether a thread has allocated in a lane after it had freed a block of this lane.
static bool is_mirrored, reuses, could_reuse;
bool ch_could_reuse(void) { return could_reuse; }
bool ch_is_mirrored(void) { return is_mirrored; }

void ch_name_allocation(const void *class) { allocated_class = (uintptr_t)class; }

void ch_begin_arenas(void) {
  kind_count = 0;
  is_mirrored = reuses = could_reuse = false;
  // Each page that was ever used would cost time in the audit's process.
  madvise((void *)arena_base, arena_bytes * arena_count, MADV_DONTNEED);
  madvise(arenas, arena_count * sizeof(arena), MADV_DONTNEED);
}

// Behind the lanes, memory that is zero has the second half of the arena.
static uint32_t lane_begin(int lane) { return lane > lane_count ? arena_bytes / 2 : (uint32_t)lane * lane_bytes; }
static uint32_t lane_end(int lane) {
  return lane > lane_count ? arena_bytes : lane == lane_count ? arena_bytes / 2 : lane_begin(lane) + lane_bytes;
}

static int in_arrangement(int number) { return is_mirrored ? setup - number : number; }
// The place of bytes of an arena in the arrangement.
static uint32_t placed(uint32_t begin, uint32_t size) { return is_mirrored ? arena_bytes - begin - size : begin; }

// Sets bytes of a lane to what they are before they are initialized, which is not zero in a short part behind the lanes.
enum { part_bytes = 256 << 10 };
static void clear(int thread, int lane, uint32_t size) {
  char *const begin = (char *)arena_base + arena_bytes * (uintptr_t)in_arrangement(thread) + placed(lane_begin(lane), size);
  const uint32_t part = lane == lane_count && size > part_bytes ? part_bytes : size;
  const bool is_zero = !is_mirrored || lane > lane_count || (lane < lane_count && kinds[lane].is_zero);
  // A mirrored lane begins at its end.
  memset(begin, 0, size - part);
  memset(begin + (size - part), is_zero ? 0 : ci_uninitialized, part);
}

static void clear_for_all(int lane, uint32_t size) {
  for (int i = 0; i < arena_count; i++)
    if (i < ch_thread_count || i == setup) clear(i, lane, size);
}

static int lane_of(size_t size, bool is_zero) {
  for (int i = 0; i < kind_count; i++)
    if (kinds[i].class == allocated_class && kinds[i].size == size && kinds[i].is_zero == is_zero) return i;
  if (kind_count == lane_count || size > lane_bytes / 4) return lane_count + is_zero;
  const int lane = kind_count++;
  kinds[lane] = (kind){allocated_class, size, is_zero};
  // Nobody has accessed the lane before.
  if (is_mirrored) {
    ch_open(ch_arena_of_setup().begin, lane_bytes);
    clear_for_all(lane, lane_bytes);
    ch_end_fault();
  }
  return lane;
}

// The blocks of each lane that each thread has freed, the latest last.
enum { freed_limit = 16 };
static struct {
  uintptr_t blocks[freed_limit];
  int count;
} freed[ch_thread_limit][lane_count];

bool ch_in_arena(uintptr_t address) { return address - arena_base < arena_bytes * arena_count; }

uintptr_t ch_end_of_arenas(uintptr_t address) {
  const uintptr_t page = 4096;
  if (ch_in_arena(address)) return arena_base + arena_bytes * arena_count;
  if (address - (uintptr_t)arenas >= arena_count * sizeof(arena)) return 0;
  return ((uintptr_t)(arenas + arena_count) + page - 1) & ~(page - 1);
}

ci_range ch_arenas_of_threads(void) {
  const int first = is_mirrored ? setup - ch_thread_count + 1 : 0;
  return (ci_range){arena_base + arena_bytes * (uintptr_t)first, arena_base + arena_bytes * (uintptr_t)(first + ch_thread_count)};
}

ci_range ch_arena_of_setup(void) {
  const uintptr_t begin = arena_base + arena_bytes * (uintptr_t)in_arrangement(setup);
  return (ci_range){begin, begin + arena_bytes};
}

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
    // The threads of this check and the setup.
    if (i >= ch_thread_count && i != setup) continue;
    const uintptr_t number = (uintptr_t)in_arrangement(i);
    arena *arena = &arenas[number];
    for (int lane = 0; lane < lane_count + 2; lane++) {
      if (i != setup && lane < lane_count) freed[i][lane].count = 0;
      if (arena->used[lane] == 0) continue;
      const uint32_t place = placed(lane_begin(lane), arena->used[lane]), begin = place / granule, used = arena->used[lane] / granule;
      clear(i, lane, arena->used[lane]);
      memset(arena->first + begin, 0, used * sizeof *arena->first);
      memset(arena->lives + begin, 0, used * sizeof *arena->lives);
      memset(arena->is_published + begin, 0, used * sizeof *arena->is_published);
      memset(arena->generations + begin, 0, used * sizeof *arena->generations);
      arena->used[lane] = 0;
    }
    // Code may decide by bits of an address, which would be the same in each arena.
    for (int lane = 0; lane < lane_count && is_mirrored && i != setup; lane++)
      arena->used[lane] = i % 2 == 1 && !ch_are_alike() ? other_bits : granule;
  }
}

// The runtime and the library of Dispatch, whose objects begin with their class and their counts, too.
static ci_range runtime, dispatch;

// Whether the threads have each other's arenas, in the reverse order.
static bool is_reversed;
void ch_reverse_arenas(bool reverses) { is_reversed = reverses; }

static int reversed_thread(int thread) {
  return is_reversed && thread < ch_thread_count ? ch_thread_count - 1 - thread : thread;
}

static int arena_number(int thread) { return in_arrangement(reversed_thread(thread)); }

bool ch_is_of_threads(uintptr_t address) {
  const ci_range range = ch_arenas_of_threads();
  return ci_is_in(range, address);
}

uintptr_t ch_image(uintptr_t address, int thread) {
  return arena_base + (uintptr_t)in_arrangement(thread) * arena_bytes + (address - arena_base) % arena_bytes;
}

uintptr_t ch_reversed(uintptr_t word) {
  // An object's address may have bits set beside it.
  const uintptr_t address = word & UINT64_C(0x00fffffffffffff8);
  if (!is_reversed || !ch_is_of_threads(address)) return word;
  return word - address + ch_image(address, reversed_thread(in_arrangement((int)(arena_of(address) - arenas))));
}

// Whether the runtime allocates an object for its own code, whose class is not known here.
static bool is_for_runtime_object(const uintptr_t *frame);

// Begins the life of a block.
static void *begin_block(uintptr_t block, uintptr_t site, const uintptr_t *frame) {
  arena *arena = arena_of(block);
  const uint32_t first = granule_of(block);
  arena->lives[first] = lives;
  arena->objects[first] = allocated_class != 0 && ch_is_storage_class((const void *)allocated_class) ? storage
    : allocated_class != 0 || ci_is_in(dispatch, site) ? an_object : no_object;
  arena->is_memory[first] = arena->objects[first] == no_object && !is_for_runtime_object(frame);
  arena->tokens[first] = is_modeled() ? ch_threads[ch_current].once : NULL;
  return (void *)block;
}

// Returns the block of a lane that the thread has freed last, which is zero again, or 0.
static uintptr_t freed_block(int lane, size_t size) {
  if (!is_modeled() || lane >= lane_count || freed[ch_current][lane].count == 0) return 0;
  could_reuse = true;
  if (!reuses) return 0;
  const uintptr_t block = freed[ch_current][lane].blocks[--freed[ch_current][lane].count];
  arena_of(block)->generations[granule_of(block)]++;
  arena_of(block)->lives[granule_of(block)] = lives;
  // The change is announced to threads that share the block. They run meanwhile and may allocate.
  const uintptr_t class = allocated_class;
  ch_write_too(block, size, ch_user_code(0));
  allocated_class = class;
  ch_open(block, size);
  memset((void *)block, 0, size);
  ch_end_fault();
  return block;
}

static void *allocate(size_t bytes, size_t alignment, bool is_zero, uintptr_t site, const uintptr_t *frame) {
  const int number = arena_number(ch_current);
  arena *arena = &arenas[number];
  const size_t align = alignment < granule ? granule : alignment;
  const size_t size = bytes == 0 ? align : (bytes + align - 1) & ~(align - 1);
  int lane = lane_of(size, is_zero);
  const uintptr_t again = freed_block(lane, size);
  if (again != 0) return begin_block(again, site, frame);
  size_t begin, end;
  for (;;) {
    begin = (lane_begin(lane) + arena->used[lane] + align - 1) & ~(align - 1);
    // A granule between two blocks keeps accesses beyond a block from touching the next.
    end = begin + size + granule;
    if (end >= begin && end <= lane_end(lane)) break;
    if (lane >= lane_count) {
      if (ch_current != setup) ch_refuse("more than 64 MiB of memory in one thread", ch_user_code(CALLER));
      ch_note_refusal("more than 64 MiB of memory in `fresh`", ch_user_code(CALLER));
      return __libc_memalign(align, size);
    }
    lane = lane_count + is_zero;
  }
  arena->used[lane] = (uint32_t)end - lane_begin(lane);
  const uint32_t first = placed((uint32_t)begin, (uint32_t)size) / granule;
  for (size_t i = first; i < first + size / granule; i++) arena->first[i] = first + 1;
  arena->bytes[first] = (uint32_t)size;
  return begin_block(arena_base + (uintptr_t)number * arena_bytes + (uintptr_t)first * granule, site, frame);
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
  return ch_in_arena(address) && arena_of(address) - arenas == arena_number(thread);
}

const void *ch_block_token(uintptr_t address) {
  size_t size;
  const uintptr_t block = ch_block(address, &size);
  return block == 0 ? NULL : arena_of(block)->tokens[granule_of(block)];
}

bool ch_is_object(uintptr_t address) {
  size_t size;
  const uintptr_t block = ch_block(address, &size);
  return block != 0 && arena_of(block)->objects[granule_of(block)] != no_object;
}

bool ch_is_memory(uintptr_t address) {
  size_t size;
  const uintptr_t block = ch_block(address, &size);
  return block != 0 && arena_of(block)->is_memory[granule_of(block)];
}

bool ch_is_storage(uintptr_t object) {
  size_t size;
  return ch_block(object, &size) == object && object != 0 && arena_of(object)->objects[granule_of(object)] == storage;
}

bool ch_is_element(uintptr_t address) {
  size_t size;
  return ch_is_storage(ch_block(address, &size));
}

ch_elements *ch_elements_of(uintptr_t storage) { return &arena_of(storage)->elements[granule_of(storage)]; }
bool ch_is_published(uintptr_t storage) { return arena_of(storage)->is_published[granule_of(storage)]; }
void ch_publish(uintptr_t storage) { arena_of(storage)->is_published[granule_of(storage)] = true; }

void ch_note_ending(uintptr_t object) { arena_of(object)->lives[granule_of(object)] = ends; }

bool ch_has_ended(uintptr_t object) { return arena_of(object)->lives[granule_of(object)] >= ends; }

uintptr_t ch_life(uintptr_t block) {
  return block == 0 ? 0 : block | (uintptr_t)arena_of(block)->generations[granule_of(block)] << 56;
}

bool ch_is_gone(uintptr_t address) {
  size_t size;
  const uintptr_t block = ch_block(address, &size);
  return block != 0 && arena_of(block)->lives[granule_of(block)] == gone;
}

void ch_note_gone(uintptr_t block) {
  arena_of(block)->lives[granule_of(block)] = gone;
  if (!is_modeled()) return;
  arena_of(block)->freed_by[granule_of(block)] |= 1u << reversed_thread(ch_current);
  // An access that was announced before the block was freed must be announced again.
  ch_forget_announcements_of(block, arena_of(block)->bytes[granule_of(block)]);
}

static int lane_of_block(uintptr_t block) {
  const uint32_t place = placed(granule_of(block) * granule, granule);
  if (place >= lane_begin(lane_count)) return place < lane_end(lane_count) ? lane_count : lane_count + 1;
  return (int)(place / lane_bytes);
}

static void note_freed(uintptr_t block) {
  const int lane = lane_of_block(block);
  if (!is_modeled() || lane >= lane_count || freed[ch_current][lane].count == freed_limit) return;
  freed[ch_current][lane].blocks[freed[ch_current][lane].count++] = block;
}

// Whether an execution has allocated another block of a size, not before one of them in its arena.
static bool could_get(uintptr_t block) {
  const uint32_t size = arena_of(block)->bytes[granule_of(block)];
  const int lane = lane_of_block(block);
  for (int thread = 0; thread < ch_thread_count; thread++) {
    const arena *arena = &arenas[in_arrangement(thread)];
    const uint32_t begin = lane_begin(lane) / granule, end = begin + arena->used[lane] / granule;
    const uint32_t first = ch_is_of_thread(block, thread) ? granule_of(block) + 1 : begin;
    for (uint32_t at = first; at < end; at++)
      if (arena->first[at] == at + 1 && arena->bytes[at] == size) return true;
  }
  return false;
}

bool ch_is_gone_for_others(uintptr_t word) {
  size_t size;
  return ch_in_arena(word) && ch_block(word, &size) == word && ch_is_gone(word) && could_get(word);
}

bool ch_keeps_address(void) {
  for (int i = 0; i < arena_count; i++) {
    if (i >= ch_thread_count && i != setup) continue;
    const arena *arena = &arenas[in_arrangement(i)];
    const uintptr_t base = arena_base + arena_bytes * (uintptr_t)(arena - arenas);
    for (int lane = 0; lane < lane_count + 2; lane++)
      for (uint32_t offset = 0; offset < arena->used[lane]; offset += sizeof(uintptr_t)) {
        const uintptr_t at = base + placed(lane_begin(lane), arena->used[lane]) + offset;
        if (ch_is_gone_for_others(ch_peek(at, sizeof at)) && ch_block(at, &(size_t){0}) != 0 && !ch_is_gone(at)) return true;
      }
  }
  return false;
}

void ch_arrange(bool mirrors, bool is_reusing) {
  ch_begin_arenas();
  ch_forget_counted();
  ch_forget_footprint();
  is_mirrored = mirrors;
  reuses = is_reusing;
  if (is_mirrored) clear_for_all(lane_count, part_bytes);
  ch_find_audited();
}

// A block that one thread has freed counts as freed in the arena of each thread that is taken to be alike.
bool ch_is_freed_by_others(uintptr_t address) {
  size_t size;
  const uintptr_t block = ch_block(address, &size);
  if (block == 0) return false;
  if (!ch_are_alike()) return (arena_of(block)->freed_by[granule_of(block)] & ~(1u << ch_current)) != 0;
  if (!ch_is_of_threads(block)) return arena_of(block)->freed_by[granule_of(block)] != 0;
  for (int thread = 0; thread < ch_thread_count; thread++)
    if ((arenas[in_arrangement(thread)].freed_by[granule_of(block)] & ~(1u << thread)) != 0) return true;
  return false;
}

// MARK: The allocation functions of the C library

// The addresses in the runtime to which the allocations of objects return. Whatever else it allocates belongs to its
// caches, which outlive an execution.
enum { site_limit = 6 };
static uintptr_t object_sites[site_limit];
// The addresses in the runtime's functions for objects to which its function for memory of any kind returns, or 0.
static uintptr_t object_callers[site_limit];
static int site_count;
static bool is_finding_objects;
static bool is_finding_sites;
// The library with functions of the standard library for common types, which debug builds call.
static ci_range specialized;

// The library of C++, whose operator new the runtime calls for its caches.
static ci_range cxx;

extern void *swift_slowAlloc(size_t size, size_t mask);
extern void *swift_allocObject(const void *metadata, size_t size, size_t mask);

void ch_find_runtime(void) {
  if (runtime.end != 0) return;
  runtime = ci_code_around((uintptr_t)NEXT(swift_allocObject));
  cxx = ci_code_around((uintptr_t)dlsym(RTLD_DEFAULT, "_Znwm"));
  void *const library = dlopen("libswiftSwiftOnoneSupport.so", RTLD_LAZY | RTLD_NOLOAD);
  if (library != NULL) {
    specialized = ci_code_around((uintptr_t)dlsym(library, "$ss22_ContiguousArrayBufferV10startIndexSivgSi_Tg5"));
    dlclose(library);
  }
  dispatch = ci_code_around((uintptr_t)dlsym(RTLD_NEXT, "dispatch_queue_create"));
  enum { bytes = 64 };
  static const size_t masks[] = {7, 63};
  void *made[site_limit];
  is_finding_sites = true;
  for (int i = 0; i < site_limit; i += 3) {
    const size_t mask = masks[i / 3];
    made[i] = swift_slowAlloc(bytes, mask);
    is_finding_objects = true;
    made[i + 1] = ORIGINAL(swift_allocObject)(object_sites, bytes, mask);
    // The library's own calls.
    made[i + 2] = NEXT(swift_allocObject)(object_sites, bytes, mask);
    is_finding_objects = false;
  }
  is_finding_sites = false;
  for (int i = 0; i < site_limit; i++) free(made[i]);
}

// The frame is that of the function for memory of any kind.
static void find_site(uintptr_t caller, const uintptr_t *frame) {
  if (!is_finding_sites || site_count == site_limit) return;
  if (is_finding_objects) object_callers[site_count] = frame[1];
  object_sites[site_count++] = caller;
}

static bool is_of_object(uintptr_t site) {
  for (int i = 0; i < site_count; i++)
    if (object_sites[i] == site) return true;
  return false;
}

static bool is_for_runtime_object(const uintptr_t *frame) {
  for (int i = 0; i < site_count && frame != NULL; i++)
    if (object_callers[i] != 0 && object_callers[i] == frame[1]) return true;
  return false;
}

// The frame of the function that has allocated or, if that is the runtime's, of the one that has called it.
#define CALLERS_FRAME ((const uintptr_t *)*(const uintptr_t *)__builtin_frame_address(0))

bool ch_is_runtime(uintptr_t code) { return ci_is_in(runtime, code); }
bool ch_is_standard_library(uintptr_t code) { return ch_is_runtime(code) || ci_is_in(specialized, code); }

// Whether code of the runtime's file is a function of the standard library, which allocates memory to keep what it lends to its
// caller, such as the value of a key that is about to change.
static bool is_lender(uintptr_t site) {
  enum { known_limit = 64 };
  static _Thread_local uintptr_t known[known_limit];
  static _Thread_local bool answers[known_limit];
  const size_t place = site % known_limit;
  if (known[place] == site) return answers[place];
  Dl_info info;
  const bool has_name = dladdr((void *)site, &info) != 0 && info.dli_sname != NULL;
  known[place] = site;
  return answers[place] = has_name && strncmp(info.dli_sname, "$s", 2) == 0;
}

static bool allocates_here(uintptr_t site) {
  if (ch_current < 0 || ch_current > setup) return false;
  return !ch_is_runtime(site) || is_of_object(site) || is_lender(site);
}

// Whether a function without a frame that has called the function of a frame was called by the runtime: its return address
// comes after the registers that it keeps, which may point to data of the runtime whose bytes look like a call.
static bool is_called_by_runtime(const uintptr_t *frame) {
  enum { first = 2, most = 4 };
  for (int i = first; i < first + most; i++) {
    if (ch_is_instrumented(frame[i])) return false;
    if (ch_is_runtime(frame[i]) && ch_follows_call(frame[i])) return true;
  }
  return false;
}

// Whether the runtime's function for memory of any kind is called for a page of descriptions of types, which outlive an
// execution. What the runtime has beside an object is small.
static bool is_for_types(size_t bytes, uintptr_t site, const uintptr_t *frame) {
  const size_t least = 4096;
  return bytes >= least && is_of_object(site) && ch_is_runtime(frame[1]) && !is_lender(frame[1]) && !is_for_runtime_object(frame);
}

void *malloc(size_t bytes) {
  find_site(CALLER, CALLERS_FRAME);
  const uintptr_t *frame = __builtin_frame_address(0);
  const bool is_cache = (ci_is_in(cxx, CALLER) && is_called_by_runtime(frame)) || is_for_types(bytes, CALLER, CALLERS_FRAME);
  if (!allocates_here(CALLER) || is_cache) return __libc_malloc(bytes);
  return allocate(bytes, granule, false, CALLER, is_of_object(CALLER) ? CALLERS_FRAME : NULL);
}

void free(void *memory) {
  // The rehearsal may use a block that it has freed, so another part of the process must not get the block.
  if (!ch_in_arena((uintptr_t)memory)) {
    if (!ch_is_in_rehearsed_body() || malloc_usable_size(memory) > lane_bytes) __libc_free(memory);
    return;
  }
  if (is_modeled() && ch_is_memory((uintptr_t)memory)) ch_note_free((uintptr_t)memory, ch_user_code(CALLER));
  ch_note_gone((uintptr_t)memory);
  note_freed((uintptr_t)memory);
}

void *calloc(size_t count, size_t bytes) {
  size_t total;
  if (__builtin_mul_overflow(count, bytes, &total)) return NULL;
  return allocates_here(CALLER) ? allocate(total, granule, true, CALLER, NULL) : __libc_calloc(count, bytes);
}

void *realloc(void *memory, size_t bytes) {
  const bool is_here = ch_in_arena((uintptr_t)memory);
  if (!is_here && (memory != NULL || !allocates_here(CALLER))) return __libc_realloc(memory, bytes);
  void *larger = allocates_here(CALLER) ? allocate(bytes, granule, false, CALLER, NULL) : __libc_malloc(bytes);
  size_t size = 0;
  if (larger == NULL || memory == NULL || ch_block((uintptr_t)memory, &size) == 0) return larger;
  if (size > bytes) size = bytes;
  if (is_modeled()) {
    ch_read((uintptr_t)memory, size, ch_user_code(CALLER));
    ch_write_too((uintptr_t)larger, size, ch_user_code(CALLER));
  }
  ch_open((uintptr_t)memory, size);
  memcpy(larger, memory, size);
  ch_end_fault();
  // Pending stores are performed before memory is freed.
  free(memory);
  return larger;
}

static void *allocate_aligned(size_t alignment, size_t bytes, uintptr_t site, const uintptr_t *frame) {
  return allocates_here(site) ? allocate(bytes, alignment, false, site, frame) : __libc_memalign(alignment, bytes);
}

void *memalign(size_t alignment, size_t bytes) { return allocate_aligned(alignment, bytes, CALLER, NULL); }

void *aligned_alloc(size_t alignment, size_t bytes) { return allocate_aligned(alignment, bytes, CALLER, NULL); }

int posix_memalign(void **memory, size_t alignment, size_t bytes) {
  find_site(CALLER, CALLERS_FRAME);
  *memory = allocate_aligned(alignment, bytes, CALLER, is_of_object(CALLER) ? CALLERS_FRAME : NULL);
  return *memory == NULL ? ENOMEM : 0;
}

size_t malloc_usable_size(void *memory) {
  size_t size = 0;
  if (!ch_in_arena((uintptr_t)memory)) return NEXT(malloc_usable_size)(memory);
  return ch_block((uintptr_t)memory, &size) == 0 ? 0 : size;
}

void *ch_allocate(size_t bytes) { return allocate(bytes, 64, true, 0, NULL); }

#endif
