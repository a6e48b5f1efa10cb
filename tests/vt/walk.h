/* walk.h - threads that enter and leave the same states in turn, so that each event's position in its thread's course
 * is known. */
#pragma once

#include "profile/log/events.h"
#include "tests/support/stage.h"

#define WALK_STATES  97
#define WALK_CALLS   200003 /* 3.2 MB of events */
#define WALK_THREADS 64     /* at most, of the threads that are checked */

/* In a scene: define the states and start; continue through them on this thread; or do all of it, from start to end. */
void walk_begin(struct stage *stage, const char *core_options);
void walk_on(unsigned calls);
void walk_whole(struct stage *stage, const char *core_options);

/* The events of a thread in the log. */
struct walk_course {
    uint64_t first; /* position in the course of the first event, modulo 2 * WALK_STATES */
    uint64_t count; /* of entries and leaves */
    uint64_t others;
    uint64_t gaps;
    uint64_t lost;
};

extern struct qp_profile walk_profile;
extern struct walk_course walk_courses[WALK_THREADS];

/* Read the scene's log, and check that each thread's events are consecutive. */
void walk_look(const struct stage *stage);
void walk_finish(struct stage *stage);
