/* report_job.h - the tables of qii report for a job: its functions, ranks or hosts. */
#pragma once

#include "show/job/job_functions.h"
#include "tools/qii/input.h"

enum report_job_by { REPORT_JOB_BY_FUNCTION, REPORT_JOB_BY_RANK, REPORT_JOB_BY_HOST };

/* Read the files of all ranks one after another, and print a table with the heading and notes. The filter of `choice`
 * applies to functions only. Return an exit code. */
int report_job(struct qii_input *input, enum report_job_by by, const struct qp_job_functions_choice *choice);
