/* journal.h - the memory of a product's event log (trace.h).
 *
 * The log consists of blocks in the data file and of counts of events. Each thread state fills one block at a time.
 * Callers need no lock: each function that changes the log takes the log's lock itself. */
#pragma once

#include "core/thread/tstate.h"

enum qp_journal_mode {
    QP_JOURNAL_STOP,      /* stop when there is no more room */
    QP_JOURNAL_OVERWRITE, /* overwrite the oldest events (flight recorder) */
    QP_JOURNAL_NONE       /* no log: totals only */
};

/* Configure the log of the product's next run. Its blocks take at most `limit` bytes; 0 means as much as the file has
 * room for. Call this only while the product records nothing. */
QP_SHARED void qp_journal_configure(enum qp_product product, enum qp_journal_mode mode, uint64_t limit);

/* qp_journal_is_kept returns true if there is a log, qp_journal_overwrites if the log is a flight recorder. */
bool qp_journal_is_kept(enum qp_product product);
bool qp_journal_overwrites(enum qp_product product);

/* Replace the carrier's full block and return the new one; NULL if there is no room. */
struct qp_trace_block *qp_journal_change(struct qp_carrier *carrier, enum qp_product product);

/* Return true if a thread that found no room in the log may find some now. */
bool qp_journal_may_have_room(enum qp_product product);

/* Give up the blocks of a thread that has ended or whose blocks belong to an older data file. */
void qp_journal_leave(struct qp_trace *trace, enum qp_product product);

struct qp_journal_count {
    uint64_t events; /* events in the log */
    uint64_t lost;
    uint64_t overwritten;
    uint64_t threads;
};

void qp_journal_add(enum qp_product product, uint64_t events, uint64_t lost, uint64_t threads);

/* Get the counts of events in the data file, without the events that a thread logged after its last qp_trace_settle.
 * Any thread may call this. */
QP_SHARED void qp_journal_count(enum qp_product product, struct qp_journal_count *count);

/* Forget all blocks, in a forked child and for a new data file. */
void qp_journal_reset(void);
