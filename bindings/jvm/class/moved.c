#include "bindings/jvm/class/moved.h"

#include <stdlib.h>

bool qjvm_moved_init(struct qjvm_moved *moved, const struct qjvm_code *code, const struct qjvm_additions *additions)
{
    size_t offsets = (size_t)code->size + 1;
    uint32_t *all = malloc((3 * offsets + additions->count) * sizeof *all);
    *moved = (struct qjvm_moved){.additions = additions, .size = code->size, .above = all};
    if (!all)
        return false;
    moved->landing = all + offsets;
    moved->place = all + 2 * offsets;
    moved->edges = all + 3 * offsets;
    return true;
}

void qjvm_moved_fini(struct qjvm_moved *moved)
{
    free(moved->above);
}

size_t qjvm_moved_jumps(const struct qjvm_moved *moved, unsigned offset, size_t *count)
{
    const struct qjvm_addition *items = moved->additions->items;
    size_t first = 0, end = moved->additions->count;
    while (first < end) {
        size_t middle = (first + end) / 2;
        bool before = items[middle].to < offset || (items[middle].to == offset && items[middle].paths < QJVM_JUMP);
        first = before ? middle + 1 : first;
        end = before ? end : middle;
    }
    end = first;
    while (end < moved->additions->count && items[end].to == offset && items[end].paths == QJVM_JUMP)
        end++;
    *count = end - first;
    return first;
}

unsigned qjvm_moved_target(const struct qjvm_moved *moved, unsigned from, unsigned to)
{
    size_t count;
    size_t first = qjvm_moved_jumps(moved, to, &count);
    for (size_t i = first; i < first + count; i++)
        if (moved->additions->items[i].from == from)
            return moved->edges[i];
    return moved->landing[to];
}

unsigned qjvm_moved_start(const struct qjvm_moved *moved, unsigned offset)
{
    return offset == 0 ? 0 : moved->landing[offset];
}
