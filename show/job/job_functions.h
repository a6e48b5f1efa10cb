/* job_functions.h - the table of a job's functions: sums over the ranks, and how they are spread over the ranks. */
#pragma once

#include "profile/job/ranks.h"
#include "profile/source/pattern.h"
#include "show/parts/stream.h"

/* Number by which rows are sorted, and whose spread is shown. A row sorted by imbalance has the spread of the self
 * time, and is sorted by the difference between maximum and mean. */
enum qp_job_sort { QP_JOB_BY_SELF, QP_JOB_BY_TOTAL, QP_JOB_BY_CALLS, QP_JOB_BY_IMBALANCE, QP_JOB_BY_NAME };

struct qp_job_functions_choice {
    enum qp_job_sort sort;
    uint32_t top; /* maximum number of rows, 0 = all */
    const struct qp_filter *filter;
};

/* Print the table. If no row matches, print no table. Return false if out of memory. */
bool qp_job_functions_print(const struct qp_job *job, const struct qp_ranks *ranks,
                            const struct qp_job_functions_choice *choice, const struct qp_stream *stream);
