#include "data/outermost.h"

#include <stdlib.h>
#include <string.h>

struct tree {
    struct qp_by_node parents;
    struct qp_by_node groups;
    uint32_t *child;   /* by node: one of its children */
    uint32_t *sibling; /* the next one */
    uint32_t *open;    /* by group: how often it is open */
    bool *outermost;
};

static uint32_t number_of(const struct qp_by_node *numbers, uint32_t node)
{
    return *(const uint32_t *)(const void *)((const char *)numbers->first + node * numbers->step);
}

static void link_children(struct tree *tree, uint32_t node_count)
{
    memset(tree->child, 0xff, node_count * sizeof *tree->child);
    for (uint32_t i = node_count; i-- > 0;) {
        uint32_t parent = number_of(&tree->parents, i);
        tree->sibling[i] = parent == UINT32_MAX ? UINT32_MAX : tree->child[parent];
        if (parent != UINT32_MAX)
            tree->child[parent] = i;
    }
}

/* Down and up by links, since a stack of 100,000 calls is nothing unusual. */
static void walk(struct tree *tree, uint32_t top)
{
    uint32_t at = top;
    for (;;) {
        uint32_t group = number_of(&tree->groups, at);
        if (group != UINT32_MAX)
            tree->outermost[at] = tree->open[group]++ == 0;
        if (tree->child[at] != UINT32_MAX) {
            at = tree->child[at];
            continue;
        }
        for (;;) {
            group = number_of(&tree->groups, at);
            if (group != UINT32_MAX)
                tree->open[group]--;
            if (at == top)
                return;
            if (tree->sibling[at] != UINT32_MAX)
                break;
            at = number_of(&tree->parents, at);
        }
        at = tree->sibling[at];
    }
}

bool *qp_outermost(struct qp_by_node parents, struct qp_by_node groups, uint32_t node_count, uint32_t group_count)
{
    struct tree tree = {
        .parents = parents,
        .groups = groups,
        .child = malloc(((size_t)node_count + 1) * sizeof *tree.child),
        .sibling = malloc(((size_t)node_count + 1) * sizeof *tree.sibling),
        .open = calloc((size_t)group_count + 1, sizeof *tree.open),
        .outermost = calloc((size_t)node_count + 1, sizeof *tree.outermost),
    };
    bool ok = tree.child && tree.sibling && tree.open && tree.outermost;
    if (ok) {
        link_children(&tree, node_count);
        for (uint32_t i = 0; i < node_count; i++) {
            if (number_of(&parents, i) == UINT32_MAX)
                walk(&tree, i);
        }
    } else {
        free(tree.outermost);
    }
    free(tree.child);
    free(tree.sibling);
    free(tree.open);
    return ok ? tree.outermost : NULL;
}
