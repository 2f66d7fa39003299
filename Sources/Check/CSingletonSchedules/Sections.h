#pragma once
// The locks and atomics of jobs, and the jobs that pause before them.

#include "Order.h"

/// Let others come before what the job is about to do: take a lock, ask for a once token that is one, try to take a lock, give
/// one back, access an atomic.
void cs_begin_lock(uintptr_t lock, uintptr_t code);
void cs_begin_token(uintptr_t token, bool is_lock, uintptr_t code);
void cs_begin_try(uintptr_t lock, uintptr_t code);
void cs_begin_unlock(uintptr_t lock, uintptr_t code);
void cs_begin_atomic(uintptr_t word, uintptr_t code);

/// Lets others come before the job makes another one ready on an actor, whose jobs keep the order in which they were.
void cs_begin_arrival(const void *actor, uintptr_t code);

/// Returns the innermost code of an instrumented file on the stack, from that of a caller and a frame on, or the caller's if there
/// is none.
uintptr_t cs_user_code(uintptr_t caller, const uintptr_t *frame);

/// Notes that the body of such a token begins for which code has asked when it was not known to be one.
void cs_note_body(uintptr_t token, uintptr_t code);

/// Notes that a job takes a lock or gives it back.
void cs_take_lock(uintptr_t lock, bool is_programs, uintptr_t code);
void cs_give_lock(uintptr_t lock, bool is_programs);

/// A queue of libdispatch is a lock with a tag in its address. A wait for one, and a hold, may let others have it, too.
enum { cs_queue_tag = 2, cs_shared_tag = 4 };

/// Lets others come before a queue runs a block at once, and notes when that begins and ends.
void cs_begin_queue(uintptr_t queue, bool shares, uintptr_t code);
void cs_take_queue(uintptr_t queue, bool shares, uintptr_t code);
void cs_give_queue(uintptr_t queue, bool shares);

/// Whether a queue can run a block now.
bool cs_is_open(uintptr_t queue);

/// Returns the hold of a queue in whose block the job is, of any queue the latest, or 0 if there is none.
uintptr_t cs_held_queue(uintptr_t queue);

/// Runs a function or a block as a queue does that runs it at once. Returns false without doing so if that is not followed.
bool cs_run_on_queue(void *queue, bool is_barrier, void (*body)(void *), void *context, uintptr_t code);
bool cs_run_block(void *queue, bool is_barrier, void *work, uintptr_t code);
void cs_find_queues(void);

/// What code demands of the queue that runs it.
enum cs_demand { cs_is_there, cs_is_elsewhere, cs_is_alone };

/// Meets a demand, or ends the process as libdispatch does. Returns false if libdispatch has to judge, because no such queue is
/// followed that runs the code.
bool cs_demand_queue(void *queue, enum cs_demand demand);

/// Finds what a key stands for on the queue that runs the code. Returns false if that is not followed.
bool cs_find_specific(const void *key, uintptr_t *value);

/// Notes an atomic access.
void cs_note_atomic(uintptr_t word, bool writes, uintptr_t code);

/// Divides jobs where others can come between.
void cs_divide_pairs(void);

/// Returns the stack of the job that holds a lock, or `cs_nobody`.
int cs_holder(uintptr_t lock);

/// Notes that what a job has taken is a Mutex of Swift.
void cs_hold_mutex(uintptr_t word);
bool cs_holds_mutex(uintptr_t word);
void cs_drop_lock(uintptr_t word);
/// Notes that the job makes another task go on.
void cs_note_resumption(void);

/// Notes that the job ends; a Mutex that is free must have been given back.
void cs_end_holds(void);

// Jobs that pause, on stacks of their own.

/// Whether jobs can pause: it is known what the runtime keeps for each thread.
bool cs_can_divide(void);

/// Lets others come before the job goes on, or notes a doubt where they cannot.
///
/// - lock: The lock that must be free then, or 0.
void cs_pause(uintptr_t lock, uintptr_t code);

/// Lets the job wait until a lock is free. Returns false if it cannot, because it has no stack of its own.
bool cs_wait_for_lock(uintptr_t lock, uintptr_t code);

/// Whether an address is on the stack of a job that pauses.
bool cs_is_other_stack(uintptr_t address);

/// Whether a job pauses.
bool cs_has_paused(void);

/// Forgets the jobs of the schedule before.
void cs_forget_stacks(void);

/// Runs a job on the stack of the caller, or on one of its own. The latter returns the number of the stack if the job pauses,
/// and otherwise `cs_nobody`.
void cs_run_whole(void *job, cs_executor executor);
int cs_run_on_stack(void *job, cs_executor executor, int part, int pauses_at);

/// Lets a job that waits for a Mutex do so where others can go on. Returns whether it is possible.
void cs_find_mutexes(void);
bool cs_follow_mutexes(void);

/// Lets what is done to an AtomicLazyReference be known. Returns whether it is possible.
void cs_find_lazy_references(void);
bool cs_follow_lazy_references(void);
