/* mark.h - what happened to the run as a whole, in order: pause, resume, clear, phase, note, save.
 *
 * The marks of a product are kept in memory for the carriers, which work through those they have not seen at their next
 * event (lanes.h: qp_lanes_poke), and in the data file for readers.
 *
 *           add        read
 *   add     both locks ok           (session and cold)
 *   read               ok      any thread, by number
 */
#ifndef QP_THREAD_MARK_H
#define QP_THREAD_MARK_H

#include "base/attribute.h"
#include "format/record.h"

#include <stdbool.h>
#include <stdint.h>

struct qp_mark {
    uint64_t tick;
    enum qp_mark_kind kind;
    uint32_t epoch; /* in force from this mark on */
};

/* Add a mark; a clear or a phase begins an epoch. Returns 0, or -1 when there is no room (nothing has changed then).
 */
int qp_mark_add(enum qp_product product, enum qp_mark_kind kind, uint64_t tick, const char *text);

/* How many marks that concern carriers (not notes and saves) there are, and one of them. */
uint32_t qp_mark_count(enum qp_product product);
struct qp_mark qp_mark_get(enum qp_product product, uint32_t number);

/* The present epoch. */
uint32_t qp_mark_epoch(enum qp_product product);

/* Whether a clear came after the epoch: nothing of it counts. */
bool qp_mark_is_cleared(enum qp_product product, uint32_t epoch);

/* Whether the last pause or resume was a pause. */
bool qp_mark_is_paused(enum qp_product product);

/* How many of the ticks from..to were recorded: neither paused nor cleared. */
QP_SHARED uint64_t qp_mark_recorded(enum qp_product product, uint64_t from, uint64_t to);

/* A new run of the product: no marks, in the epoch that the run before in the same file ended in. A new data file. */
void qp_mark_reset(enum qp_product product);
void qp_mark_reset_records(void);

#endif
