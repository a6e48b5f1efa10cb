/* carrier.h - the carriers of a process: give the calling thread one, retire it with its thread, stop all.
 *
 * Carriers are never freed. What a finished thread leaves (carrier, extents, and when it had no name its trees and its
 * record) is continued by the next new thread, so a million threads one after the other stay bounded. */
#ifndef QP_RECORD_CARRIER_H
#define QP_RECORD_CARRIER_H

#include "core/record/lane.h"

/* The calling thread's lane for a product that records, made ready for its present run. Returns NULL when there is no
 * room, which has been counted; the thread is off then. */
struct qp_lane *qp_carrier_attach(enum qp_product product);

/* Send the next event of every lane the slow way. */
void qp_carrier_poke(enum qp_product product);

/* Wait until no event of any product is under way, except the caller's own, and let none begin until release: those
 * that come wait. Who holds them may work on all that a carrier's products share: trees, extra numbers, the index. With
 * the session lock, and without the cold lock, since an event may be waiting for that. */
void qp_carrier_hold(void);
void qp_carrier_release(void);

/* Begin an event in a lane that is free, or whose busy flag is set already: wait until none is held. */
void qp_carrier_wait_in(struct qp_lane *lane);

/* Call visit for each carrier that has a lane in the product's present run. */
void qp_carrier_each(enum qp_product product, void (*visit)(struct qp_carrier *carrier, void *data), void *data);

/* A new data file; a forked child. */
void qp_carrier_reset_records(void);
void qp_carrier_abandon(void);

#endif
