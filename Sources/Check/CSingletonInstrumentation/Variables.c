// The global variables of the program, and functions that the compiler has made, by the symbol tables of its files.
//
// Compilers keep more in writable memory than variables: caches of metadata, tables of addresses, tokens. Any code may
// access these at any time, so only variables tell of state that threads share.
#include "Sections.h"

ci_range ci_data[ci_data_limit];
bool ci_data_has_names[ci_data_limit];
int ci_data_count;

#if defined(CI_AVAILABLE)

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// In the order of their addresses.
typedef struct {
  ci_symbol *first;
  size_t count, capacity;
} symbol_list;
static symbol_list variables, caches, helpers;
// All that has a name in the writable memory of the files.
static symbol_list objects;
static bool has_unknown, has_more_data;

// The symbol tables of the files, which stay mapped.
static struct {
  const Elf64_Sym *first;
  size_t count;
  const char *strings;
  uintptr_t base;
} tables[ci_data_limit];
static int table_count;

extern void *__libc_realloc(void *, size_t);

// The directories of the runtime and of the C library, whose variables are their business.
static size_t runtime_directory, c_directory;
static const char *runtime_path, *c_path;

static size_t directory_length(const char *path) {
  const char *last = path == NULL ? NULL : strrchr(path, '/');
  return last == NULL ? 0 : (size_t)(last - path);
}

static bool is_system(const char *path) {
  const size_t length = directory_length(path);
  if (path[0] == 0) return false;
  if (length == 0) return true;
  return (length == runtime_directory && strncmp(path, runtime_path, length) == 0)
    || (length == c_directory && strncmp(path, c_path, length) == 0) || strncmp(path, "/lib64", 6) == 0;
}

static bool has_suffix(const char *name, const char *suffix) {
  const size_t length = strlen(name), end = strlen(suffix);
  return length >= end && strcmp(name + length - end, suffix) == 0;
}

static bool has_prefix(const char *name, const char *prefix) { return strncmp(name, prefix, strlen(prefix)) == 0; }

// Whether a name ends so, but for the number that the optimizer gives a part of a variable.
static bool has_ending(const char *name, const char *ending) {
  size_t length = strlen(name), digits = 0;
  const size_t end = strlen(ending);
  while (digits < length && name[length - digits - 1] >= '0' && name[length - digits - 1] <= '9') digits++;
  if (digits > 0 && digits < length && name[length - digits - 1] == '.') length -= digits + 1;
  return length >= end && strncmp(name + length - end, ending, end) == 0;
}

// Whether the linker, the compilers, their runtimes or the C library define a variable, by its name. Other names may begin
// with underscores, too: those of static variables in C often do.
static bool is_of_tools(const char *name) {
  static const char *const prefixes[] = {"_DYNAMIC", "_GLOBAL_OFFSET_TABLE_", "_IO_", "_swift", "__swift", "__unnamed_",
    "__dso_handle", "__llvm_", "__prof", "__cov", "__sanc", "__asan", "__tsan", "__ubsan", "__odr_asan", "__emutls",
    "__init_array", "__fini_array", "__cxa_", "_Unwind_", "DW.ref."};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (has_prefix(name, prefixes[i])) return true;
  return false;
}

static bool is_variable(const char *name) {
  if (has_prefix(name, "$s")) return has_ending(name, "vp") || has_ending(name, "vpZ");
  if (has_prefix(name, "_ZT")) return false;
  if (has_prefix(name, "_Z")) return true;
  // The name of a variable is an identifier of C. A number follows the name of a static variable in a function.
  return !is_of_tools(name) && name[0] != '.' && !has_prefix(name, "completed.") && strpbrk(name, " -@$") == NULL;
}

// The compiler's variables for metadata and for tables of conformances that it asks the runtime for.
static bool is_cache(const char *name) {
  return has_prefix(name, "$s") && (has_suffix(name, "Md") || has_suffix(name, "MD") || has_suffix(name, "ML")
    || has_suffix(name, "WL"));
}

