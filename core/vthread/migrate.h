/* migrate.h - migration of a virtual thread from the thread state that has or had it to another.
 *
 * Migration is a compare and exchange of the virtual thread's owner. If another thread state has the virtual thread
 * mounted, its position in the stack is read; that thread state notices the loss at its next event. */
#pragma once

#include "core/thread/tstate.h"

/* Make the thread state, whose thread is in an event, the owner of the virtual thread's context. `ran` is true if the
 * client reports, from this thread, that the virtual thread has stopped running on the thread that has it mounted; it
 * ran there until now. If an event of another thread ends or mounts the same virtual thread meanwhile, this is reported
 * as misuse. */
void qp_migrate(struct qp_tstate *tstate, enum qp_product product, struct qp_context *context, uint64_t virtual_id,
                bool ran, uint64_t now);

/* Report that two threads record events of this virtual thread at once. Sums of such a run need not be consistent,
 * since events of one thread may have charged nodes of the other. */
void qp_migrate_report(enum qp_product product, uint64_t virtual_id);

/* Wait until no thread state is parking the context or taking it over. Return the owner. */
uint64_t qp_migrate_wait(const struct qp_context *context);
