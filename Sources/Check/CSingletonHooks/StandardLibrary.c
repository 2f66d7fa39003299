// The standard library, whose code is not instrumented.
//
// Its own calls of the runtime, which is in the same file, go past the definitions of this module, so those that count and
// allocate are led back to them, and those that read weak references: the first instructions of the runtime's functions
// become a jump. Each that counts has a pointer to its implementation, for tools that replace it.
//
// Its collections keep their elements in objects that nobody writes but a variable that holds the only reference. So what it
// does in such an object is what it does with the variable, which the code that calls it announces.
#include "Hooks.h"

#if CH_AVAILABLE

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>

void *ch_original(const char *pointer, const char *name) {
  void *const *implementation = dlsym(RTLD_NEXT, pointer);
  return implementation != NULL ? *implementation : dlsym(RTLD_NEXT, name);
}

#if defined(__x86_64__)

typedef struct __attribute__((packed)) {
  uint16_t move;
  void *target;
  uint8_t jump[3];
} redirection;

static void redirect(const char *name, void *target) {
  const uintptr_t page = 4096;
  uint8_t *entry = dlsym(RTLD_NEXT, name);
  if (entry == NULL || entry == target) return;
  // mov r11, target; jmp r11
  const redirection code = {.move = 0xbb49, .target = target, .jump = {0x41, 0xff, 0xe3}};
  void *const begin = (void *)((uintptr_t)entry & ~(page - 1));
  if (mprotect(begin, 2 * page, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) return;
  memcpy(entry, &code, sizeof code);
  mprotect(begin, 2 * page, PROT_READ | PROT_EXEC);
}

typedef void *object;
extern object swift_allocObject(const void *, size_t, size_t), swift_retain(object), swift_retain_n(object, uint32_t);
extern void swift_release(object), swift_release_n(object, uint32_t);

extern object swift_weakLoadStrong(void *);

// Functions whose originals are still to be called have a pointer to their implementation.
#define REDIRECT(name) \
  if (dlsym(RTLD_NEXT, "_" #name) != NULL) redirect(#name, (void *)name)

// Before other threads call these functions.
__attribute__((constructor)) static void redirect_runtime(void) {
  REDIRECT(swift_allocObject);
  REDIRECT(swift_retain);
  REDIRECT(swift_retain_n);
  REDIRECT(swift_release);
  REDIRECT(swift_release_n);
  // Of what is stored here for a weak reference, the runtime would make nothing good.
  redirect("swift_weakLoadStrong", (void *)swift_weakLoadStrong);
}

#endif

// MARK: Errors

// What the runtime calls for each error that is thrown: Swift Testing has it record who has called, which takes locks.
typedef void (*throw_handler)(const void *, const void *, const void *);
static throw_handler handle_error, handle_typed_error;

static void threw(const void *error, const void *type, const void *conformance) {
  if (!is_checked() && handle_error != NULL) handle_error(error, type, conformance);
}

static void threw_typed(const void *error, const void *type, const void *conformance) {
  if (!is_checked() && handle_typed_error != NULL) handle_typed_error(error, type, conformance);
}

static void lead_past(const char *name, throw_handler *handler, throw_handler substitute) {
  _Atomic(throw_handler) *const pointer = dlsym(RTLD_DEFAULT, name);
  if (pointer == NULL) return;
  *handler = atomic_load(pointer);
  atomic_store(pointer, substitute);
}

void ch_lead_past_throw_handlers(void) {
  // Once: whoever replaces the handler later may call this one.
  static bool is_done;
  if (is_done) return;
  is_done = true;
  lead_past("_swift_willThrow", &handle_error, threw);
  lead_past("_swift_willThrowTypedImpl", &handle_typed_error, threw_typed);
}

// MARK: Collections

// What describes the classes of the collections' storage, whatever their elements are.
extern const char array_storage[] __asm__("$ss23_ContiguousArrayStorageCMn");
extern const char dictionary_storage[] __asm__("$ss18_DictionaryStorageCMn");
extern const char set_storage[] __asm__("$ss11_SetStorageCMn");

// The metadata of a class, as Swift's ABI has it without Objective-C.
typedef struct {
  // Of a class 0; other kinds, such as that of a box for a captured variable, have other fields.
  uintptr_t kind;
  const void *superclass;
  uint32_t flags, instance_address_point, instance_size;
  uint16_t instance_alignment_mask, reserved;
  uint32_t size, address_point;
  const char *description;
} class_metadata;

// The class of the storage of strings, which the library does not export.
static const void *string_storage;
void ch_know_string(const void *storage) { string_storage = *(void *const *)storage; }

// Asks no function of the runtime: in a copy of this process, another thread may have held its lock for ever.
bool ch_is_storage_class(const void *class) {
  const class_metadata *const metadata = class;
  const char *const description = metadata->kind == 0 ? metadata->description : NULL;
  return description == array_storage || description == dictionary_storage || description == set_storage
    || class == string_storage;
}

extern const char _swiftEmptyArrayStorage[], _swiftEmptyDictionarySingleton[], _swiftEmptySetSingleton[];

static uintptr_t object_in(uintptr_t word) { return word & UINT64_C(0x00fffffffffffff8); }

// Whether two words are those of a string: of one with storage in the check's memory, of a constant, or of up to 15 bytes,
// whose last byte says how many they are, and after which there are zeros.
static bool are_string(uintptr_t first, uintptr_t second) {
  enum : uintptr_t { constant = 0x80, short_string = 0xa0, short_ascii = 0xe0, flags = UINT64_C(0xffff) << 48 };
  const uintptr_t kind = second >> 56;
  if (kind == 0) return ch_is_storage(second) && *(const void *const *)second == string_storage;
  const bool has_count = (first & flags) >= UINT64_C(1) << 60 && (first & flags & ~(UINT64_C(15) << 60)) == 0;
  if (kind == constant) return has_count && (first & ~flags) > 15;
  if ((kind & 0xf0) != short_ascii && (kind & 0xf0) != short_string) return false;
  const int count = kind & 15;
  const uintptr_t rest = second & ~(UINT64_C(0xff) << 56);
  return count < 8 ? first >> 8 * count == 0 && rest == 0 : rest >> 8 * (count - 8) == 0;
}

size_t ch_collection_at(uintptr_t variable, uintptr_t *storage) {
  const size_t word = sizeof(uintptr_t);
  const uintptr_t first = ch_peek(variable, word), held = object_in(first);
  const bool is_empty = held == (uintptr_t)_swiftEmptyArrayStorage || held == (uintptr_t)_swiftEmptyDictionarySingleton
    || held == (uintptr_t)_swiftEmptySetSingleton;
  *storage = held;
  if (is_empty || ch_is_storage(held)) return word;
  *storage = object_in(ch_peek(variable + word, word));
  return are_string(first, ch_peek(variable + word, word)) ? 2 * word : 0;
}

#endif
