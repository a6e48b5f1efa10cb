/* migrate.h - migration: a thread state takes a virtual thread that another one has, or had last.
 *
 * A compare and exchange of its owner. If the virtual thread is mounted elsewhere, the position of the other thread
 * state in its stack is read; that thread state notices the loss at its next event. */
#ifndef QP_VTHREAD_MIGRATE_H
#define QP_VTHREAD_MIGRATE_H

#include "core/thread/tstate.h"

/* Take the context over for the thread state, whose thread is in an event. ran: the client reports from another thread
 * that it no longer runs where it is mounted, so it ran until now. */
void qp_migrate(struct qp_tstate *tstate, enum qp_product product, struct qp_context *context, bool ran, uint64_t now);

/* Report that this thread recorded further events of a mounted context that another one had taken: the client runs a
 * virtual thread on two threads at once. No sum of such a run is expected to add up, since events of one thread may
 * have charged nodes of the other. */
void qp_migrate_report(struct qp_tstate *tstate, enum qp_product product);

/* Wait until no thread state is parking the context or taking it over. Return the owner. */
uint64_t qp_migrate_wait(const struct qp_context *context);

#endif
