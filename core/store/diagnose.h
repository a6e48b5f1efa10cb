/* diagnose.h - count misuse and loss by kind, with the first occurrence of each.
 *
 * Before a run the counts are kept in memory, and the next run of the product starts with them; while a data file is
 * open they are counted in its header. Any thread, signal handlers too. */
#ifndef QP_STORE_DIAGNOSE_H
#define QP_STORE_DIAGNOSE_H

#include "base/attribute.h"
#include "format/diagnostic.h"

/* Count one; the formatted text is kept when it is the first of its kind. */
QP_SHARED QP_PRINTF(3, 4) void qp_diagnose(enum qp_product product, enum qp_diagnostic_kind kind, const char *format,
                                           ...);

/* Count so many. */
QP_SHARED QP_PRINTF(4, 5) void qp_diagnose_many(enum qp_product product, enum qp_diagnostic_kind kind, uint64_t more,
                                                const char *format, ...);

/* Return how often the kind was counted so far. */
QP_SHARED uint64_t qp_diagnose_count(enum qp_product product, enum qp_diagnostic_kind kind);

/* What was counted of the kind was none, as is known now. */
void qp_diagnose_not(enum qp_product product, enum qp_diagnostic_kind kind);

/* Count in this header from now on (NULL: in memory again), taking along what was counted in memory. */
void qp_diagnose_into(struct qp_header *header);

#endif
