#include "tools/qii/sides.h"

#include "base/order.h"

/* Add a file's counts and times to the runs of a side. */
static int add_file(struct qp_runs *runs, const struct qii_input *asked, const char *path)
{
    struct qii_input input;
    int code = qii_input_open_other(&input, asked, path);
    if (!code && !qp_runs_add(runs, &input.query, path))
        code = qii_no_memory();
    qii_input_close(&input);
    return code;
}

int qii_sides_read(struct qp_runs runs[QP_COMPARED_SIDES], const struct qii_input *asked)
{
    int code = QII_OK;
    for (uint32_t i = 0; i < asked->path_count && !code; i++)
        code = add_file(&runs[i < asked->first_side ? QP_BEFORE : QP_AFTER], asked, asked->paths[i]);
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
