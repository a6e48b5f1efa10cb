/* interval.h - counts of the client's block counters by named context.
 *
 * These counters are shared by all threads of the process, so the library cannot see which thread increments them.
 * When a thread changes its named context, an interval ends: the counters that changed since the last interval ended
 * are written to the file, with the contexts that threads had. If that is one context, the counts are exact; if there
 * are several, each of them may have run this code. A client that knows more sets the context itself. The scan takes
 * about 1 ns for each counter.
 *
 * Nothing is written until a context is named. Call these functions with the cold lock. */
#pragma once

#include "format/record.h"

#include <stddef.h>

/* Add counters, whose record is in the data file. `number` is their number in the process (block_counters.c). */
void qp_interval_add(uint32_t number, struct qp_block_counters_record *record, const unsigned char *base);

/* End the interval: if `counts` is true, its counts belong to the current epoch, otherwise to none (a pause, or the
 * time before the run). */
void qp_interval_end(enum qp_product product, bool counts);

/* A thread changes from its named context, *named, to another one; 0 = none. Set *named to the new one. */
void qp_interval_change(enum qp_product product, uint16_t *named, uint16_t to);

/* The client sets the context of the counters, whatever contexts threads have; 0 = none. */
void qp_interval_set(enum qp_product product, uint16_t number);

/* These counters ran in a context while the client had set none. The addresses are in ascending order; those that
 * belong to no counters are ignored. */
void qp_interval_hits(enum qp_product product, uint16_t number, const void *const *counters, size_t count);

/* Forget the records of all counters, since a data file begins. */
void qp_interval_reset(void);
