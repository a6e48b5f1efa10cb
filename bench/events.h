/* events.h - sequences of events, and three ways to play them. They are played to a library, with virtual threads, and
 * as the floor: the same loop over the same sequence with a bare clock read in place of each event. */
#pragma once

#include "qii_load.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct event {
    uint32_t method; /* 0 = an exit */
    uint32_t stack;
    uintptr_t vthread;
};

struct events {
    struct event *list;
    size_t count;
};

/* The library under test. */
extern struct qii qii;

/* Load and start a library, with a new file in the data folder (row.h). A failure ends the process. */
void events_start(const char *library, const char *file, bool virtual_threads);

void events_add(struct events *events, uint32_t method, uint32_t stack, uintptr_t vthread);
void events_free(struct events *events);

void events_play(const struct events *events);
void events_play_vt(const struct events *events);
void events_play_clock(const struct events *events);

/* Play the floor for a library that is off: the same loop with a call of an empty function. */
void events_play_empty(const struct events *events);

/* Add a walk over a tree of functions methods, down to depth, repeated until there are enough calls: a program's loop
 * whose branches the processor learns, as it learns the interpreter's own. */
void events_walk(struct events *events, uint32_t functions, uint32_t depth, size_t calls);

/* Add calls from one parent to children methods, in turn or in random order. */
void events_wide(struct events *events, uint32_t children, size_t calls, bool random);

/* Add every path of fan * fan * fan calls once, which makes as many nodes. */
void events_every_path(struct events *events, uint32_t fan);

/* Add calls of one method on threads virtual threads, each of which makes pairs calls before the next one's turn. */
void events_switching(struct events *events, uint32_t threads, uint32_t pairs, size_t calls);
