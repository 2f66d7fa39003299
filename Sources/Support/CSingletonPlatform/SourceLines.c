#include "ImageFile.h"

#if CP_READS_IMAGES
#include <elf.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

// Reads the table of lines of DWARF, versions 2 to 5: a program for each unit of compilation, whose instructions make rows
// of an address, a file, a line and a column. The standard has their encoding in its section 6.2. The toolchain's module Runtime finds
// lines, too, but only of code on the stack, and in Swift 6.3.1 its ImageMap.capture crashed when tests ran in parallel.

typedef struct {
  const uint8_t *next, *end;
} reader;

/// Reads a number of bytes as an integer, or 0 at the end.
static uint64_t fixed(reader *in, size_t bytes) {
  uint64_t value = 0;
  if ((size_t)(in->end - in->next) < bytes) {
    in->next = in->end;
    return 0;
  }
  memcpy(&value, in->next, bytes < sizeof value ? bytes : sizeof value);
  in->next += bytes;
  return value;
}

static uint64_t unsigned_number(reader *in) {
  uint64_t value = 0;
  for (unsigned shift = 0; in->next < in->end; shift += 7) {
    const uint8_t byte = *in->next++;
    if (shift < 64) value |= (uint64_t)(byte & 0x7f) << shift;
    if (!(byte & 0x80)) break;
  }
  return value;
}

static int64_t signed_number(reader *in) {
  const uint8_t *start = in->next;
  const uint64_t value = unsigned_number(in);
  const unsigned bits = (unsigned)(in->next - start) * 7;
  const bool is_negative = in->next > start && (in->next[-1] & 0x40);
  return is_negative && bits < 64 ? (int64_t)(value | ~0ull << bits) : (int64_t)value;
}

static const char *text(reader *in) {
  const char *start = (const char *)in->next;
  const uint8_t *end = memchr(in->next, 0, (size_t)(in->end - in->next));
  in->next = end ? end + 1 : in->end;
  return end ? start : "";
}

/// The sections with texts.
typedef struct {
  reader strings, line_strings;
} texts;

static const char *text_at(reader section, uint64_t offset) {
  if (offset >= (uint64_t)(section.end - section.next)) return "";
  section.next += offset;
  return text(&section);
}

typedef struct {
  uint16_t version;
  size_t offset_size;
  uint8_t least_instruction, line_range, opcode_base;
  int8_t line_base;
  const uint8_t *operand_counts;
  /// The lists of folders and files.
  reader names;
  reader rows;
} unit;

/// Reads the header of a unit, and leaves the reader behind the unit.
static unit next_unit(reader *in) {
  unit unit = {.offset_size = 4};
  uint64_t length = fixed(in, 4);
  if (length == 0xffffffff) {
    length = fixed(in, 8);
    unit.offset_size = 8;
  }
  reader body = {in->next, in->end};
  if (length < (uint64_t)(in->end - in->next)) body.end = in->next + length;
  in->next = body.end;
  unit.version = (uint16_t)fixed(&body, 2);
  if (unit.version >= 5) fixed(&body, 2);
  const uint64_t header = fixed(&body, unit.offset_size);
  unit.rows = (reader){header < (uint64_t)(body.end - body.next) ? body.next + header : body.end, body.end};
  unit.least_instruction = (uint8_t)fixed(&body, 1);
  if (unit.version >= 4) fixed(&body, 1);
  fixed(&body, 1);
  unit.line_base = (int8_t)fixed(&body, 1);
  unit.line_range = (uint8_t)fixed(&body, 1);
  unit.opcode_base = (uint8_t)fixed(&body, 1);
  unit.operand_counts = body.next;
  if (unit.opcode_base > 0) fixed(&body, unit.opcode_base - 1u);
  unit.names = (reader){body.next, unit.rows.next};
  return unit;
}

// MARK: - Rows

typedef struct {
  uint64_t address, file, line, column;
} row;

/// Returns whether no other row is wanted.
typedef bool (*row_visitor)(const row *row, void *context);

