#include "Functions.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <fmtmsg.h>
#include <fnmatch.h>
#include <glob.h>
#include <grp.h>
#include <iconv.h>
#include <langinfo.h>
#include <libgen.h>
#include <libintl.h>
#include <locale.h>
#include <malloc.h>
#include <math.h>
#include <mntent.h>
#include <net/if.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <regex.h>
#include <sched.h>
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>
#include <utmp.h>
#include <wchar.h>
#include <wctype.h>

// What the calls of one process share.
static int descriptor, events, ends[2];
static FILE *stream, *memory;
static DIR *folder;
static char text_of_caller[2][32], parts[32] = "a,b,c,d,e,f", stream_memory[64] = "some text in memory";
static unsigned short seeds[2][3];
static struct random_data random_of_caller[2];
static regex_t pattern;
static mbstate_t multibyte;
static pthread_key_t key;
static _Thread_local int own;
static char random_state[2][64];

__attribute__((constructor)) static void begin(void) {
  descriptor = open("/etc/passwd", O_RDONLY | O_CLOEXEC);
  stream = fopen("/etc/passwd", "re");
  memory = fmemopen(stream_memory, sizeof stream_memory, "r+");
  folder = opendir("/etc");
  events = eventfd(3, EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE);
  (void)!pipe2(ends, O_CLOEXEC | O_NONBLOCK);
  (void)!write(ends[1], "abcdef", 6);
  strtok(parts, ",");
  regcomp(&pattern, "a+b", REG_EXTENDED);
  pthread_key_create(&key, NULL);
}

static long look_at_number(intptr_t returned) { return (long)returned; }

static long sum_of(const void *bytes, size_t size) {
  unsigned long sum = 5381;
  for (size_t i = 0; i < size; i++) sum = sum * 33 + ((const unsigned char *)bytes)[i];
  return (long)(sum >> 1);
}
static long look_at_text(intptr_t returned) {
  const char *text = (const char *)returned;
  return text ? sum_of(text, strnlen(text, 200)) : -1;
}
// Without the padding and the name of the zone.
static long look_at_tm(intptr_t returned) {
  const struct tm *time = (const struct tm *)returned;
  return time ? time->tm_year * 1000 + time->tm_yday + time->tm_sec : -1;
}
static long look_at_double(intptr_t returned) { return (long)returned; }
static intptr_t bits_of(double number) {
  intptr_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}
// The first field of each record is its name.
static long look_at_record(intptr_t returned) {
  return returned ? look_at_text((intptr_t)*(char *const *)returned) : -1;
}

static int compare(const void *a, const void *b) { return strcmp(a, b); }
static struct tm *own_tm(int i) {
  static struct tm times[2];
  const time_t time = i ? 1700000000 : 0;
  return gmtime_r(&time, &times[i]);
}
static const time_t *time_of(int i) {
  static const time_t times[2] = {0, 1700000000};
  return &times[i];
}
static char *copy_of(int i, const char *first, const char *second) {
  return strcpy(text_of_caller[i], i ? second : first);
}

#define NUMBER(name, expression) DEFINE(name, expression, look_at_number)
#define TEXT(name, expression) DEFINE(name, expression, look_at_text)
#define DOUBLE(name, expression) DEFINE(name, bits_of(expression), look_at_double)
#define RECORD(name, expression) DEFINE(name, expression, look_at_record)
#define TM(name, expression) DEFINE(name, expression, look_at_tm)
// Functions of one shape: of nothing, a character, a floating point number, a text, a number.
#define OF_NOTHING(name) NUMBER(name, name())
#define OF_CHARACTER(name) NUMBER(name, name(i ? 'a' : 'B'))
#define OF_DOUBLE(name) DOUBLE(name, name(i ? 2.5 : 0.75))
#define OF_TEXT(name) NUMBER(name, name(i ? "17" : "230"))
#define OF_NUMBER(name) NUMBER(name, name(i ? 17 : 3))

#define DEFINE(name, expression, look) \
  static intptr_t call_##name(int i) { \
    (void)i; \
    return (intptr_t)(expression); \
  }
#include "Functions.def"

#undef DEFINE
#define DEFINE(name, expression, look) {#name, call_##name, look},
static const hunted_function hunted_functions[] = {
#include "Functions.def"
};
const int hunted_function_count = sizeof hunted_functions / sizeof *hunted_functions;
hunted_function hunted_function_at(int index) { return hunted_functions[index]; }
