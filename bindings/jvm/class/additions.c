#include "bindings/jvm/class/additions.h"

#include <stdlib.h>

void qjvm_additions_fini(struct qjvm_additions *additions)
{
    qjvm_writer_fini(&additions->entry);
    qjvm_writer_fini(&additions->bytes);
    qjvm_writer_fini(&additions->handler);
    free(additions->items);
    free(additions->edges);
    *additions = (struct qjvm_additions){0};
}

/* Make room for one more item of `size` bytes. Return the items, NULL if out of memory. */
static void *make_room(struct qjvm_additions *additions, void *items, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return items;
    size_t more = 2 * *room + 16;
    void *moved = realloc(items, more * size);
    if (moved)
        *room = more;
    else
        additions->no_memory = true;
    return moved;
}

void qjvm_additions_put(struct qjvm_additions *additions, unsigned offset, const void *bytes, size_t size)
{
    struct qjvm_addition *items =
        make_room(additions, additions->items, additions->count, &additions->room, sizeof *items);
    if (!items)
        return;
    unsigned first = (unsigned)additions->bytes.size;
    qjvm_write_bytes(&additions->bytes, bytes, size);
    additions->items = items;
    additions->items[additions->count++] = (struct qjvm_addition){offset, first, (unsigned)size};
}

void qjvm_additions_put_edge(struct qjvm_additions *additions, struct qjvm_edge edge, const void *bytes, size_t size)
{
    struct qjvm_edge *edges =
        make_room(additions, additions->edges, additions->edge_count, &additions->edge_room, sizeof *edges);
    if (!edges)
        return;
    edge.first = (unsigned)additions->bytes.size;
    edge.size = (unsigned)size;
    qjvm_write_bytes(&additions->bytes, bytes, size);
    additions->edges = edges;
    additions->edges[additions->edge_count++] = edge;
}

static int compare_edges(const void *left, const void *right)
{
    const struct qjvm_edge *a = left, *b = right;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    if (a->falls != b->falls)
        return a->falls ? -1 : 1;
    return (a->from > b->from) - (a->from < b->from);
}

void qjvm_additions_sort(struct qjvm_additions *additions)
{
    if (additions->edge_count)
        qsort(additions->edges, additions->edge_count, sizeof *additions->edges, compare_edges);
}

bool qjvm_additions_incomplete(const struct qjvm_additions *additions)
{
    return additions->no_memory || additions->entry.no_memory || additions->bytes.no_memory ||
           additions->handler.no_memory;
}