/// Runs the program of a unit, and visits the rows that code between two addresses belongs to. Returns whether one of them was
/// the last that is wanted.
static bool visit_rows(const unit *unit, uint64_t begin, uint64_t end, row_visitor visit, void *context) {
  enum { copy = 1, advance, advance_line, set_file, set_column, add_constant = 8, advance_fixed };
  enum { end_of_sequence = 1, set_address };
  if (unit->line_range == 0 || unit->version < 2 || unit->version > 5) return false;
  reader in = unit->rows;
  const row first = {0, 1, 1, 0};
  row now = first, before = {0};
  while (in.next < in.end) {
    const uint8_t opcode = *in.next++;
    bool is_row = false, is_end = false;
    if (opcode >= unit->opcode_base) {
      const uint8_t step = opcode - unit->opcode_base;
      now.address += (uint64_t)(step / unit->line_range) * unit->least_instruction;
      now.line += (uint64_t)(int64_t)(unit->line_base + step % unit->line_range);
      is_row = true;
    } else if (opcode == 0) {
      const uint64_t length = unsigned_number(&in);
      reader operand = {in.next, length < (uint64_t)(in.end - in.next) ? in.next + length : in.end};
      in.next = operand.end;
      const uint64_t extended = fixed(&operand, 1);
      if (extended == set_address) now.address = fixed(&operand, sizeof now.address);
      is_row = is_end = extended == end_of_sequence;
    } else if (opcode == copy) {
      is_row = true;
    } else if (opcode == advance) {
      now.address += unsigned_number(&in) * unit->least_instruction;
    } else if (opcode == advance_line) {
      now.line += (uint64_t)signed_number(&in);
    } else if (opcode == set_file) {
      now.file = unsigned_number(&in);
    } else if (opcode == set_column) {
      now.column = unsigned_number(&in);
    } else if (opcode == add_constant) {
      now.address += (uint64_t)((255 - unit->opcode_base) / unit->line_range) * unit->least_instruction;
    } else if (opcode == advance_fixed) {
      now.address += fixed(&in, 2);
    } else {
      for (int i = unit->operand_counts[opcode - 1]; i > 0; i--) unsigned_number(&in);
    }
    if (!is_row) continue;
    // The linker leaves code that it has dropped at address 0.
    if (before.address != 0 && before.address < end && begin < now.address && visit(&before, context)) return true;
    before = is_end ? (row){0} : now;
    if (is_end) now = first;
  }
  return false;
}

static bool keep_row(const row *row, void *kept) {
  memcpy(kept, row, sizeof *row);
  return true;
}

// MARK: - Names

typedef struct {
  const char *text;
  uint64_t folder;
} name;

/// Returns an entry of a list as version 5 has it, or none, and leaves the reader behind the list.
static name entry(reader *in, const unit *unit, const texts *texts, uint64_t index) {
  enum { path = 1, folder };
  enum { data2 = 5, data4, data8, string, block, data1 = 0xb, string_offset = 0xe, data_variable, data16 = 0x1e, line_string };
  const uint64_t format_count = fixed(in, 1);
  const reader formats = *in;
  for (uint64_t i = 0; i < 2 * format_count; i++) unsigned_number(in);
  const uint64_t count = unsigned_number(in);
  name found = {"", 0};
  for (uint64_t i = 0; i < count && in->next < in->end; i++) {
    reader format = formats;
    for (uint64_t k = 0; k < format_count; k++) {
      const uint64_t content = unsigned_number(&format), form = unsigned_number(&format);
      const char *words = "";
      uint64_t number = 0;
      switch (form) {
        case string: words = text(in); break;
        case line_string: words = text_at(texts->line_strings, fixed(in, unit->offset_size)); break;
        case string_offset: words = text_at(texts->strings, fixed(in, unit->offset_size)); break;
        case data1: number = fixed(in, 1); break;
        case data2: number = fixed(in, 2); break;
        case data4: number = fixed(in, 4); break;
        case data8: number = fixed(in, 8); break;
        case data16: fixed(in, 16); break;
        case data_variable: number = unsigned_number(in); break;
        case block: fixed(in, unsigned_number(in)); break;
        default: in->next = in->end;
      }
      if (i == index && content == path) found.text = words;
      if (i == index && content == folder) found.folder = number;
    }
  }
  return found;
}

