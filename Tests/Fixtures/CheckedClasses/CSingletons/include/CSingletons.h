#pragma once
// Singletons in C and C++, as libraries write them. Nothing here knows of a check.

#ifdef __cplusplus
extern "C" {
#endif

/// With `std::call_once`.
void *_Nullable cs_call_once(void);
/// With a static variable in a function.
void *_Nullable cs_function_static(void);
/// With `pthread_once`.
void *_Nullable cs_pthread_once(void);
/// With `dispatch_once_f`, where the system has it.
void *_Nullable cs_dispatch_once(void);
/// Double-checked with an atomic that acquires and releases, and with a relaxed one.
void *_Nullable cs_double_checked(void);
void *_Nullable cs_double_checked_relaxed(void);
/// Builds, and exchanges what is still empty.
void *_Nullable cs_exchanged(void);
/// Looks before it locks, and builds without another look.
void *_Nullable cs_looked_before(void);
/// The first caller builds, and the others wait for a `std::condition_variable`: until it has, and once.
void *_Nullable cs_condition_variable(void);
void *_Nullable cs_condition_variable_without_loop(void);
/// Builds while it holds a spin lock of the system, and after it has looked with the lock held.
void *_Nullable cs_spin_locked(void);
void *_Nullable cs_looked_with_spin_lock(void);
/// Maps one page at two addresses.
void cs_map_twice(long long *_Nullable *_Nonnull one, long long *_Nullable *_Nonnull other);
/// Stores past the cache where the processor can, and otherwise as ever.
void cs_store_past_cache(long long *_Nonnull word, long long value);
/// Swaps two words at once.
void *_Nullable cs_two_words(void);

/// Builds on a queue, and leaves it to the queue when.
void *_Nullable cs_on_queue(void);
void *_Nullable cs_on_queue_later(void);
/// Builds with what C allocates and allocates again, under a lock and without.
void *_Nullable cs_table(void);
void *_Nullable cs_table_unguarded(void);
/// Throws, catches, and builds then, under a lock.
void *_Nullable cs_throwing(void);
/// Counts its calls under a lock, by an update of plain memory.
void *_Nullable cs_counted(void);
/// Returns the number of the processor on which the thread runs.
int cs_processor(void);
/// Each thread builds its own.
void *_Nullable cs_per_thread(void);
/// Keep it in variables whose names begin with an underscore, by code that announces nothing.
void *_Nullable cs_underscored(void);
void *_Nullable cs_underscored_static(void);
void *_Nullable cs_twice_underscored(void);

/// Returns a random number of the system.
unsigned long cs_random_number(void);

#ifdef __cplusplus
}
#endif
