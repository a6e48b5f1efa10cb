#include "profile/query/links.h"

#include <stdlib.h>
#include <string.h>

bool qp_links_open(struct qp_links *links, struct qp_by_node parents, uint32_t count)
{
    size_t size = ((size_t)count + 1) * sizeof(uint32_t);
    *links = (struct qp_links){.parents = parents, .child = malloc(size), .sibling = malloc(size)};
    if (!links->child || !links->sibling) {
        qp_links_close(links);
        return false;
    }
    memset(links->child, 0xff, size);
    memset(links->sibling, 0xff, size);
    for (uint32_t i = count; i-- > 0;) {
        uint32_t parent = qp_by_node(&parents, i);
        if (parent == UINT32_MAX)
            continue;
        links->sibling[i] = links->child[parent];
        links->child[parent] = i;
    }
    return true;
}

void qp_links_close(struct qp_links *links)
{
    free(links->child);
    free(links->sibling);
    *links = (struct qp_links){0};
}

void qp_links_walk(const struct qp_links *links, uint32_t top, qp_links_visit *enter, qp_links_visit *leave, void *of)
{
    for (uint32_t at = top;;) {
        enter(of, at);
        if (links->child[at] != UINT32_MAX) {
            at = links->child[at];
            continue;
        }
        for (;;) {
            leave(of, at);
            if (at == top)
                return;
            if (links->sibling[at] != UINT32_MAX)
                break;
            at = qp_by_node(&links->parents, at);
        }
        at = links->sibling[at];
    }
}

/* ---- outermost nodes of each group, so that recursion is counted once ---------------------------------------- */

struct search {
    struct qp_by_node groups;
    uint32_t *open; /* for each group: number of its nodes on the current path */
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
