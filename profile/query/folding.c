#include "profile/query/folding.h"

#include "profile/load/model.h"

#include <stdlib.h>

bool qp_folding_open(struct qp_folding *folding, size_t nodes, size_t methods)
{
    struct qp_scratch *scratch = &folding->scratch;
    *folding = (struct qp_folding){0};
    folding->levels = qp_scratch_zeros(scratch, nodes + 1, sizeof *folding->levels);
    folding->line = qp_scratch_none(scratch, nodes + 1);
    folding->latest = qp_scratch_none(scratch, methods);
    folding->line_before = qp_scratch_none(scratch, nodes);
    folding->latest_before = qp_scratch_none(scratch, nodes);
    return !scratch->failed;
}

void qp_folding_close(struct qp_folding *folding)
{
    qp_scratch_free(&folding->scratch);
}

void qp_folding_made(struct qp_folding *folding, uint32_t path, uint32_t parent)
{
    folding->levels[path] = parent == QP_NONE ? 0 : folding->levels[parent] + 1;
}

/* The path `latest` may lie on a branch that the walk has left. In this case, it is not above `path`, and `line`
 * contains another path at its level. */
uint32_t qp_folding_find(const struct qp_folding *folding, uint32_t path, uint32_t method)
{
    uint32_t latest = method == QP_NONE ? QP_NONE : folding->latest[method];
    if (latest == QP_NONE || folding->levels[latest] > folding->levels[path])
        return QP_NONE;
    return folding->line[folding->levels[latest]] == latest ? latest : QP_NONE;
}

void qp_folding_enter(struct qp_folding *folding, uint32_t node, uint32_t path, uint32_t method)
{
    uint32_t *line = &folding->line[folding->levels[path]];
    folding->line_before[node] = *line;
    *line = path;
    if (method == QP_NONE)
        return;
    folding->latest_before[node] = folding->latest[method];
    folding->latest[method] = path;
}

void qp_folding_leave(struct qp_folding *folding, uint32_t node, uint32_t path, uint32_t method)
{
    folding->line[folding->levels[path]] = folding->line_before[node];
    if (method != QP_NONE)
        folding->latest[method] = folding->latest_before[node];
}
