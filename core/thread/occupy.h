/* occupy.h - the cold lock, the session lock, and the exclusion of a thread's own signal handlers while it holds them.
 *
 * An event of a signal handler that needs a lock held by the thread it interrupted would wait forever. So a thread
 * takes a lock only inside an event, or after it has occupied itself: each of its thread states is busy, and no thread
 * state can be made. Events that arrive then are counted and dropped. The cold lock is taken only through this module;
 * taken in an event, it makes the other products' thread states busy too. Occupied sections nest; a thread state that
 * an inner section finds busy stays busy. Any thread, signal handlers too. */
#pragma once

#include "core/thread/tstate.h"

/* Begin and end a section in which the calling thread holds locks, or makes a thread state. */
void qp_occupy_begin(void);
void qp_occupy_end(void);

/* Begin the section in two steps, around taking a lock that another thread may hold for long: between the two,
 * events of the thread's signal handlers are still recorded. */
void qp_occupy_close(void);
void qp_occupy_tstates(void);

/* Add a thread state made in the section, with busy = 1: it becomes free at the end of the enclosing section, or of
 * this one if there is none. */
void qp_occupy_tstate(struct qp_tstate *tstate, enum qp_product product);

/* Return true if the calling thread is in an occupied section. */
bool qp_occupy_is(void);

/* Lock for definitions, threads and virtual threads. May be taken in an event. Occupies the thread. */
void qp_cold_lock(void);
void qp_cold_unlock(void);

/* Return true if the calling thread holds the cold lock or is about to take it. A signal handler asks this about the
 * code that it interrupted. */
bool qp_cold_is_held(void);

/* Lock for start, stop and control of the run. Taken before the cold lock, never in an event. Occupies the thread, and
 * preserves the host's errno from lock to unlock. */
void qp_session_lock(void);
void qp_session_unlock(void);
