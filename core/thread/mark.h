/* mark.h - events of the whole run, in order: pause, resume, clear, phase, note, save.
 *
 * The marks of a product are kept in memory. At its next event, each carrier processes the marks that it has not seen
 * yet (safepoint.h: qp_safepoint_request). Marks are also written into the data file, for readers. They are added with
 * the session lock and the cold lock. Any thread may read a mark by its number, without a lock, even while another
 * thread adds a mark. */
#pragma once

#include "base/attribute.h"
#include "format/record.h"

#include <stdbool.h>
#include <stdint.h>

struct qp_mark {
    uint64_t tick;
    enum qp_mark_kind kind;
    uint32_t epoch; /* epoch from this mark on */
};

/* Add a mark. A clear or a phase also begins an epoch: a part of the run with call trees of its own. Return 0, or -1
 * if there is no room; nothing has changed then. */
int qp_mark_add(enum qp_product product, enum qp_mark_kind kind, uint64_t tick, const char *text);

/* qp_mark_count returns the number of marks that carriers must process: all marks except notes and saves.
 * qp_mark_get returns such a mark by its number, from 0. */
uint32_t qp_mark_count(enum qp_product product);
struct qp_mark qp_mark_get(enum qp_product product, uint32_t number);

/* Return the current epoch. */
uint32_t qp_mark_epoch(enum qp_product product);

/* Return true if a clear came after the epoch began. What was recorded in the epoch is then discarded. */
bool qp_mark_is_cleared(enum qp_product product, uint32_t epoch);

/* Return true if the last pause or resume was a pause. */
bool qp_mark_is_paused(enum qp_product product);

/* Return how many of the ticks between `from` and `to` were recorded. Ticks in a pause and ticks before a clear do
 * not count. */
QP_SHARED uint64_t qp_mark_recorded(enum qp_product product, uint64_t from, uint64_t to);

/* qp_mark_reset forgets the marks of a product whose new run begins. The run begins in the epoch in which the
 * previous run in the same file ended. qp_mark_reset_records forgets the marks and epochs of all products, because a
 * new data file begins. */
void qp_mark_reset(enum qp_product product);
void qp_mark_reset_records(void);
