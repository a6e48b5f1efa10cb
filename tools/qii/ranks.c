#include "tools/qii/ranks.h"

#include "tools/qii/progress.h"

#include <sys/resource.h>

static bool lacks(const struct qp_job_file *file, enum qp_product product)
{
    return file->products && !(file->products & (1u << product));
}

static int take_one(struct qii_input *input, const struct qii_input *asked, uint32_t file, bool queries,
                    qii_take_rank *take, void *to)
{
    int code = qii_input_open(input);
    if (code)
        return code;
    asked->job.files[file].damaged = input->profile.reader.damages != 0;
    if (queries)
        code = qii_input_query(input);
    if (!code)
        code = take(input, file, to);
    qii_input_close(input);
    return code;
}

void qii_ranks_print_lacking(const struct qii_input *input)
{
    const struct qp_job *job = &input->job;
    enum qp_product product = qii_input_selection(input).product;
    const char *first = NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < job->rank_count; i++) {
        if (lacks(&job->files[i], product) && count++ == 0)
            first = job->files[i].path;
    }
    if (count > 1)
        fprintf(stderr, "qii: left out: %s and %u more (no lib%s data)\n", first, count - 1,
                qp_profile_product_name(product));
    else if (count)
        fprintf(stderr, "qii: left out: %s (no lib%s data)\n", first, qp_profile_product_name(product));
}

int qii_ranks_each(struct qii_input *input, bool queries, qii_take_rank *take, void *to)
{
    const struct qp_job *job = &input->job;
    enum qp_product product = qii_input_selection(input).product;
    int code = QII_OK;
    struct qii_progress progress = qii_progress_begin("reading", "ranks", job->rank_count);
    for (uint32_t i = 0; i < job->rank_count && !code; i++) {
        struct qii_input rank = {.path = job->files[i].path,
                                 .product = queries ? qp_profile_product_name(product) : NULL,
                                 .phase = input->phase,
                                 .context = input->context,
                                 .raw = input->raw,
                                 .measure = input->measure,
                                 .view = input->view,
                                 .quiet = true};
        if (!queries || !lacks(&job->files[i], product))
            code = take_one(&rank, input, i, queries, take, to);
        qii_progress_step(&progress, i + 1);
    }
    qii_progress_clear(&progress);
    return code;
}

static int add_rank(struct qii_input *rank, uint32_t file, void *ranks)
{
    return qp_ranks_add(ranks, &rank->query, file) ? QII_OK : qii_no_memory();
}

int qii_ranks_read(struct qii_input *input, struct qp_ranks *ranks)
{
    int code = qii_ranks_each(input, true, add_rank, ranks);
    if (code || ranks->count)
        return code;
    fputs("qii: no rank has data of the chosen library\n", stderr);
    return QII_NO;
}

void qii_ranks_allow_all_open(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}
