/* block_counters.h - counters of blocks that the client increments itself: their owners, records and snapshots.
 *
 * They always count (counter_pages.h). Their counts of an epoch, or of a pause, are the difference of two snapshots:
 * one is made before each mark, at the start of a run and at its end. */
#pragma once

#include "core/thread/call.h"
#include "core/thread/tstate.h"

struct qp_method;
struct qprof_BlockCounters;

/* Get the counters of a method for the calling thread or another owner, as asked for. Return 0, or -1, which is
 * counted. An event. */
QP_SHARED int qp_block_counters_get(const struct qp_call *call, uint64_t method, struct qprof_BlockCounters *counters);

/* The functions below are called with the cold lock.
 *
 * Begin a run of the product, with the thread state of the thread that starts it, NULL = none; end it; take a snapshot
 * just before a mark. */
void qp_block_counters_begin(enum qp_product product, struct qp_tstate *tstate);
void qp_block_counters_end(enum qp_product product);
void qp_block_counters_snapshot(enum qp_product product);

/* Two halves of retiring a method (retire.h). rename assigns the data file's records of its counters, from this number
 * on, to the id `to`. forget detaches the counters from the method, so that no request returns them. Call both, and
 * qp_block_counters_take, only while events are held. */
void qp_block_counters_rename(enum qp_product product, uint32_t number, uint64_t to);
void qp_block_counters_forget(enum qp_product product, struct qp_method *method);

/* Give a method that was defined again its former counters, from this number on, 0 = none. A request with the same
 * terms gets them. */
void qp_block_counters_take(enum qp_product product, struct qp_method *method, uint32_t number);

/* Reset for a new data file. */
void qp_block_counters_reset_records(void);
