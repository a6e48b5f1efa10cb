#include "tools/qii/sides.h"

#include "base/order.h"

#include <stdlib.h>

/* ---- runs of a side ---------------------------------------------------------------------------------------------- */

/* Set *job to the id of the job that a file belongs to; 0 if it belongs to none, is a directory or pattern, or cannot
 * be read. Return false if out of memory. */
static bool find_job(uint64_t *job, const char *path)
{
    struct qp_error error = {0};
    struct qp_reader reader;
    *job = 0;
    if (qp_reader_open(&reader, path, &error))
        return error.code != QP_ERR_MEMORY;
    *job = reader.header.runs ? 0 : reader.header.job;
    qp_reader_close(&reader);
    return true;
}

/* Return the job of each path of the command line. With --job, each path stands for its own job, so all are 0. The
 * caller frees the array. Return NULL if out of memory. */
static uint64_t *find_jobs(const struct qii_input *asked)
{
    uint64_t *jobs = calloc((size_t)asked->path_count + 1, sizeof *jobs);
    for (uint32_t i = 0; jobs && !asked->all_ranks && i < asked->path_count; i++)
        if (!find_job(&jobs[i], asked->paths[i])) {
            free(jobs);
            return NULL;
        }
    return jobs;
}

static uint32_t side_of(const struct qii_input *asked, uint32_t path)
{
    return path < asked->first_side ? QP_BEFORE : QP_AFTER;
}

static bool are_one_run(const struct qii_input *asked, const uint64_t *jobs, uint32_t a, uint32_t b)
{
    return a == b || (jobs[a] && jobs[a] == jobs[b] && side_of(asked, a) == side_of(asked, b));
}

/* Open the run that a path belongs to: its file, or the files of its side that belong to the same job. */
static int open_run(struct qii_input *input, const struct qii_input *asked, const uint64_t *jobs, uint32_t path)
{
    const char **paths = calloc((size_t)asked->path_count + 1, sizeof *paths);
    uint32_t count = 0;
    *input = (struct qii_input){0};
    for (uint32_t i = 0; paths && i < asked->path_count; i++) {
        if (are_one_run(asked, jobs, path, i))
            paths[count++] = asked->paths[i];
    }
    int code = paths ? qii_input_open_others(input, asked, paths, count) : qii_no_memory();
    free(paths);
    return code;
}

static int add_run(struct qp_runs *runs, const struct qii_input *asked, const uint64_t *jobs, uint32_t path)
{
    struct qii_input input;
    for (uint32_t i = 0; i < path; i++) {
        if (are_one_run(asked, jobs, i, path))
            return QII_OK; /* it was added with path i */
    }
    int code = open_run(&input, asked, jobs, path);
    if (!code && !qp_runs_add(runs, &input.query, asked->paths[path]))
        code = qii_no_memory();
    qii_input_close(&input);
    return code;
}

int qii_sides_read(struct qp_runs runs[QP_COMPARED_SIDES], const struct qii_input *asked)
{
    uint64_t *jobs = find_jobs(asked);
    int code = jobs ? QII_OK : qii_no_memory();
    for (uint32_t i = 0; i < asked->path_count && !code; i++)
        code = add_run(&runs[side_of(asked, i)], asked, jobs, i);
    free(jobs);
    return code;
}

int qii_sides_open(struct qii_input *input, const struct qii_input *asked, const char *path)
{
    uint64_t *jobs = find_jobs(asked);
    uint32_t index = 0;
    while (asked->paths[index] != path)
        index++;
    *input = (struct qii_input){0};
    int code = jobs ? open_run(input, asked, jobs, index) : qii_no_memory();
    free(jobs);
    return code;
}

/* Return a run's position among the runs of the side, ordered by self time, then by calls. */
static uint32_t rank_of(const struct qp_runs *runs, uint32_t run)
{
    const struct qp_run_numbers *it = &runs->items[run].all;
    uint32_t rank = 0;
    for (uint32_t i = 0; i < runs->count; i++) {
        const struct qp_run_numbers *other = &runs->items[i].all;
        rank += QP_ORDER({other->self, it->self}, {other->calls, it->calls}, {i, run}) < 0;
    }
    return rank;
}

uint32_t qii_sides_middle(const struct qp_runs *runs)
{
    uint32_t run = 0;
    while (rank_of(runs, run) != (runs->count - 1) / 2)
        run++;
    return run;
}
