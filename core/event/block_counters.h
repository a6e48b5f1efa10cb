/* block_counters.h - counters of blocks that the client counts in itself: who has which.
 *
 * They go on whatever happens (counter_pages.h). What they counted in an epoch, or in a pause, is the difference of two
 * snapshots: one is made before each mark, at the start of a run and at its end. */
#ifndef QP_EVENT_BLOCK_COUNTERS_H
#define QP_EVENT_BLOCK_COUNTERS_H

#include "core/thread/call.h"
#include "core/thread/lane.h"

struct qp_method;
struct qprof_BlockCounters;

/* The counters of a method for the calling thread or another owner, as asked for. Returns 0, or -1, which is counted.
 * An event. */
QP_SHARED int qp_block_counters_get(const struct qp_call *call, uint64_t method, struct qprof_BlockCounters *counters);

/* All that follows with the cold lock.
 *
 * A run of the product begins, with the lane of the thread that starts it, NULL = it has none; it ends; the moment
 * before a mark of it. */
void qp_block_counters_begin(enum qp_product product, struct qp_lane *lane);
void qp_block_counters_end(enum qp_product product);
void qp_block_counters_snapshot(enum qp_product product);

/* The two halves of retiring a method (retire.h): what the data file has of its counters, from the one of this number
 * on, is that of the id `to` from now on; it has none any more, and those it had are handed out to nobody. While events
 * are held, as the next. */
void qp_block_counters_rename(enum qp_product product, uint32_t number, uint64_t to);
void qp_block_counters_forget(enum qp_product product, struct qp_method *method);

/* The method, defined again, has those that it had before, from this number on, 0 = none. Who asks with the same terms
 * gets them. */
void qp_block_counters_take(enum qp_product product, struct qp_method *method, uint32_t number);

/* A new data file. */
void qp_block_counters_reset_records(void);

#endif
