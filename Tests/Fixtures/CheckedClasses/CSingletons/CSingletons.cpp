#include "CSingletons.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <malloc.h>
#include <mutex>
#include <pthread.h>
#include <sched.h>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <emmintrin.h>
#endif

extern "C" {
void dispatch_once_f(intptr_t *token, void *context, void (*body)(void *));
void *dispatch_queue_create(const char *label, void *attribute);
void dispatch_sync_f(void *queue, void *context, void (*body)(void *));
void dispatch_barrier_sync_f(void *queue, void *context, void (*body)(void *));
void dispatch_barrier_async_f(void *queue, void *context, void (*body)(void *));
}

namespace {

struct Cache {
  int padding[4];
  int size;
  explicit Cache(int size) : padding{}, size(size) {}
};

int capacity = 42;

std::once_flag flag;
Cache *called = nullptr;

pthread_once_t token = PTHREAD_ONCE_INIT;
Cache *by_token = nullptr;
void build_by_token() { by_token = new Cache(capacity); }

intptr_t dispatch_token = 0;
Cache *dispatched = nullptr;
void build_dispatched(void *) { dispatched = new Cache(capacity); }

std::mutex lock;
std::atomic<Cache *> checked{nullptr};
Cache *looked = nullptr;

Cache *double_checked(std::memory_order load, std::memory_order store) {
  if (Cache *known = checked.load(load)) return known;
  std::lock_guard<std::mutex> guard(lock);
  Cache *known = checked.load(std::memory_order_relaxed);
  if (known == nullptr) {
    known = new Cache(capacity);
    checked.store(known, store);
  }
  return known;
}

Cache *exchanged = nullptr;

// Inlined, so each call is a piece of code of its own.
__attribute__((always_inline)) inline Cache *load_exchanged() { return __atomic_load_n(&exchanged, __ATOMIC_ACQUIRE); }

Cache *exchange_if_empty() {
  if (load_exchanged() != nullptr) return load_exchanged();
  Cache *const made = new Cache(capacity);
  Cache *expected = nullptr;
  return __atomic_compare_exchange_n(&exchanged, &expected, made, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) ? made : expected;
}

std::condition_variable is_built;
bool is_claimed = false;
Cache *built = nullptr;

Cache *await_built(bool looks_again) {
  std::unique_lock<std::mutex> guard(lock);
  if (!is_claimed) {
    is_claimed = true;
    guard.unlock();
    Cache *const made = new Cache(capacity);
    guard.lock();
    built = made;
    is_built.notify_all();
  }
  if (looks_again) {
    is_built.wait(guard, [] { return built != nullptr; });
  } else if (built == nullptr) {
    is_built.wait(guard);
  }
  return built;
}

#if defined(__linux__)
pthread_spinlock_t spin;
const int is_spin_ready = pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
Cache *spun = nullptr;

Cache *build_spun(bool holds_lock) {
  pthread_spin_lock(&spin);
  if (holds_lock) {
    if (spun == nullptr) spun = new Cache(capacity);
  } else {
    const bool builds = spun == nullptr;
    pthread_spin_unlock(&spin);
    Cache *const made = builds ? new Cache(capacity) : nullptr;
    pthread_spin_lock(&spin);
    if (builds) spun = made;
  }
  Cache *const known = spun;
  pthread_spin_unlock(&spin);
  return known;
}
#else
Cache *build_spun(bool holds_lock) { return nullptr; }
#endif

alignas(16) unsigned __int128 pair = 0;

}  // namespace

void *cs_call_once() {
  std::call_once(flag, [] { called = new Cache(capacity); });
  return called;
}

void *cs_function_static() {
  static Cache *const built = new Cache(capacity);
  return built;
}

void *cs_pthread_once() {
  pthread_once(&token, build_by_token);
  return by_token;
}

void *cs_dispatch_once() {
  dispatch_once_f(&dispatch_token, nullptr, build_dispatched);
  return dispatched;
}

void *cs_double_checked() { return double_checked(std::memory_order_acquire, std::memory_order_release); }
void *cs_double_checked_relaxed() { return double_checked(std::memory_order_relaxed, std::memory_order_relaxed); }

