/* carrier.h - the carriers of a process: each thread that records has one, which another thread reuses after its
 * end.
 *
 * Carriers are never freed. A new thread reuses the carrier of a finished thread, with the carrier's space in the data
 * file. If the finished thread had no name, the new thread reuses its trees and its record, too. So a million threads
 * in sequence use bounded space. */
#pragma once

#include "core/thread/tstate.h"

/* Return the calling thread's state for a product that records, prepared for the current run. If the data file has
 * no room for the thread, count the loss and return NULL; the thread's events are then dropped. */
struct qp_tstate *qp_carrier_attach(enum qp_product product);

/* Carriers that other threads record for.
 *
 *   qp_carrier_hand_over  take the carrier from the calling thread, which records nothing itself from now on; NULL if
 *                         it has none. In a data file it is the carrier of the thread with this id of the system
 *   qp_carrier_act        until qp_carrier_act_end, the calling thread's events are those of the thread that was handed
 *                         over, whose CPU clock has this value; only one thread at a time may act for a carrier. With
 *                         NULL, the first event makes a new carrier, which must be handed over before the end
 *   qp_carrier_act_last   as qp_carrier_act_end, and the thread ends: another thread may reuse the carrier
 *
 * Do not call these functions in an event or in a signal handler. */
QP_SHARED struct qp_carrier *qp_carrier_hand_over(uint64_t system_id);
QP_SHARED void qp_carrier_act(struct qp_carrier *carrier, uint64_t cpu);
QP_SHARED void qp_carrier_act_end(void);
QP_SHARED void qp_carrier_act_last(void);

/* Return the carrier made last. Its `next` is the carrier made before it, and so on. */
struct qp_carrier *qp_carrier_newest(void);

/* Call visit for each carrier that has a thread state in the product's current run. */
void qp_carrier_each(enum qp_product product, void (*visit)(struct qp_carrier *carrier, void *data), void *data);

/* qp_carrier_reset_records prepares for a new data file. qp_carrier_abandon makes a forked child forget its parent's
 * carriers. */
void qp_carrier_reset_records(void);
void qp_carrier_abandon(void);
