/* migrate.h - migration of a virtual thread from one thread state to another.
 *
 * Migration is a compare and exchange of the virtual thread's owner (mount.h). If another thread state has the virtual
 * thread mounted, its top frame is read from that thread state, which notices the loss at its next event. */
#pragma once

#include "core/thread/tstate.h"

/* Make the thread state, whose thread is in an event, the owner of the virtual thread's context. `ran` is true if
 * the virtual thread is still mounted on another thread, and the event reports that it has stopped running. Then the
 * virtual thread ran on that thread until `now`. If another thread ends or mounts the same virtual thread during this
 * call, report a misuse. */
void qp_migrate(struct qp_tstate *tstate, enum qp_product product, struct qp_context *context, uint64_t virtual_id,
                bool ran, uint64_t now);

/* Report the misuse that two threads record events of this virtual thread at once. The sums of such a run need not
 * be consistent, because an event of one thread may have charged a node of the other thread. */
void qp_migrate_report(enum qp_product product, uint64_t virtual_id);

/* Wait until the context's owner has no bit PARKING (mount.h). Return the owner. */
uint64_t qp_migrate_wait(const struct qp_context *context);
