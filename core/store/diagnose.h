/* diagnose.h - counts of misuse and loss by kind, with the first occurrence of each.
 *
 * While a data file is open, the counts are in its header. Before a run they are kept in memory, and the next run
 * starts with them. Any thread may call these functions; they are async-signal-safe. */
#pragma once

#include "base/attribute.h"
#include "format/diagnostic.h"

/* qp_diagnose_many counts `more` occurrences of a kind, qp_diagnose counts one. The formatted text is stored only at
 * the first occurrence of the kind. */
QP_SHARED QP_PRINTF(4, 5) void qp_diagnose_many(enum qp_product product, enum qp_diagnostic_kind kind, uint64_t more,
                                                const char *format, ...);
#define qp_diagnose(product, kind, ...) qp_diagnose_many(product, kind, 1, __VA_ARGS__)

/* Return the count of a kind so far. */
QP_SHARED uint64_t qp_diagnose_count(enum qp_product product, enum qp_diagnostic_kind kind);

/* Reset the count of a kind, because the events that were counted turned out to be no misuse. */
void qp_diagnose_not(enum qp_product product, enum qp_diagnostic_kind kind);

/* Count in this header from now on, and move the counts in memory to it. If `header` is NULL, count in memory again. */
void qp_diagnose_into(struct qp_header *header);
