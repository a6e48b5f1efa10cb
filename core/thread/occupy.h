/* occupy.h - the cold lock and the session lock, and how a thread that holds locks keeps its own signal handlers out.
 *
 * A handler's event that needs a lock of the thread that it interrupted would wait for ever. So whoever takes a lock is
 * in an event, or occupies the thread first: each of its lanes is busy, and no lane can be made. Events that arrive
 * then are counted and dropped. The cold lock is taken through here alone; taken in an event, it makes the other
 * products' lanes busy too. Stretches nest; what an inner one finds busy stays so. Any thread, handlers too. */
#ifndef QP_THREAD_OCCUPY_H
#define QP_THREAD_OCCUPY_H

#include "core/thread/lane.h"

/* Around a stretch in which the calling thread holds locks, or makes a lane. */
void qp_occupy_begin(void);
void qp_occupy_end(void);

/* The same in two steps, for a lock that may take long to get: between the two the thread's handlers still record. */
void qp_occupy_close(void);
void qp_occupy_lanes(void);

/* A lane that was made in the stretch, busy = 1: it becomes free with the end of the stretch around this one, or of
 * this one where there is none. */
void qp_occupy_lane(struct qp_lane *lane, enum qp_product product);

/* Whether the calling thread is in such a stretch. */
bool qp_occupy_is(void);

/* Definitions, threads, virtual threads; may be taken in an event. Occupies. */
void qp_cold_lock(void);
void qp_cold_unlock(void);

/* Whether the calling thread has it, or is about to take it: for a handler that interrupted who does. */
bool qp_cold_is_held(void);

/* Start, stop and control of the run: taken first, never in an event. Occupies, and keeps the host's errno from lock to
 * unlock. */
void qp_session_lock(void);
void qp_session_unlock(void);

#endif
