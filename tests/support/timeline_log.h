/* timeline_log.h - writer of libqprof's log of virtual threads for tests, event by event, into a builder's file: two
 * carriers, functions, and contexts that virtual threads use one after the other. A tick is a nanosecond. */
#pragma once

#include "tests/support/builder.h"

#include <stdbool.h>

#define TIMELINE_CONTEXTS 6

/* Functions of the group "worker" on carrier 1, each on top of a call path of its own. */
enum timeline_function { TIMELINE_NOWHERE, TIMELINE_WORK, TIMELINE_RECEIVE, TIMELINE_READ, TIMELINE_FUNCTIONS };

struct timeline_log {
    struct builder builder;
    uint32_t carriers[2];
    uint32_t contexts[TIMELINE_CONTEXTS];
    uint32_t nodes[TIMELINE_FUNCTIONS];
    uint32_t group;
    uint32_t root;      /* root node of the group */
    uint64_t *words[2]; /* position of each carrier's next event */
    uint64_t ticks[2];  /* of each carrier's last event */
    uint64_t blocks[2]; /* number of each carrier's last block */
};

void timeline_log_begin(struct timeline_log *log);

/* Log an event at a tick on carrier 1 or 2. The events of a carrier must come in order. */
void timeline_log_put(struct timeline_log *log, int carrier, uint64_t tick, enum qp_event_kind kind, uint32_t object);

/* Log an event of a context; log that a virtual thread leaves its carrier in a function. */
void timeline_log_of(struct timeline_log *log, int carrier, uint64_t tick, enum qp_event_kind kind, int context);
void timeline_log_leave(struct timeline_log *log, int carrier, uint64_t tick, enum qp_event_kind kind,
                        enum timeline_function function);

/* Log an event with a second word. */
void timeline_log_create(struct timeline_log *log, int carrier, uint64_t tick, int context, uint64_t id);
void timeline_log_lost(struct timeline_log *log, int carrier, uint64_t tick, uint64_t events);

/* Continue the carrier's log in another block, skipping some numbers of blocks that were reused. */
void timeline_log_block(struct timeline_log *log, int carrier, uint64_t tick, uint64_t skipped);

/* Add a virtual thread that the profile lists: alive on the context if end is 0, else kept. */
void timeline_log_thread(struct timeline_log *log, int context, uint64_t id, const char *name, uint64_t start,
                         uint64_t end);

/* Build the run of the goldens, drawn in sample_timeline.c. */
void sample_timeline(struct timeline_log *log, bool cleared);
