/* walk.h - threads that enter and leave the same states in a fixed order, so that the position of each logged event in
 * its thread's sequence of events is known. */
#pragma once

#include "profile/log/events.h"
#include "tests/support/stage.h"

#define WALK_STATES  97
#define WALK_CALLS   200003 /* 3.2 MB of events */
#define WALK_THREADS 64     /* the largest number of threads that are checked */

/* For scenes: walk_begin defines the states and starts the run; walk_on enters and leaves the states on this thread;
 * walk_whole does both, then ends the run. */
void walk_begin(struct stage *stage, const char *core_options);
void walk_on(unsigned calls);
void walk_whole(struct stage *stage, const char *core_options);

/* Events of a thread in the log. */
struct walk_course {
    uint64_t first; /* position of the first event in the thread's sequence, modulo 2 * WALK_STATES */
    uint64_t count; /* number of entries and leaves */
    uint64_t others;
    uint64_t gaps;
    uint64_t lost;
};

extern struct qp_profile walk_profile;
extern struct walk_course walk_courses[WALK_THREADS];

/* Read the scene's log, and check that each thread's events are consecutive. */
void walk_look(const struct stage *stage);
void walk_finish(struct stage *stage);