void *cs_exchanged() { return exchange_if_empty(); }

void *cs_looked_before() {
  if (looked != nullptr) return looked;
  std::lock_guard<std::mutex> guard(lock);
  looked = new Cache(capacity);
  return looked;
}

void *cs_condition_variable() { return await_built(true); }
void *cs_condition_variable_without_loop() { return await_built(false); }

void *cs_spin_locked() { return build_spun(true); }
void *cs_looked_with_spin_lock() { return build_spun(false); }

void *cs_two_words() {
  __sync_val_compare_and_swap(&pair, static_cast<unsigned __int128>(0), static_cast<unsigned __int128>(1));
  return cs_pthread_once();
}

unsigned long cs_random_number() {
  unsigned long number = 0;
  getrandom(&number, sizeof number, 0);
  return number;
}

int cs_processor() { return sched_getcpu(); }

void *cs_per_thread() {
  static thread_local Cache *own = nullptr;
  if (own == nullptr) own = new Cache(capacity);
  return own;
}

namespace {
void *queue() {
  static void *const made = dispatch_queue_create("queue of C", nullptr);
  return made;
}
Cache *queued = nullptr;
void build_queued(void *) {
  if (queued == nullptr) queued = new Cache(capacity);
}

void *table = nullptr;
void *build_table() {
  if (table != nullptr) return table;
  void *small = std::calloc(2, sizeof(long));
  void *large = std::realloc(small, malloc_usable_size(small) + 1);
  static_cast<long *>(large)[1] += 1;
  std::free(std::aligned_alloc(64, 128));
  return table = large;
}
} // namespace

void *cs_on_queue() {
  dispatch_sync_f(queue(), nullptr, build_queued);
  dispatch_barrier_sync_f(queue(), nullptr, build_queued);
  return queued;
}
void *cs_on_queue_later() {
  dispatch_barrier_async_f(queue(), nullptr, build_queued);
  return queued;
}

void *cs_table() {
  std::lock_guard<std::mutex> guard(lock);
  return build_table();
}
void *cs_table_unguarded() { return build_table(); }

namespace {
Cache *loaded = nullptr, *counted = nullptr;

Cache *load(int size) {
  if (size < 0)
    throw std::invalid_argument("size");
  return new Cache(size);
}
} // namespace

void *cs_throwing() {
  std::lock_guard<std::mutex> guard(lock);
  if (loaded != nullptr) return loaded;
  try {
    loaded = load(-capacity);
  } catch (const std::invalid_argument &) {
    loaded = load(capacity);
  }
  return loaded;
}

void *cs_counted() {
  static long count = 0;
  std::lock_guard<std::mutex> guard(lock);
  count++;
  if (counted == nullptr) counted = new Cache(capacity);
  return counted;
}

// What the compiler would call these in C.
namespace {
void *underscored __asm__("_cs_shared");
void *twice_underscored __asm__("__cs_shared");

__attribute__((no_sanitize("thread"))) void *build_unseen(void **kept) {
  if (*kept == nullptr) *kept = std::malloc(8);
  return *kept;
}
} // namespace

__attribute__((no_sanitize("thread"))) void *cs_underscored() { return build_unseen(&underscored); }
__attribute__((no_sanitize("thread"))) void *cs_underscored_static() {
  static void *kept __asm__("_cs_kept.0") = nullptr;
  if (kept == nullptr) kept = std::malloc(8);
  return kept;
}
__attribute__((no_sanitize("thread"))) void *cs_twice_underscored() { return build_unseen(&twice_underscored); }

void cs_store_past_cache(long long *word, long long value) {
#if defined(__x86_64__)
  _mm_stream_si64(word, value);
#else
  *word = value;
#endif
}

void cs_map_twice(long long **one, long long **other) {
  const int file = memfd_create("page", 0);
  if (file < 0 || ftruncate(file, 4096) != 0) std::abort();
  for (long long **page : {one, other})
    *page = static_cast<long long *>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
  close(file);
}
