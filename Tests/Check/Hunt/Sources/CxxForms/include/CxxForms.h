#pragma once
#ifdef __cplusplus
extern "C" {
#endif
void *cxx_atomic_shared_ptr(void);
void *cxx_plain_shared_ptr(void);
void *cxx_shared_mutex(void);
void *cxx_recursive_mutex(void);
void *cxx_atomic_wait(void);
void h1_count_at_end(void *counter);
#ifdef __cplusplus
}
#endif
