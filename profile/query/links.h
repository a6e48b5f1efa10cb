/* links.h - child links for nodes that know only their parents, and a walk without recursion.
 *
 * A stack of 100,000 calls is not unusual, so a recursive walk could overflow the stack. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One number for each node. The numbers may be fields of an array of structs: `first` is the address of node 0's
 * number, and `step` the bytes from one number to the next. */
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
    uint32_t *child;   /* for each node: first child; UINT32_MAX = none */
    uint32_t *sibling; /* for each node: next child of its parent; UINT32_MAX = none */
};

/* Compute the links from each node's parent, an index or UINT32_MAX. The array of parents must outlive the links.
 * Return false if out of memory; then nothing needs to be closed. */
bool qp_links_open(struct qp_links *links, struct qp_by_node parents, uint32_t count);
void qp_links_close(struct qp_links *links);

/* Walk over a node and all nodes below it: call `enter` for a node before its children, and `leave` after them. */
typedef void qp_links_visit(void *of, uint32_t node);
void qp_links_walk(const struct qp_links *links, uint32_t top, qp_links_visit *enter, qp_links_visit *leave, void *of);

/* Each node belongs to one group, or to none (UINT32_MAX). Return an array that is true for each node that has no
 * node of the same group above it; the caller frees the array. Return NULL if out of memory. */
bool *qp_outermost(struct qp_by_node parents, struct qp_by_node groups, uint32_t node_count, uint32_t group_count);
