/* html_job.h - ranks, messages and wait states of a parallel job for its page. */
#pragma once

#include "page/request.h"
#include "tools/qii/input.h"

struct html_job {
    struct qp_ranks ranks;
    struct qp_job_messages messages;
    struct qp_job_waits waits;
    struct qp_page_job page;
    bool has_messages; /* `messages` is open */
    bool has_waits;
    char unknown[400]; /* what could not be read, and why; empty = all was read */
};

/* Read the ranks of a job whose files were found, but not opened. Return QII_OK, or another exit code after a message
 * on stderr; close the struct in either case. The input must outlive it. */
int html_job_open(struct html_job *job, struct qii_input *input);
void html_job_close(struct html_job *job);