static bool ends_with(const char *name, size_t length, const char *ending) {
  const size_t end = strlen(ending);
  return length >= end && strncmp(name + length - end, ending, end) == 0;
}

// Whether that is what the compiler and the runtime keep for themselves, such as the metadata of a type, which the runtime has
// noted elsewhere when it was used first. A variable of Swift, its once token, and the objects of its first value, which the
// optimizer has put into static memory, are the program's.
static bool is_runtimes(const char *name) {
  if (!has_prefix(name, "$s")) return false;
  // The optimizer appends what tells the parts of a variable apart.
  size_t length = strcspn(name, ".");
  if (ends_with(name, length, "vp") || ends_with(name, length, "vpZ") || ends_with(name, length, "Wz")) return false;
  if (ends_with(name, length, "r")) length--;
  if (!ends_with(name, length, "_")) return true;
  for (length--; length > 0 && name[length - 1] >= '0' && name[length - 1] <= '9';) length--;
  return !ends_with(name, length, "Tv");
}

// The functions that the compiler makes to copy and to destroy values: its own, and the value witnesses of types.
static bool is_helper(const char *name) {
  if (has_prefix(name, "__swift_memcpy")) return true;
  if (has_prefix(name, "__swift_")) return strstr(name, "_boxed_opaque_existential_") != NULL;
  static const char *const endings[] = {
    "WOb", "WOc", "WOd", "WOf", "WOh", "WOB", "WOC", "WOD", "WOF", "WOH", "wCP", "wcp", "wca", "wtk", "wta", "wxx"};
  if (!has_prefix(name, "$s")) return false;
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (has_suffix(name, endings[i])) return true;
  return false;
}

static void add(symbol_list *list, uintptr_t begin, size_t size, const char *name) {
  if (list->count == list->capacity) {
    list->capacity = list->capacity == 0 ? 256 : 2 * list->capacity;
    list->first = __libc_realloc(list->first, list->capacity * sizeof *list->first);
  }
  list->first[list->count++] = (ci_symbol){begin, begin + size, name};
}

static bool is_data(uintptr_t address) { return ci_is_in_any(ci_data, ci_data_count, address); }

// Adds the variables of a file that is mapped into memory, which stays mapped because the names are in it.
static bool read_symbols(const char *file, size_t size, uintptr_t base) {
  const Elf64_Ehdr *header = (const Elf64_Ehdr *)file;
  if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return false;
  const Elf64_Shdr *sections = (const Elf64_Shdr *)(file + header->e_shoff);
  if (header->e_shoff + header->e_shnum * sizeof *sections > size) return false;
  for (int i = 0; i < header->e_shnum; i++) {
    if (sections[i].sh_type != SHT_SYMTAB || sections[i].sh_link >= header->e_shnum) continue;
    const Elf64_Shdr *strings = &sections[sections[i].sh_link];
    if (sections[i].sh_offset + sections[i].sh_size > size || strings->sh_offset + strings->sh_size > size) return false;
    const Elf64_Sym *symbols = (const Elf64_Sym *)(file + sections[i].sh_offset);
    const size_t count = sections[i].sh_size / sizeof *symbols;
    if (table_count < ci_data_limit) {
      tables[table_count].first = symbols;
      tables[table_count].count = count;
      tables[table_count].strings = file + strings->sh_offset;
      tables[table_count++].base = base;
    }
    for (size_t n = 0; n < count; n++) {
      const Elf64_Sym *symbol = &symbols[n];
      if (symbol->st_size == 0 || symbol->st_shndx == SHN_UNDEF) continue;
      const char *name = file + strings->sh_offset + symbol->st_name;
      symbol_list *list = NULL;
      if (ELF64_ST_TYPE(symbol->st_info) == STT_OBJECT)
        list = is_variable(name) ? &variables : is_cache(name) ? &caches : NULL;
      else if (ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && is_helper(name)) list = &helpers;
      if (list != NULL) add(list, base + symbol->st_value, symbol->st_size, name);
      if (ELF64_ST_TYPE(symbol->st_info) == STT_OBJECT && is_data(base + symbol->st_value))
        add(&objects, base + symbol->st_value, symbol->st_size, name);
    }
    return true;
  }
  return false;
}

