/* journal.h - the memory of a product's event log (trace.h): blocks of the data file that lanes fill one after the
 * other, and what was counted in them. With the log's lock, which each call takes for itself. */
#ifndef QP_THREAD_JOURNAL_H
#define QP_THREAD_JOURNAL_H

#include "core/thread/lane.h"

enum qp_journal_mode {
    QP_JOURNAL_STOP,      /* when there is no more room */
    QP_JOURNAL_OVERWRITE, /* keep the newest */
    QP_JOURNAL_NONE       /* no log: totals only */
};

/* How the product's next run logs: at most limit bytes in blocks, 0 = as the file has room. While it records nothing.
 */
QP_SHARED void qp_journal_configure(enum qp_product product, enum qp_journal_mode mode, uint64_t limit);

/* Whether there is a log; whether it keeps the newest. */
bool qp_journal_is_kept(enum qp_product product);
bool qp_journal_overwrites(enum qp_product product);

/* The block for the lane's next events, in place of the one that is full; NULL without room. */
struct qp_trace_block *qp_journal_change(struct qp_carrier *carrier, enum qp_product product);

/* Whether a lane that found no room may ask again. */
bool qp_journal_may_have_room(enum qp_product product);

/* The lane needs its blocks no more, or they are of an older file. */
void qp_journal_leave(struct qp_trace *trace, enum qp_product product);

struct qp_journal_count {
    uint64_t events; /* in the log */
    uint64_t lost;
    uint64_t overwritten;
    uint64_t threads;
};

void qp_journal_add(enum qp_product product, uint64_t events, uint64_t lost, uint64_t threads);

/* The counts of the data file, up to what each thread settled last. Any thread. */
QP_SHARED void qp_journal_count(enum qp_product product, struct qp_journal_count *count);

/* In a forked child, which forgets the parent's blocks, and for a new data file. */
void qp_journal_reset(void);

#endif
