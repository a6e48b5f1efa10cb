#include "tools/qii/commands/report_job.h"

#include "show/job/job_heading.h"
#include "show/job/rank_table.h"
#include "tools/qii/command.h"
#include "tools/qii/ranks.h"

static bool print_table(const struct qp_job *job, const struct qp_ranks *ranks, enum report_job_by by,
                        const struct qp_job_functions_choice *choice, const struct qp_stream *stream)
{
    if (by == REPORT_JOB_BY_RANK)
        return qp_rank_table_print(job, ranks, choice->top, stream);
    if (by == REPORT_JOB_BY_HOST)
        return qp_rank_table_print_hosts(job, ranks, choice->top, stream);
    return qp_job_functions_print(job, ranks, choice, stream);
}

int report_job(struct qii_input *input, enum report_job_by by, const struct qp_job_functions_choice *choice)
{
    struct qp_stream stream = qii_output(&input->view);
    struct qp_ranks ranks = {0};
    uint64_t rows = 0;
    stream.rows = &rows;
    qii_ranks_print_lacking(input);
    int code = qii_ranks_read(input, &ranks);
    if (!code) {
        qp_job_heading_print(&input->job, &ranks, &stream);
        code = print_table(&input->job, &ranks, by, choice, &stream) ? QII_OK : qii_no_memory();
        qp_job_heading_notes(&input->job, &ranks, &stream);
    }
    if (!code && by == REPORT_JOB_BY_FUNCTION)
        code = qii_matches(choice->filter, rows);
    qp_ranks_close(&ranks);
    return code;
}