static bool read_file(const char *path, uintptr_t base) {
  const int descriptor = open(path[0] == 0 ? "/proc/self/exe" : path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  struct stat facts;
  void *file = MAP_FAILED;
  if (fstat(descriptor, &facts) == 0)
    file = mmap(NULL, (size_t)facts.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  close(descriptor);
  return file != MAP_FAILED && read_symbols(file, (size_t)facts.st_size, base);
}

// Notes the whole pages of a file's writable memory.
static void add_data(const struct dl_phdr_info *info) {
  const uintptr_t page = 4096;
  uintptr_t fixed = 0;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_GNU_RELRO)
      fixed = (info->dlpi_addr + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz) & ~(page - 1);
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || (part->p_flags & PF_W) == 0) continue;
    uintptr_t begin = (info->dlpi_addr + part->p_vaddr) & ~(page - 1);
    const uintptr_t end = (info->dlpi_addr + part->p_vaddr + part->p_memsz + page - 1) & ~(page - 1);
    if (fixed > begin && fixed <= end) begin = fixed;
    if (begin >= end) continue;
    if (ci_data_count == ci_data_limit) has_unknown = has_more_data = true;
    else ci_data[ci_data_count++] = (ci_range){begin, end};
  }
}

static int read_image(struct dl_phdr_info *info, size_t size, void *unused) {
  if (info->dlpi_name == NULL || is_system(info->dlpi_name) || has_prefix(info->dlpi_name, "linux-vdso")) return 0;
  const int first = ci_data_count;
  add_data(info);
  const bool has_names = read_file(info->dlpi_name, info->dlpi_addr);
  if (!has_names) has_unknown = true;
  for (int i = first; i < ci_data_count; i++) ci_data_has_names[i] = has_names;
  return 0;
}

static int by_begin(const void *a, const void *b) {
  const uintptr_t x = ((const ci_symbol *)a)->begin, y = ((const ci_symbol *)b)->begin;
  return x < y ? -1 : x > y;
}

// A function may have another definition in the program.
static void *original(const char *name) {
  void *next = dlsym(RTLD_NEXT, name);
  return next == NULL ? dlsym(RTLD_DEFAULT, name) : next;
}

bool ci_find_variables(void) {
  if (ci_data_count > 0) return !has_unknown;
  Dl_info runtime, c;
  if (dladdr(original("swift_retain"), &runtime) == 0 || dladdr(original("getenv"), &c) == 0) return false;
  runtime_path = runtime.dli_fname;
  c_path = c.dli_fname;
  runtime_directory = directory_length(runtime_path);
  c_directory = directory_length(c_path);
  dl_iterate_phdr(read_image, NULL);
  symbol_list *const lists[] = {&variables, &caches, &helpers, &objects};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    qsort(lists[i]->first, lists[i]->count, sizeof *lists[i]->first, by_begin);
  return !has_unknown;
}

// Returns the index of the first symbol that ends behind an address.
static size_t index_behind(const symbol_list *list, uintptr_t address) {
  size_t low = 0, high = list->count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (list->first[middle].end <= address) low = middle + 1;
    else high = middle;
  }
  return low;
}

static const ci_symbol *find(const symbol_list *list, uintptr_t address) {
  const size_t index = index_behind(list, address);
  return index < list->count && list->first[index].begin <= address ? &list->first[index] : NULL;
}