/// Writes the path of a file of a unit.
static void write_path(const unit *unit, const texts *texts, uint64_t file, char *path, size_t size) {
  reader in = unit->names;
  name found = {"", 0};
  const char *folder = "", *root = "";
  if (unit->version >= 5) {
    reader folders = in, roots = in;
    entry(&in, unit, texts, ~0ull);
    found = entry(&in, unit, texts, file);
    folder = entry(&folders, unit, texts, found.folder).text;
    // Other folders may be relative to the first, that of the compilation.
    if (folder[0] != '/') root = entry(&roots, unit, texts, 0).text;
  } else {
    reader folders = in;
    while (in.next < in.end && *text(&in)) continue;
    // Files and folders are counted from 1. Folder 0 is that of the compilation, which is not in this table.
    for (uint64_t i = 1; i <= file && in.next < in.end && *in.next; i++) {
      found.text = text(&in);
      found.folder = unsigned_number(&in);
      unsigned_number(&in);
      unsigned_number(&in);
    }
    for (uint64_t i = 1; i <= found.folder; i++) folder = text(&folders);
  }
  const bool is_whole = found.text[0] == '/' || folder[0] == 0;
  const bool is_relative = !is_whole && root[0] != 0;
  snprintf(
    path, size, "%s%s%s%s%s", is_relative ? root : "", is_relative ? "/" : "", is_whole ? "" : folder, is_whole ? "" : "/",
    found.text);
}

static reader named_section(image_file image, const char *wanted) {
  const ElfW(Shdr) *names = cp_section(image, ((const ElfW(Ehdr) *)image.bytes)->e_shstrndx), *section;
  for (uint64_t i = 0; names && (section = cp_section(image, i)); i++) {
    if (section->sh_type != SHT_PROGBITS || section->sh_flags & SHF_COMPRESSED || section->sh_name >= names->sh_size) continue;
    const char *name = image.bytes + names->sh_offset + section->sh_name;
    if (strncmp(name, wanted, names->sh_size - section->sh_name) != 0) continue;
    const uint8_t *start = (const uint8_t *)image.bytes + section->sh_offset;
    return (reader){start, start + section->sh_size};
  }
  return (reader){NULL, NULL};
}

static texts texts_of(image_file image) {
  return (texts){named_section(image, ".debug_str"), named_section(image, ".debug_line_str")};
}

int cp_source_line(const void *address, char *path, size_t size, int *column) {
  if (column) *column = 0;
  struct link_map *map;
  image_file image = cp_map_image_at(address, &map);
  if (!image.bytes) return 0;
  reader lines = named_section(image, ".debug_line");
  const texts texts = texts_of(image);
  row row = {0};
  while (lines.next < lines.end) {
    const unit unit = next_unit(&lines);
    const uint64_t at = (uint64_t)address - map->l_addr;
    if (!visit_rows(&unit, at, at + 1, keep_row, &row)) continue;
    if (row.line) write_path(&unit, &texts, row.file, path, size);
    break;
  }
  munmap((void *)image.bytes, image.size);
  if (column) *column = (int)row.column;
  return (int)row.line;
}

/// What a visitor of rows hands on.
typedef struct {
  const unit *unit;
  texts texts;
  uint64_t base;
  cp_line_visitor visit;
  void *context;
} line_visit;

static bool hand_on(const row *row, void *context) {
  const line_visit *to = context;
  char path[1 << 12] = "";
  if (row->line) write_path(to->unit, &to->texts, row->file, path, sizeof path);
  to->visit((const void *)(to->base + row->address), path, (int)row->line, to->context);
  return false;
}

void cp_visit_source_lines(const void *begin, size_t size, cp_line_visitor visit, void *context) {
  struct link_map *map;
  image_file image = cp_map_image_at(begin, &map);
  if (!image.bytes) return;
  reader lines = named_section(image, ".debug_line");
  line_visit to = {.texts = texts_of(image), .base = map->l_addr, .visit = visit, .context = context};
  while (lines.next < lines.end) {
    const unit unit = next_unit(&lines);
    to.unit = &unit;
    const uint64_t first = (uint64_t)begin - map->l_addr;
    visit_rows(&unit, first, first + size, hand_on, &to);
  }
  munmap((void *)image.bytes, image.size);
}
#else
void cp_visit_source_lines(const void *begin, size_t size, cp_line_visitor visit, void *context) {
  (void)begin, (void)size, (void)visit, (void)context;
}

int cp_source_line(const void *address, char *path, size_t size, int *column) {
  if (column) *column = 0;
  return 0;
}
#endif
