/* timeline_log.h - writer of libqprof's log of virtual threads for tests, event by event, into the file of a builder.
 * The log has two carriers, some functions, and contexts that several virtual threads use in succession. A tick is a
 * nanosecond. */
#pragma once

#include "tests/support/builder.h"

#include <stdbool.h>

#define TIMELINE_CONTEXTS 6

/* Functions of the group "worker" on carrier 1. Each function has a call path of its own, on which it is the
 * innermost function. */
enum timeline_function { TIMELINE_NOWHERE, TIMELINE_WORK, TIMELINE_RECEIVE, TIMELINE_READ, TIMELINE_FUNCTIONS };

struct timeline_log {
    struct builder builder;
    uint32_t carriers[2];
    uint32_t contexts[TIMELINE_CONTEXTS];
    uint32_t nodes[TIMELINE_FUNCTIONS];
    uint32_t group;
    uint32_t root;      /* root node of the group */
    uint64_t *words[2]; /* position of each carrier's next event */
    uint64_t ticks[2];  /* tick of each carrier's last event */
    uint64_t blocks[2]; /* number of each carrier's last block */
};

void timeline_log_begin(struct timeline_log *log);

/* Log an event at a tick on carrier 1 or 2. The events of a carrier must come in order. */
void timeline_log_put(struct timeline_log *log, int carrier, uint64_t tick, enum qp_event_kind kind, uint32_t object);

/* timeline_log_of logs an event of a context. timeline_log_leave logs that a virtual thread leaves its carrier in a
 * function. */
void timeline_log_of(struct timeline_log *log, int carrier, uint64_t tick, enum qp_event_kind kind, int context);
void timeline_log_leave(struct timeline_log *log, int carrier, uint64_t tick, enum qp_event_kind kind,
                        enum timeline_function function);

/* timeline_log_create logs the creation of a virtual thread, timeline_log_lost a loss of `events` events. Each of
 * the two events has a second word. */
void timeline_log_create(struct timeline_log *log, int carrier, uint64_t tick, int context, uint64_t id);
void timeline_log_lost(struct timeline_log *log, int carrier, uint64_t tick, uint64_t events);

/* Continue the carrier's log in another block. `skipped` is the number of blocks before it that were reused and are
 * lost. */
void timeline_log_block(struct timeline_log *log, int carrier, uint64_t tick, uint64_t skipped);

/* Add a virtual thread to the profile. If `end` is 0, it is alive and uses the context; otherwise it ended and has a
 * record of its own. */
void timeline_log_thread(struct timeline_log *log, int context, uint64_t id, const char *name, uint64_t start,
                         uint64_t end);

/* Build a run for the golden tests. sample_timeline.c has a drawing of this run. */
void sample_timeline(struct timeline_log *log, bool cleared);
