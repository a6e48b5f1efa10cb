#include "tools/qii/commands/html_job.h"

#include "tools/qii/ranks.h"

static int open_messages(struct html_job *job, const struct qii_input *input)
{
    struct qp_error error = {0};
    if (qp_job_messages_open(&job->messages, input->files, input->file_count, &error))
        return qii_fail(NULL, &error);
    job->has_messages = true;
    qii_ranks_allow_all_open();
    job->has_waits = qp_job_waits_open(&job->waits, &job->messages, &error) == 0;
    if (error.code == QP_ERR_MEMORY)
        return qii_no_memory();
    if (error.code)
        fprintf(stderr, "qii: wait states are unknown: %s\n", error.text);
    return QII_OK;
}

int html_job_open(struct html_job *job, struct qii_input *input)
{
    *job = (struct html_job){.has_messages = false};
    qii_ranks_print_lacking(input);
    int code = qii_ranks_read(input, &job->ranks);
    if (!code)
        code = open_messages(job, input);
    job->page = (struct qp_page_job){.job = &input->job,
                                     .ranks = &job->ranks,
                                     .messages = &job->messages,
                                     .waits = job->has_waits ? &job->waits : NULL};
    return code;
}

void html_job_close(struct html_job *job)
{
    if (job->has_waits)
        qp_job_waits_close(&job->waits);
    if (job->has_messages)
        qp_job_messages_close(&job->messages);
    qp_ranks_close(&job->ranks);
}
