/* block_snapshot.h - what a method's block counters were at a moment. A snapshot is kept where they changed since the
 * one before. */
#ifndef QP_METHOD_BLOCK_SNAPSHOT_H
#define QP_METHOD_BLOCK_SNAPSHOT_H

#include "format/record.h"

#include <stdbool.h>

/* Of the counters at base, which the record tells of. What was counted since the snapshot before is of the present
 * epoch, or of none where it is not to count. With the cold lock, as the next one. */
void qp_block_snapshot_take(struct qp_block_counters_record *record, const unsigned char *base, bool counts);

/* A new data file. */
void qp_block_snapshot_reset_records(void);

#endif
