#include "tools/qii/commands/trace_job.h"

#include "show/job/job_heading.h"
#include "tools/qii/ranks.h"

#include <stdlib.h>

struct rank {
    struct qii_input input;
    struct qp_log log;
    char name[QP_JOB_RANK_NAME + 8];
    bool open; /* the log is open */
};

static int open_rank(struct rank *rank, struct qp_job_file *file)
{
    struct qp_error error = {0};
    char name[QP_JOB_RANK_NAME];
    rank->input = (struct qii_input){.path = file->path, .quiet = true};
    int code = qii_input_open(&rank->input);
    if (code)
        return code;
    file->damaged = rank->input.profile.reader.damages != 0;
    if (qp_log_open(&rank->log, &rank->input.profile, &error))
        return qii_fail(file->path, &error);
    rank->open = true;
    qp_job_rank_name(file, name);
    snprintf(rank->name, sizeof rank->name, "rank %s", name);
    return QII_OK;
}

static int print(const struct qp_job *job, struct rank *ranks, struct qp_event_list_log *logs,
                 const struct qp_event_list_choice *choice, const struct qp_stream *stream)
{
    uint64_t shown;
    for (uint32_t i = 0; i < job->rank_count; i++)
        logs[i] = (struct qp_event_list_log){&ranks[i].log, ranks[i].name, qp_job_offset_ns(job, i)};
    qp_job_heading_brief(job, stream);
    bool ok = qp_event_list_print(logs, job->rank_count, choice, stream, &shown);
    if (job->host_count > 1)
        fputs("note: the hosts' clocks may differ: times of different hosts are as exact as their times of day\n",
              stream->out);
    qp_job_heading_notes(job, NULL, stream);
    return !ok ? qii_no_memory() : shown ? QII_OK : QII_NO;
}

int trace_job(struct qii_input *input, const struct qp_event_list_choice *choice)
{
    const struct qp_job *job = &input->job;
    struct qp_stream stream = qii_output(&input->view);
    struct rank *ranks = calloc(job->rank_count, sizeof *ranks);
    struct qp_event_list_log *logs = calloc(job->rank_count, sizeof *logs);
    struct qp_event_list_choice wanted = *choice;
    int code = ranks && logs ? QII_OK : qii_no_memory();
    qii_ranks_allow_all_open();
    wanted.product = input->product;
    for (uint32_t i = 0; i < job->rank_count && !code; i++)
        code = open_rank(&ranks[i], &job->files[i]);
    if (!code)
        code = print(job, ranks, logs, &wanted, &stream);
    for (uint32_t i = 0; ranks && i < job->rank_count; i++) {
        if (ranks[i].open)
            qp_log_close(&ranks[i].log);
        qii_input_close(&ranks[i].input);
    }
    free(ranks);
    free(logs);
    return code;
}
