// The text of the files that lessons run and show, embedded from the files themselves.
#include "CPlatform.h"

#include <stddef.h>

static const unsigned char PageViewer[] = {
#embed "../Lessons/Demonstrations/PageViewer.swift"
};
static const unsigned char FriendList[] = {
#embed "../Lessons/Demonstrations/FriendList.swift"
};

static const struct {
  const char *name;
  const unsigned char *text;
  size_t count;
} sources[] = {
  {"PageViewer", PageViewer, sizeof PageViewer},
  {"FriendList", FriendList, sizeof FriendList},
};

const unsigned char *cp_lesson_source(size_t index, const char **name, size_t *count) {
  if (index >= sizeof sources / sizeof *sources) return NULL;
  *name = sources[index].name;
  *count = sources[index].count;
  return sources[index].text;
}
