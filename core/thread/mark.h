/* mark.h - what happened to the run as a whole, in order: pause, resume, clear, phase, note, save.
 *
 * The marks of a product are kept in memory for the carriers, which process those they have not seen yet at their next
 * event (safepoint.h: qp_safepoint_request), and they are written into the data file for readers. They are added with
 * the session lock and the cold lock. Any thread may read a mark by its number, without a lock, even while another
 * thread adds one. */
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

/* Add a mark. A clear or a phase also begins an epoch. Return 0, or -1 if there is no room; nothing has changed
 * then. */
int qp_mark_add(enum qp_product product, enum qp_mark_kind kind, uint64_t tick, const char *text);

/* Return the number of marks that concern carriers (not notes and saves), and one of them. */
uint32_t qp_mark_count(enum qp_product product);
struct qp_mark qp_mark_get(enum qp_product product, uint32_t number);

/* Return the current epoch. */
uint32_t qp_mark_epoch(enum qp_product product);

/* Return true if a clear came after the epoch, so that nothing recorded in it counts. */
bool qp_mark_is_cleared(enum qp_product product, uint32_t epoch);

/* Return true if the last pause or resume was a pause. */
bool qp_mark_is_paused(enum qp_product product);

/* Return how many of the ticks from..to were recorded: neither paused nor cleared. */
QP_SHARED uint64_t qp_mark_recorded(enum qp_product product, uint64_t from, uint64_t to);

/* qp_mark_reset forgets all marks for a new run of the product, which begins in the epoch in which the previous run of
 * the same file ended. qp_mark_reset_records resets for a new data file. */
void qp_mark_reset(enum qp_product product);
void qp_mark_reset_records(void);
