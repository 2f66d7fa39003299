#include "Reality.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { parts = 2, callers = 2, seconds = 5 };

typedef struct {
  int caller;
  hunt_part part;
  void *context;
  sem_t may_go_on, has_gone_on;
  long result;
} caller_state;

static void *run_caller(void *argument) {
  caller_state *own = argument;
  for (int part = 0; part < parts; part++) {
    sem_wait(&own->may_go_on);
    own->result = own->part(own->context, own->caller, part);
    sem_post(&own->has_gone_on);
  }
  return NULL;
}

static void run_parts(const int order[4], bool on_one_thread, caller_state states[callers]) {
  int next[callers] = {0, 0};
  pthread_t thread;
  for (int i = 0; i < callers && !on_one_thread; i++) {
    sem_init(&states[i].may_go_on, 0, 0);
    sem_init(&states[i].has_gone_on, 0, 0);
    pthread_create(&thread, NULL, run_caller, &states[i]);
  }
  for (int step = 0; step < parts * callers; step++) {
    caller_state *state = &states[order[step]];
    if (on_one_thread) {
      state->result = state->part(state->context, state->caller, next[order[step]]++);
    } else {
      sem_post(&state->may_go_on);
      sem_wait(&state->has_gone_on);
    }
  }
}

hunt_outcome hunt_run(const int order[4], bool on_one_thread, hunt_part part, void *context) {
  hunt_outcome outcome = {{0, 0}, false};
  int ends[2];
  if (pipe(ends) != 0) return outcome;
  const pid_t child = fork();
  if (child == 0) {
    alarm(seconds);
    caller_state states[callers] = {{.caller = 0, .part = part, .context = context},
                                    {.caller = 1, .part = part, .context = context}};
    run_parts(order, on_one_thread, states);
    const long results[2] = {states[0].result, states[1].result};
    _exit(write(ends[1], results, sizeof results) == sizeof results ? 0 : 1);
  }
  close(ends[1]);
  outcome.has_ended = read(ends[0], outcome.results, sizeof outcome.results) == sizeof outcome.results;
  close(ends[0]);
  waitpid(child, NULL, 0);
  return outcome;
}
