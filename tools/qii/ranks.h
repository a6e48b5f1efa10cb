/* ranks.h - the ranks of a job, opened one after another. */
#pragma once

#include "tools/qii/input.h"

/* Handle an open rank, whose file has this index in the job. Return an exit code; QII_OK continues with the next
 * rank. */
typedef int qii_take_rank(struct qii_input *rank, uint32_t file, void *to);

/* Open each rank's file, pass it to `take`, and close it. If `queries` is true, open a query, too, and skip ranks that
 * have no data of the chosen library, with a message on stderr. Return QII_OK, or the first other exit code. */
int qii_ranks_each(struct qii_input *input, bool queries, qii_take_rank *take, void *to);
