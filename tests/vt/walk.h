/* walk.h - threads that enter and leave the same states in turn, so that the log tells where in its course each event
 * lies. */
#ifndef TESTS_VT_WALK_H
#define TESTS_VT_WALK_H

#include "profile/log/events.h"
#include "tests/support/stage.h"

#define WALK_STATES  97
#define WALK_CALLS   200003 /* 3.2 MB of events */
#define WALK_THREADS 64     /* at most, of those that are looked at */

/* In a scene: define the states and start; go on through them on this thread; all of it, from the start to the end. */
void walk_begin(struct stage *stage, const char *core_options);
void walk_on(unsigned calls);
void walk_whole(struct stage *stage, const char *core_options);

/* What the log has of a thread. */
struct walk_course {
    uint64_t first; /* place in the course of the first event there is, modulo 2 * WALK_STATES */
    uint64_t count; /* of entries and leaves */
    uint64_t others;
    uint64_t gaps;
    uint64_t lost;
};

extern struct qp_profile walk_profile;
extern struct walk_course walk_courses[WALK_THREADS];

/* Read the scene's log: of each thread its events follow each other without a hole. */
void walk_look(const struct stage *stage);
void walk_finish(struct stage *stage);

#endif
