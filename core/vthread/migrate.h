/* migrate.h - migration: a thread state takes a virtual thread that another one has, or had last.
 *
 * A compare and exchange of its owner. If the virtual thread is mounted elsewhere, the position of the other thread
 * state in its stack is read; that thread state notices the loss at its next event. */
#pragma once

#include "core/thread/tstate.h"

/* Take the virtual thread's context over for the thread state, whose thread is in an event. ran: the client reports
 * from another thread that it no longer runs where it is mounted, so it ran until now. If an event of another thread
 * ends or mounts the same virtual thread meanwhile, that is reported. */
void qp_migrate(struct qp_tstate *tstate, enum qp_product product, struct qp_context *context, uint64_t virtual_id,
                bool ran, uint64_t now);

/* Report that two threads record events of this virtual thread at once. No sum of such a run is expected to add up,
 * since events of one thread may have charged nodes of the other. */
void qp_migrate_report(enum qp_product product, uint64_t virtual_id);

/* Wait until no thread state is parking the context or taking it over. Return the owner. */
uint64_t qp_migrate_wait(const struct qp_context *context);
