/* occupy.h - the cold lock, the session lock, and the exclusion of a thread's own signal handlers while it holds
 * them.
 *
 * If an event of a signal handler needed a lock that the interrupted thread holds, it would wait forever. So a thread
 * takes a lock only inside an event, or in an occupied section. In an occupied section, each of the thread's thread
 * states is busy, and its signal handlers cannot make a thread state. Their events are counted and dropped. The cold
 * lock is taken only through this module. If the cold lock is taken in an event, this also makes the thread states of
 * the other products busy. Occupied sections nest; a thread state that an inner section finds busy stays busy when the
 * inner section ends. Any thread may call these functions, also in a signal handler. */
#pragma once

#include "core/thread/tstate.h"

/* qp_occupy_begin begins an occupied section, in which the calling thread may take locks or make a thread state.
 * qp_occupy_end ends the section. */
void qp_occupy_begin(void);
void qp_occupy_end(void);

/* Begin an occupied section in two steps: qp_occupy_close, then qp_occupy_tstates. Between the two calls the thread
 * takes a lock that another thread may hold for long. Events in signal handlers of the waiting thread are still
 * recorded. */
void qp_occupy_close(void);
void qp_occupy_tstates(void);

/* Register a thread state that was made in this section and is busy. It becomes free at the end of the enclosing
 * section or, if there is none, at the end of this section. */
void qp_occupy_tstate(struct qp_tstate *tstate, enum qp_product product);

/* Return true if the calling thread is in an occupied section. */
bool qp_occupy_is(void);

/* Return true if the calling thread is a signal handler that interrupted an event, which resumes after the handler.
 * Call this in an occupied section. */
bool qp_occupy_interrupts(void);

/* qp_cold_lock takes the cold lock, which guards definitions, threads and virtual threads. The lock may be taken in
 * an event. The thread is occupied until qp_cold_unlock releases the lock. */
void qp_cold_lock(void);
void qp_cold_unlock(void);

/* Return true if the calling thread holds the cold lock or is about to take it. Signal handlers call this to find
 * out if the code that they interrupted holds the lock. */
bool qp_cold_is_held(void);

/* qp_session_lock takes the session lock, which guards start, stop and control of the run. The lock is taken before
 * the cold lock, and never in an event. The thread is occupied until qp_session_unlock releases the lock.
 * qp_session_unlock also restores the errno that the host had before. */
void qp_session_lock(void);
void qp_session_unlock(void);
