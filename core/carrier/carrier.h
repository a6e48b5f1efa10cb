/* carrier.h - the carriers of a process: one is attached to each thread that records, and reused after its end.
 *
 * Carriers are never freed. The next new thread reuses what a finished thread leaves: its carrier and extents and, if
 * it had no name, its trees and its record. So a million threads in sequence use bounded space. */
#pragma once

#include "core/thread/tstate.h"

/* Return the calling thread's state for a product that records, made ready for its current run. Return NULL if there is
 * no room, which is counted; the thread is off then. */
struct qp_tstate *qp_carrier_attach(enum qp_product product);

/* Return the carrier made last; `next` leads to the one made before, and so on to the first. */
struct qp_carrier *qp_carrier_newest(void);

/* Call visit for each carrier that has a thread state in the product's current run. */
void qp_carrier_each(enum qp_product product, void (*visit)(struct qp_carrier *carrier, void *data), void *data);

/* Reset for a new data file; abandon all carriers in a forked child. */
void qp_carrier_reset_records(void);
void qp_carrier_abandon(void);
