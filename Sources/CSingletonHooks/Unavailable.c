// Where the functions cannot be defined, nothing can be checked, and the program says so before anything else.
#include "Hooks.h"

#if !CH_AVAILABLE

#include <stdlib.h>

const char *ch_unavailable(void) { return "this system's libraries cannot be replaced, or a sanitizer has replaced them"; }

const char *ch_begin(int threads) { abort(); }
void ch_end(void) {}
void ch_take_threads_for_alike(void) {}
void ch_reverse_arenas(bool reverses) {}
uintptr_t ch_reversed(uintptr_t word) { return word; }
void ch_reset(void) {}
void ch_enter_setup(void) {}
void *ch_allocate(size_t bytes) { abort(); }
void ch_leave_setup(void) {}
void ch_enter_rehearsal(void) {}
bool ch_rehearse(const void *function, const void *context, void *argument) { return true; }
void ch_watch(bool watches) {}
bool ch_has_blocked(void) { return false; }
void ch_set_patience(unsigned milliseconds) {}
size_t ch_leave_rehearsal(void) { return 0; }
void ch_set_time_limits(ch_time_limits limits) {}
void ch_start(int thread, const void *function, const void *context, void *argument) {}
void ch_begin_thread(int thread) {}
void ch_finish_thread(void) {}
ch_operation ch_resume(int thread, uintptr_t value, bool repeats) { abort(); }
uintptr_t ch_last_code(int thread) { return 0; }
bool ch_is_of_library(uintptr_t code) { return false; }
const uintptr_t *ch_stack(int thread, size_t *count) { abort(); }
void ch_look(const void *instance) {}
void ch_pause(void) {}
void ch_continue(void) {}
bool ch_judge(const void *function, const void *context, void *argument) { return true; }
void ch_put(size_t location, uintptr_t value) {}
void ch_leave_object(uintptr_t address, uintptr_t value) {}
size_t ch_partition(bool everything) { return 0; }
bool ch_has_grown(void) { return false; }
int ch_location(uintptr_t address, size_t size) { return -1; }
uintptr_t ch_initial(size_t location) { return 0; }
uintptr_t ch_location_address(size_t location) { return 0; }
const char *ch_refusal(void) { return NULL; }
uintptr_t ch_refusal_code(void) { return 0; }
unsigned ch_met(void) { return 0; }
const ch_note *ch_notes(int thread, size_t *count) { abort(); }
size_t ch_references(uintptr_t object) { return 0; }
bool ch_count_by_operations(uintptr_t object, uintptr_t code) { return false; }
uintptr_t ch_block(uintptr_t address, size_t *size) { return 0; }
bool ch_is_of_thread(uintptr_t address, int thread) { return false; }
bool ch_begin_audit(void) { return false; }
bool ch_begin_heap_audit(void) { return false; }
uintptr_t ch_audited_user(void) { return 0; }
const char *ch_function_name(uintptr_t code) { return ""; }
uintptr_t ch_audited_code(void) { return 0; }
const char *ch_audited_variable(void) { return NULL; }
intptr_t ch_read_unannounced(const void *word) { return *(const intptr_t *)word; }
const char *ch_variable_name(uintptr_t address) { return NULL; }
const char *ch_constant_name(uintptr_t address) { return NULL; }

#endif
