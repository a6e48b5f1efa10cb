/* block_snapshot.h - snapshots of a method's block counters at marks.
 *
 * A snapshot is stored only if the counters changed since the previous snapshot. */
#pragma once

#include "format/record.h"

#include <stdbool.h>

/* Take a snapshot of the counters at `base`, which the record describes. If `counts` is true, the counts since the
 * previous snapshot belong to the current epoch, otherwise they belong to no epoch (a pause, or the time before the
 * run). Call this with the cold lock. Return false if there is no room. */
bool qp_block_snapshot_take(struct qp_block_counters_record *record, const unsigned char *base, bool counts);
