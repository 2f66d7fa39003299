#include "CSingletonInstrumentation.h"
#include "Runtime.h"

#if CS_CAN_TAKE_OVER
#include <dlfcn.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void *cs_symbol(const char *name) { return dlsym(RTLD_DEFAULT, name); }

// A definition in the program would catch the program's own calls, but not those inside the runtime, whose symbols are
// protected: an `await` in the library, such as that of `Task.value`, also leaves an actor. So the function itself begins
// with a jump. This is done only in a process that exists for one check.
#if defined(__x86_64__)
enum { address_offset = 2 };
// movabs $target, %rax; jmp *%rax. No argument is in this register.
static const unsigned char jump[cs_jump_bytes] = {0x48, 0xb8, [10] = 0xff, [11] = 0xe0};
#else
enum { address_offset = 8 };
// ldr x16, .+8; br x16; the address. The linker's stubs use the same register.
static const unsigned char jump[cs_jump_bytes] = {0x50, 0x00, 0x00, 0x58, 0x00, 0x02, 0x1f, 0xd6};
#endif

static bool write_code(void *function, const void *code, size_t size) {
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  const uintptr_t first = (uintptr_t)function & ~(page - 1);
  const uintptr_t bytes = (((uintptr_t)function + size - 1) | (page - 1)) + 1 - first;
  if (!ci_protect(first, bytes, PROT_READ | PROT_WRITE | PROT_EXEC)) return false;
  memcpy(function, code, size);
  __builtin___clear_cache(function, (char *)function + size);
  return ci_protect(first, bytes, PROT_READ | PROT_EXEC);
}

static const char *redirect(void *function, void *target) {
  unsigned char code[cs_jump_bytes];
  memcpy(code, jump, cs_jump_bytes);
  memcpy(code + address_offset, &target, sizeof target);
  return write_code(function, code, sizeof code)
             ? 0 : "the system does not let a process change its code (mprotect)";
}

const char *cs_find(cs_redirection *functions, int count) {
  const char *missing = NULL;
  for (int i = 0; i < count; i++)
    if (!(functions[i].function = cs_symbol(functions[i].name))) missing = functions[i].name;
  return missing;
}

const char *cs_redirect_all(cs_redirection *functions, int count) {
  const char *failure = NULL;
  for (int i = 0; i < count && !failure; i++) {
    if (!functions[i].function) continue;
    memcpy(functions[i].code, functions[i].function, cs_jump_bytes);
    failure = redirect(functions[i].function, functions[i].replacement);
  }
  return failure;
}

void cs_let_through(const cs_redirection *function, bool lets) {
  if (lets) write_code(function->function, function->code, cs_jump_bytes);
  else redirect(function->function, function->replacement);
}
#endif
