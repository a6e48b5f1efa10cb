#include "profile/query/outermost.h"

#include <stdlib.h>

struct search {
    struct qp_by_node groups;
    uint32_t *open; /* by group: number of open nodes */
    bool *outermost;
};

static void enter(void *of, uint32_t node)
{
    struct search *search = of;
    uint32_t group = qp_by_node(&search->groups, node);
    if (group != UINT32_MAX)
        search->outermost[node] = search->open[group]++ == 0;
}

static void leave(void *of, uint32_t node)
{
    struct search *search = of;
    uint32_t group = qp_by_node(&search->groups, node);
    if (group != UINT32_MAX)
        search->open[group]--;
}

bool *qp_outermost(struct qp_by_node parents, struct qp_by_node groups, uint32_t node_count, uint32_t group_count)
{
    struct qp_links links;
    struct search search = {
        .groups = groups,
        .open = calloc((size_t)group_count + 1, sizeof *search.open),
        .outermost = calloc((size_t)node_count + 1, sizeof *search.outermost),
    };
    bool ok = search.open && search.outermost && qp_links_open(&links, parents, node_count);
    if (ok) {
        for (uint32_t i = 0; i < node_count; i++) {
            if (qp_by_node(&parents, i) == UINT32_MAX)
                qp_links_walk(&links, i, enter, leave, &search);
        }
        qp_links_close(&links);
    } else {
        free(search.outermost);
    }
    free(search.open);
    return ok ? search.outermost : NULL;
}
