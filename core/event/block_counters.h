/* block_counters.h - counters of blocks that the client increments itself: their owners, records and snapshots.
 *
 * These counters count even while no run records (counter_pages.h). Snapshots are made at the start of a run, before
 * each mark, and at the end of the run. The counts of an epoch or of a pause are the difference between two snapshots.
 */
#pragma once

#include "core/thread/call.h"
#include "core/thread/tstate.h"

struct qp_method;
struct qprof_BlockCounters;

/* Fill `counters` with the counters of a method for the owner counters->owner, where 0 means the calling thread.
 * Return 0. On a failure, count the failure and return -1. This function is an event. */
QP_SHARED int qp_block_counters_get(const struct qp_call *call, uint64_t method, struct qprof_BlockCounters *counters);

/* Return the number of calls that 64-bit counters of all methods have counted in this process. Call this with the cold
 * lock. */
uint64_t qp_block_counters_calls(enum qp_product product);

/* The functions below are called with the cold lock. qp_block_counters_begin begins a run of the product; `tstate`
 * belongs to the thread that starts the run (NULL = none). qp_block_counters_end ends the run.
 * qp_block_counters_snapshot takes a snapshot just before a mark. */
void qp_block_counters_begin(enum qp_product product, struct qp_tstate *tstate);
void qp_block_counters_end(enum qp_product product);
void qp_block_counters_snapshot(enum qp_product product);

/* The steps of retiring a method (retire.h). A method's counters form a list, and `number` is the number of the
 * first element. qp_block_counters_rename writes the method id `to` into the records of the counters in this list.
 * qp_block_counters_forget detaches the counters from the method, so that no request returns them. Call these functions
 * and qp_block_counters_take only while events are held. */
void qp_block_counters_rename(enum qp_product product, uint32_t number, uint64_t to);
void qp_block_counters_forget(enum qp_product product, struct qp_method *method);

/* Give a method that was defined again its former counters. `number` is the number of the first element of the
 * counters' list, 0 if the list is empty. A later request with the same owner and stride gets these counters. */
void qp_block_counters_take(enum qp_product product, struct qp_method *method, uint32_t number);

/* Reset for a new data file. */
void qp_block_counters_reset_records(void);
