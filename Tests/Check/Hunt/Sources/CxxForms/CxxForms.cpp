#include "CxxForms.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <shared_mutex>

namespace {
struct Cache {
  int capacity;
  explicit Cache(int capacity) : capacity(capacity) {}
};

std::atomic<std::shared_ptr<Cache>> kept{};
std::shared_ptr<Cache> plain;
std::shared_mutex many;
std::recursive_mutex again;
std::atomic<int> state{0};
Cache *by_many, *by_again, *by_state;

Cache *inner() {
  std::lock_guard<std::recursive_mutex> guard(again);
  if (!by_again) by_again = new Cache(3);
  return by_again;
}
}  // namespace

void *cxx_atomic_shared_ptr(void) {
  std::shared_ptr<Cache> known = kept.load();
  if (known) return known.get();
  auto made = std::make_shared<Cache>(4);
  std::shared_ptr<Cache> expected;
  return kept.compare_exchange_strong(expected, made) ? made.get() : expected.get();
}

void *cxx_plain_shared_ptr(void) {
  if (!plain) plain = std::make_shared<Cache>(4);
  return plain.get();
}

void *cxx_shared_mutex(void) {
  {
    std::shared_lock<std::shared_mutex> guard(many);
    if (by_many) return by_many;
  }
  std::unique_lock<std::shared_mutex> guard(many);
  if (!by_many) by_many = new Cache(3);
  return by_many;
}

void *cxx_recursive_mutex(void) {
  std::lock_guard<std::recursive_mutex> guard(again);
  return inner();
}

void *cxx_atomic_wait(void) {
  int expected = 0;
  if (state.compare_exchange_strong(expected, 1)) {
    by_state = new Cache(1);
    state.store(2);
    state.notify_all();
  }
  while (state.load() != 2) state.wait(1);
  return by_state;
}
