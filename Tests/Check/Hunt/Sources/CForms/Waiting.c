#include "CForms.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

void *h1_spin_make(void) {
  pthread_spinlock_t *lock = malloc(sizeof *lock);
  pthread_spin_init(lock, PTHREAD_PROCESS_PRIVATE);
  return (void *)lock;
}
void h1_spin_lock(void *lock) { pthread_spin_lock(lock); }
void h1_spin_unlock(void *lock) { pthread_spin_unlock(lock); }
void *h1_semaphore_make(unsigned count) {
  sem_t *semaphore = malloc(sizeof *semaphore);
  sem_init(semaphore, 0, count);
  return semaphore;
}
void h1_semaphore_wait(void *semaphore) { sem_wait(semaphore); }
void h1_semaphore_post(void *semaphore) { sem_post(semaphore); }
void *h1_barrier_make(unsigned count) {
  pthread_barrier_t *barrier = malloc(sizeof *barrier);
  pthread_barrier_init(barrier, NULL, count);
  return barrier;
}
void h1_barrier_wait(void *barrier) { pthread_barrier_wait(barrier); }