ci_range ci_variable_behind(uintptr_t address) {
  const size_t index = index_behind(&variables, address);
  if (index == variables.count) return (ci_range){0, 0};
  return (ci_range){variables.first[index].begin, variables.first[index].end};
}

const ci_symbol *ci_helper_at(uintptr_t address) { return find(&helpers, address); }

const char *ci_variable_at(uintptr_t address) {
  const ci_symbol *found = find(&variables, address);
  return found == NULL ? NULL : found->name;
}

// Finds the function that contains an address, and its code. Returns its name, or NULL.
static const char *find_function(uintptr_t address, ci_range *code) {
  for (int i = 0; i < table_count; i++)
    for (size_t n = 0; n < tables[i].count; n++) {
      const Elf64_Sym *symbol = &tables[i].first[n];
      const uintptr_t begin = tables[i].base + symbol->st_value;
      if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || address - begin >= symbol->st_size) continue;
      *code = (ci_range){begin, begin + symbol->st_size};
      return tables[i].strings + symbol->st_name;
    }
  return NULL;
}

uintptr_t ci_function_named(const char *name, size_t length, const char *ending) {
  for (int i = 0; i < table_count; i++)
    for (size_t n = 0; n < tables[i].count; n++) {
      const Elf64_Sym *symbol = &tables[i].first[n];
      const char *const found = tables[i].strings + symbol->st_name;
      if (ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && strncmp(found, name, length) == 0 && strcmp(found + length, ending) == 0)
        return tables[i].base + symbol->st_value;
    }
  return 0;
}

const char *ci_constant_at(uintptr_t address) {
  for (int i = 0; i < table_count; i++)
    for (size_t n = 0; n < tables[i].count; n++) {
      const Elf64_Sym *symbol = &tables[i].first[n];
      if (ELF64_ST_TYPE(symbol->st_info) == STT_OBJECT && tables[i].base + symbol->st_value == address)
        return tables[i].strings + symbol->st_name;
    }
  return NULL;
}

const char *ci_function_at(uintptr_t address) {
  ci_range code;
  return find_function(address, &code);
}

ci_range ci_function_around(uintptr_t address) {
  ci_range code = {0, 0};
  find_function(address, &code);
  return code;
}

bool ci_is_system_source(const char *path) {
  // Relative to a root of the system, as in builds of Swift Build, what is in /usr may begin with /lib.
  if (has_prefix(path, "/usr/include/") || has_prefix(path, "/usr/lib/") || has_prefix(path, "/lib/")) return true;
  // The toolchain's runtime is in its folder lib/swift/linux, and its headers are in lib or include.
  const char *library = runtime_path == NULL ? NULL : strstr(runtime_path, "lib/swift/");
  if (library == NULL) return false;
  const size_t root = (size_t)(library - runtime_path);
  return strncmp(path, runtime_path, root) == 0
    && (has_prefix(path + root, "lib/") || has_prefix(path + root, "include/"));
}

bool ci_is_cache(uintptr_t address) { return find(&caches, address) != NULL; }

bool ci_has_all_data(void) { return !has_more_data; }

const char *ci_data_at(uintptr_t address) {
  const ci_symbol *found = find(&objects, address);
  return found == NULL || is_runtimes(found->name) ? NULL : found->name;
}

#else

bool ci_find_variables(void) { return false; }
const ci_symbol *ci_helper_at(uintptr_t address) { return NULL; }
const char *ci_variable_at(uintptr_t address) { return NULL; }
ci_range ci_variable_behind(uintptr_t address) { return (ci_range){0, 0}; }
uintptr_t ci_function_named(const char *name, size_t length, const char *ending) { return 0; }
const char *ci_constant_at(uintptr_t address) { return NULL; }
const char *ci_function_at(uintptr_t address) { return NULL; }
ci_range ci_function_around(uintptr_t address) { return (ci_range){0, 0}; }
bool ci_is_system_source(const char *path) { return false; }
bool ci_is_cache(uintptr_t address) { return false; }
#endif
