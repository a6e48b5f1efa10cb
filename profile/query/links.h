/* links.h - child links for nodes that know only their parents, and a walk without recursion.
 *
 * A stack of 100,000 calls is not unusual, so no walk may recurse. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An array of one number for each node, given by the address of the number of node 0 and the bytes from one to the
 * next. */
struct qp_by_node {
    const uint32_t *first;
    size_t step;
};

static inline uint32_t qp_by_node(const struct qp_by_node *numbers, uint32_t node)
{
    return *(const uint32_t *)(const void *)((const char *)numbers->first + node * numbers->step);
}

struct qp_links {
    struct qp_by_node parents;
    uint32_t *child;   /* by node: first child; UINT32_MAX = none */
    uint32_t *sibling; /* by node: next child of its parent; UINT32_MAX = none */
};

/* Nodes have the index of their parent, or UINT32_MAX. The parents must live longer.
 * Return false if out of memory; then nothing needs to be closed. */
bool qp_links_open(struct qp_links *links, struct qp_by_node parents, uint32_t count);
void qp_links_close(struct qp_links *links);

/* Enter a node and all below it, each before its children, and leave each after them; leave may be NULL. */
typedef void qp_links_visit(void *of, uint32_t node);
void qp_links_walk(const struct qp_links *links, uint32_t top, qp_links_visit *enter, qp_links_visit *leave, void *of);

/* Nodes belong to a group, or to none (UINT32_MAX). Return for each node whether it has a group that no node above it
 * has; the caller frees the array. Return NULL if out of memory. */
bool *qp_outermost(struct qp_by_node parents, struct qp_by_node groups, uint32_t node_count, uint32_t group_count);
