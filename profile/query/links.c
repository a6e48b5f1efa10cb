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
            if (leave)
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
