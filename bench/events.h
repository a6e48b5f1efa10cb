/* events.h - sequences of events, and three ways to play them: to a library, to a library with virtual threads, and
 * as the floor. The floor is the same loop over the same sequence, with a clock read in place of each event. */
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

/* Read the clock twice, `pairs` times: the floor of a row without events. */
void events_read_clock(uint32_t pairs);

/* Play the floor for a library that is off: the same loop with a call of an empty function in place of each event. */
void events_play_empty(const struct events *events);

/* Add a walk over a call tree of `functions` methods, down to `depth`, repeated until it has made `calls` calls. It
 * behaves like a loop of a program whose branches the processor can predict. */
void events_walk(struct events *events, uint32_t functions, uint32_t depth, size_t calls);

/* Add calls from one parent to `children` methods, one after the other or in random order. */
void events_wide(struct events *events, uint32_t children, size_t calls, bool random);

/* Add all call paths of three levels with `fan` callees each. Each path is called once, so fan * fan * fan nodes are
 * made. */
void events_every_path(struct events *events, uint32_t fan);

/* Add calls of one method on `threads` virtual threads. The virtual threads take turns of `pairs` calls each. */
void events_switching(struct events *events, uint32_t threads, uint32_t pairs, size_t calls);
