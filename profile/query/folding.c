#include "profile/query/folding.h"

#include "profile/load/model.h"

#include <stdlib.h>

static uint32_t *none_of(size_t count)
{
    uint32_t *array = malloc((count + 1) * sizeof *array);
    for (size_t i = 0; array && i <= count; i++)
        array[i] = QP_NONE;
    return array;
}

bool qp_folding_open(struct qp_folding *folding, size_t nodes, size_t methods)
{
    *folding = (struct qp_folding){
        .levels = calloc(nodes + 1, sizeof *folding->levels),
        .line = none_of(nodes),
        .latest = none_of(methods),
        .line_before = none_of(nodes),
        .latest_before = none_of(nodes),
    };
    return folding->levels && folding->line && folding->latest && folding->line_before && folding->latest_before;
}

void qp_folding_close(struct qp_folding *folding)
{
    free(folding->levels);
    free(folding->line);
    free(folding->latest);
    free(folding->line_before);
    free(folding->latest_before);
}

void qp_folding_made(struct qp_folding *folding, uint32_t path, uint32_t parent)
{
    folding->levels[path] = parent == QP_NONE ? 0 : folding->levels[parent] + 1;
}

/* The method's latest path may lie on a branch that folding has left. */
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
