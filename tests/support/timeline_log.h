/* timeline_log.h - writes libqprof's log of virtual threads for tests, event by event, into a file of a builder: two
 * carriers, functions, and contexts that virtual threads use one after the other. A tick is a nanosecond. */
#ifndef TESTS_SUPPORT_TIMELINE_LOG_H
#define TESTS_SUPPORT_TIMELINE_LOG_H

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
    uint32_t root;      /* of the group: its node */
    uint64_t *words[2]; /* where the next event of each carrier goes */
    uint64_t ticks[2];  /* of each one's last */
    uint64_t blocks[2]; /* number of each one's last block */
};

void timeline_log_begin(struct timeline_log *log);

/* At a tick on carrier 1 or 2; events of one carrier come in their order. */
void timeline_log_put(struct timeline_log *log, int carrier, uint64_t tick, enum qp_event_kind kind, uint32_t object);

/* The same to a context; or where one leaves its carrier in a function. */
void timeline_log_of(struct timeline_log *log, int carrier, uint64_t tick, enum qp_event_kind kind, int context);
void timeline_log_leave(struct timeline_log *log, int carrier, uint64_t tick, enum qp_event_kind kind,
                        enum timeline_function function);

/* With a second word. */
void timeline_log_create(struct timeline_log *log, int carrier, uint64_t tick, int context, uint64_t id);
void timeline_log_lost(struct timeline_log *log, int carrier, uint64_t tick, uint64_t events);

/* The carrier goes on in another block, skipping some numbers: blocks that were used again. */
void timeline_log_block(struct timeline_log *log, int carrier, uint64_t tick, uint64_t skipped);

/* A virtual thread that the profile tells one by one: it lives on the context, or was kept (end is not 0). */
void timeline_log_thread(struct timeline_log *log, int context, uint64_t id, const char *name, uint64_t start,
                         uint64_t end);

/* The run of the goldens, drawn in sample_timeline.c. */
void sample_timeline(struct timeline_log *log, bool cleared);

#endif
