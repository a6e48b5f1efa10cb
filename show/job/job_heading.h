/* job_heading.h - heading of the reports about a job, and notes on its ranks. */
#pragma once

#include "profile/job/ranks.h"
#include "show/parts/stream.h"

/* Print one line about the job: program, ranks, library, duration, number of calls, and how the ranks ended; then lines
 * about overhead, and about the times in the program and in MPI. */
void qp_job_heading_print(const struct qp_job *job, const struct qp_ranks *ranks, const struct qp_stream *stream);

/* Print the first line without duration and calls, for reports that did not reduce the ranks to numbers. */
void qp_job_heading_brief(const struct qp_job *job, const struct qp_stream *stream);

/* Print notes about misuse and loss in the ranks, and about ranks without a complete file. `ranks` may be NULL. */
void qp_job_heading_notes(const struct qp_job *job, const struct qp_ranks *ranks, const struct qp_stream *stream);
