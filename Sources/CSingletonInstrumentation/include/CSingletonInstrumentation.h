#pragma once
// What the compiler's instrumentation for its thread sanitizer calls, without the sanitizer.
//
// The functions do what the code would do without them, and tell one observer of it. A program has one definition of each,
// so those that check its code by threads and by tasks share this module.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Whether the functions can be defined here: not beside a sanitizer, which defines them itself.
#if defined(__linux__) && defined(__GLIBC__)
#define CI_AVAILABLE 1
#endif
#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#undef CI_AVAILABLE
#endif
#endif

#pragma clang assume_nonnull begin

typedef enum : uint8_t { ci_add, ci_exchange, ci_compare_exchange, ci_and, ci_or, ci_xor } ci_update;

/// An atomic access of 8 bytes at most. Orders are as C numbers them.
typedef struct {
  uintptr_t address;
  /// What is written or added, and with what a compare-exchange compares.
  uintptr_t value, expected;
  /// The address of the code.
  uintptr_t code;
  uint8_t size, order, failure_order;
  ci_update update;
} ci_atomic;

/// What is told of instrumented code, each before it is done unless it says otherwise. `code` is the address of the code.
typedef struct {
  void (*read)(uintptr_t address, size_t size, uintptr_t code);
  void (*write)(uintptr_t address, size_t size, uintptr_t code);
  /// A variable is passed `inout`. If the code that gets it is instrumented, it announces what it does.
  void (*pass)(uintptr_t address, bool writes, uintptr_t code);
  /// A function begins, though it may access no memory.
  void (*enter)(void);
  /// The accesses of a `deinit` are not announced; what it calls is. Called before the first and after the last.
  void (*end_object)(bool begins);
  void (*copy)(uintptr_t to, uintptr_t from, size_t size, uintptr_t code);
  void (*fill)(uintptr_t address, size_t size, uintptr_t code);
  /// After a copy or a fill.
  void (*filled)(void);
  /// These return true if they have performed the access. The value that was there before is put into `found`.
  bool (*load)(const ci_atomic *access, uintptr_t *found);
  bool (*store)(const ci_atomic *access);
  bool (*modify)(const ci_atomic *access, uintptr_t *found);
  bool (*fence)(int order, uintptr_t code);
  /// An atomic access to 16 bytes.
  void (*words)(uintptr_t address, uintptr_t code);
} ci_observer;

/// The observer, or NULL if there is none.
extern const ci_observer *_Nullable ci_active;

/// Whether the file of this module defines the functions that allocate, which pass on to those of the C library.
extern bool ci_passes_allocations_on;

/// An address in each loaded file that has instrumented code.
enum { ci_file_limit = 64 };
extern uintptr_t ci_files[ci_file_limit];
extern int ci_file_count;

#pragma clang assume_nonnull end
