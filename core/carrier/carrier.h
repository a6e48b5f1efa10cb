/* carrier.h - the carriers of a process: give the calling thread one, take it back from a thread that ends, visit all.
 *
 * Carriers are never freed. What a finished thread leaves (carrier, extents, and when it had no name its trees and its
 * record) is continued by the next new thread, so a million threads one after the other stay bounded. */
#ifndef QP_CARRIER_CARRIER_H
#define QP_CARRIER_CARRIER_H

#include "core/thread/lane.h"

/* The calling thread's lane for a product that records, made ready for its present run. Returns NULL when there is no
 * room, which has been counted; the thread is off then. */
struct qp_lane *qp_carrier_attach(enum qp_product product);

/* The carrier that was made last; its next is the one made before, and so on to the first. */
struct qp_carrier *qp_carrier_newest(void);

/* Call visit for each carrier that has a lane in the product's present run. */
void qp_carrier_each(enum qp_product product, void (*visit)(struct qp_carrier *carrier, void *data), void *data);

/* A new data file; a forked child. */
void qp_carrier_reset_records(void);
void qp_carrier_abandon(void);

#endif
