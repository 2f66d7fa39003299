/// Notes the stack of the thread that a signal has interrupted, if `cp_note_fault_stack` was called. Async-signal-safe.
void note_fault_stack(const void *context);
