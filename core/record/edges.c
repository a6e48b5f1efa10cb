#include "core/record/edges.h"

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

/* What lay in slots that are gone has been moved. */
uint32_t qp_edges_get_old(const struct qp_edges *edges, uint32_t from, uint64_t method)
{
    const struct qp_edge_table *old = &edges->old;
    for (uint64_t place = qp_edge_place(old, from, method); place >= edges->released;
         place = (place + 1) & (old->capacity - 1)) {
        const struct qp_edge *edge = &old->slots[place];
        if (edge->to == 0 || (edge->from == from && edge->method == method))
            return edge->to;
    }
    return 0;
}

static void free_old(struct qp_edges *edges)
{
    qp_memory_unmap(edges->old.slots + edges->released,
                    (edges->old.capacity - edges->released) * sizeof *edges->old.slots);
    edges->old = (struct qp_edge_table){NULL, 0};
    edges->moved = edges->released = 0;
}

/* Unmapping a table of half a gigabyte at once takes 25 ms, so moved slots go piece by piece, 64 KiB each. The last
 * piece behind the slot that is moved next stays: a probe chain that begins there and ends further on must hold, and at
 * half full none is 4096 slots long. */
#define PIECE 4096

static void release_moved(struct qp_edges *edges)
{
    if (edges->moved < edges->released + 2 * PIECE)
        return;
    qp_memory_unmap(edges->old.slots + edges->released, PIECE * sizeof *edges->old.slots);
    edges->released += PIECE;
}

static void move_some(struct qp_edges *edges, uint64_t slots)
{
    struct qp_edge_table *old = &edges->old;
    for (; slots > 0 && edges->moved < old->capacity; slots--, edges->moved++) {
        const struct qp_edge *edge = &old->slots[edges->moved];
        if (edge->to != 0)
            *qp_edge_find(&edges->now, edge->from, edge->method) = *edge;
    }
    release_moved(edges);
    if (old->capacity != 0 && edges->moved == old->capacity)
        free_old(edges);
}

static int grow(struct qp_edges *edges)
{
    move_some(edges, edges->old.capacity);
    uint64_t capacity = edges->now.capacity == 0 ? FIRST_CAPACITY : edges->now.capacity * 2;
    struct qp_edge *slots = qp_memory_map(capacity * sizeof *slots);
    if (slots == NULL)
        return -1;
    edges->old = edges->now;
    edges->moved = edges->released = 0;
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
    qp_memory_unmap(edges->now.slots, edges->now.capacity * sizeof *edges->now.slots);
    if (edges->old.capacity != 0)
        free_old(edges);
    memset(edges, 0, sizeof *edges);
}
