#include "core/edges.h"

#include "base/memory.h"

#include <stddef.h>
#include <string.h>

#ifdef QP_SMALL
#define FIRST_CAPACITY 4
#else
#define FIRST_CAPACITY 256
#endif

/* A table is half full when it grows, so moving 8 slots with each put is done after a quarter of the new one's puts. */
#define MOVES 8

uint32_t qp_edges_get_old(const struct qp_edges *edges, uint32_t from, uint64_t method)
{
    return qp_edge_find(&edges->old, from, method)->to;
}

static void free_table(struct qp_edge_table *table)
{
    qp_memory_unmap(table->slots, table->capacity * sizeof *table->slots);
    *table = (struct qp_edge_table){NULL, 0};
}

/* Moved slots stay filled in the old table, so that its probe chains hold until it goes. */
static void move_some(struct qp_edges *edges, uint64_t slots)
{
    struct qp_edge_table *old = &edges->old;
    for (; slots > 0 && edges->moved < old->capacity; slots--, edges->moved++) {
        const struct qp_edge *edge = &old->slots[edges->moved];
        if (edge->to != 0)
            *qp_edge_find(&edges->now, edge->from, edge->method) = *edge;
    }
    if (old->capacity != 0 && edges->moved == old->capacity)
        free_table(old);
}

static int grow(struct qp_edges *edges)
{
    move_some(edges, edges->old.capacity);
    uint64_t capacity = edges->now.capacity == 0 ? FIRST_CAPACITY : edges->now.capacity * 2;
    struct qp_edge *slots = qp_memory_map(capacity * sizeof *slots);
    if (slots == NULL)
        return -1;
    edges->old = edges->now;
    edges->moved = 0;
    edges->now = (struct qp_edge_table){slots, capacity};
    return 0;
}

int qp_edges_put(struct qp_edges *edges, uint32_t from, uint64_t method, uint32_t to)
{
    if ((edges->count + 1) * 2 > edges->now.capacity && grow(edges) != 0 &&
        (edges->now.capacity == 0 || edges->count + 1 >= edges->now.capacity))
        return -1;
    move_some(edges, MOVES);
    *qp_edge_find(&edges->now, from, method) = (struct qp_edge){method, from, to};
    edges->count++;
    return 0;
}

void qp_edges_fini(struct qp_edges *edges)
{
    free_table(&edges->now);
    free_table(&edges->old);
    memset(edges, 0, sizeof *edges);
}
