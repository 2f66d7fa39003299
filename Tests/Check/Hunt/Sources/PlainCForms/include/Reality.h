#pragma once
#include <stdbool.h>

// A part of what a caller does: its first, or its second, whose result counts.
typedef long (*hunt_part)(void *context, int caller, int part);

// What the callers have got, and whether they have got anything.
typedef struct {
  long results[2];
  bool has_ended;
} hunt_outcome;

// Runs the parts of two callers in a copy of this process, in the given order, such as {0, 1, 1, 0}: on a thread each, or on
// one thread.
hunt_outcome hunt_run(const int order[4], bool on_one_thread, hunt_part part, void *context);
