#include "tools/qii/commands/html_job.h"

#include "tools/qii/ranks.h"

/* Go on without what could not be read, unless memory ran out: the page has the times of the ranks in any case. */
static int do_without(struct html_job *job, const char *what, const struct qp_error *error)
{
    if (error->code == QP_ERR_MEMORY)
        return qii_no_memory();
    snprintf(job->unknown, sizeof job->unknown, "%s are unknown: %s", what, error->text);
    fprintf(stderr, "qii: %s\n", job->unknown);
    return QII_OK;
}

static int open_waits(struct html_job *job)
{
    struct qp_error error = {0};
    qii_ranks_allow_all_open();
    job->has_waits = qp_job_waits_open(&job->waits, &job->messages, &error) == 0;
    return job->has_waits ? QII_OK : do_without(job, "wait states", &error);
}

static int open_messages(struct html_job *job, const struct qii_input *input)
{
    struct qp_error error = {0}, other = {0};
    int code = QII_OK;
    job->has_messages = qp_job_messages_open(&job->messages, input->files, input->file_count, &error) == 0;
    if (job->has_messages)
        return open_waits(job);
    code = do_without(job, "messages and wait states", &error);
    if (!code)
        job->has_messages = qp_job_messages_open(&job->messages, input->files, 0, &other) == 0; /* of no rank */
    return code || job->has_messages ? code : qii_no_memory();
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
                                     .waits = job->has_waits ? &job->waits : NULL,
                                     .unknown = *job->unknown ? job->unknown : NULL};
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
