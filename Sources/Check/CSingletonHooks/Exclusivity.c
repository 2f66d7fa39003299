// Accesses that exclude each other by the law of exclusivity.
#include "Hooks.h"

#if CH_AVAILABLE

// The runtime keeps the accesses in progress for each thread of the system; here each modeled thread has its own.
typedef struct access {
  void *address;
  uintptr_t code;
  struct access *outer;
} access;

enum { modifies = 1, is_tracked = 32 };

extern void swift_beginAccess(void *address, access *buffer, uintptr_t flags, void *code);
void swift_beginAccess(void *address, access *buffer, uintptr_t flags, void *code) {
  // A body of the rehearsal may be abandoned within an access, which the runtime must not remember.
  if (is_rehearsing()) {
    buffer->address = NULL;
    return;
  }
  if (!is_modeled()) return NEXT(swift_beginAccess)(address, buffer, flags, code);
  ch_thread *self = &ch_threads[ch_current];
  for (const access *other = self->access; other != NULL; other = other->outer) {
    if (other->address != address || ((flags & modifies) == 0 && (other->code & modifies) == 0)) continue;
    ch_fail(ch_overlapped, ch_user_code(CALLER));
  }
  if ((flags & is_tracked) == 0) {
    buffer->address = NULL;
    return;
  }
  *buffer = (access){address, flags & modifies, self->access};
  self->access = buffer;
}

extern void swift_endAccess(access *buffer);
void swift_endAccess(access *buffer) {
  if (is_rehearsing() && buffer->address == NULL) return;
  if (!is_modeled()) return NEXT(swift_endAccess)(buffer);
  access **inner = (access **)&ch_threads[ch_current].access;
  while (*inner != NULL && *inner != buffer) inner = &(*inner)->outer;
  if (*inner != NULL) *inner = buffer->outer;
}

#endif
