/* rank_table.h - tables of the times of a job's ranks, and of its hosts. */
#pragma once

#include "profile/job/ranks.h"
#include "show/parts/stream.h"

/* Print a row for each rank, in order of the ranks. If there are more than `most` (0 = no limit), print the rows of the
 * ranks with the longest time in the program. Return false if out of memory. */
bool qp_rank_table_print(const struct qp_job *job, const struct qp_ranks *ranks, uint32_t most,
                         const struct qp_stream *stream);

/* Print a row for each host. */
bool qp_rank_table_print_hosts(const struct qp_job *job, const struct qp_ranks *ranks, uint32_t most,
                               const struct qp_stream *stream);
