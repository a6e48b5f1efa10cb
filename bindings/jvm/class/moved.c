#include "bindings/jvm/class/moved.h"

#include <stdlib.h>

/* Return the length of an instruction at its new place. Operands of a switch are aligned, so its length may change. */
static unsigned length_at(const struct qjvm_code *code, unsigned offset, unsigned place)
{
    unsigned length = qjvm_code_next(code, offset) - offset;
    if (qjvm_instruction_switches(code->bytes[offset]))
        length += qjvm_instruction_padding(place) - qjvm_instruction_padding(offset);
    return length;
}

/* Lay out the bytes of the edges to an instruction, one after the other, before it. If execution arrives from above
 * (from another edge's bytes, or from an instruction that falls through), a goto skips the bytes of a jump edge. Return
 * the offset after them. */
static unsigned move_edges(struct qjvm_moved *moved, size_t *next, unsigned offset, unsigned at, bool from_above)
{
    const struct qjvm_additions *additions = moved->additions;
    for (; *next < additions->edge_count && additions->edges[*next].to == offset; ++*next) {
        const struct qjvm_edge *edge = &additions->edges[*next];
        if (!edge->falls && from_above)
            at += QJVM_GOTO_SIZE;
        moved->edges[*next] = at;
        at += edge->size;
        from_above = true;
    }
    return at;
}

static void move_all(struct qjvm_moved *moved, const struct qjvm_code *code)
{
    const struct qjvm_additions *additions = moved->additions;
    unsigned at = (unsigned)additions->entry.size;
    size_t next_addition = 0, next_edge = 0;
    unsigned filled = 0;
    bool falls = true;
    for (unsigned offset = 0; offset < code->size; offset = qjvm_code_next(code, offset)) {
        unsigned above = at;
        unsigned landing = at = move_edges(moved, &next_edge, offset, at, falls);
        if (next_addition < additions->count && additions->items[next_addition].offset == offset)
            at += additions->items[next_addition++].size;
        for (; filled <= offset; filled++) {
            moved->above[filled] = above;
            moved->landing[filled] = landing;
            moved->place[filled] = at;
        }
        at += length_at(code, offset, at);
        falls = qjvm_instruction_falls_through(qjvm_instruction_operation(code->bytes, offset));
    }
    for (; filled <= code->size; filled++)
        moved->above[filled] = moved->landing[filled] = moved->place[filled] = at;
    moved->new_size = at;
}

bool qjvm_moved_init(struct qjvm_moved *moved, const struct qjvm_code *code, const struct qjvm_additions *additions)
{
    size_t offsets = (size_t)code->size + 1;
    uint32_t *all = malloc((3 * offsets + additions->edge_count) * sizeof *all);
    if (!all)
        return false;
    *moved = (struct qjvm_moved){.additions = additions,
                                 .size = code->size,
                                 .above = all,
                                 .landing = all + offsets,
                                 .place = all + 2 * offsets,
                                 .edges = all + 3 * offsets};
    move_all(moved, code);
    return true;
}

void qjvm_moved_fini(struct qjvm_moved *moved)
{
    free(moved->above);
}

unsigned qjvm_moved_above(const struct qjvm_moved *moved, unsigned offset)
{
    return moved->above[offset];
}

unsigned qjvm_moved_edge(const struct qjvm_moved *moved, size_t number)
{
    return moved->edges[number];
}

size_t qjvm_moved_jumps(const struct qjvm_moved *moved, unsigned offset, size_t *count)
{
    const struct qjvm_edge *edges = moved->additions->edges;
    size_t first = 0, end = moved->additions->edge_count;
    while (first < end) {
        size_t middle = (first + end) / 2;
        bool before = edges[middle].to < offset || (edges[middle].to == offset && edges[middle].falls);
        first = before ? middle + 1 : first;
        end = before ? end : middle;
    }
    for (*count = 0; first + *count < moved->additions->edge_count && edges[first + *count].to == offset;)
        ++*count;
    return first;
}

unsigned qjvm_moved_target(const struct qjvm_moved *moved, unsigned from, unsigned to)
{
    size_t count;
    size_t first = qjvm_moved_jumps(moved, to, &count);
    for (size_t i = first; i < first + count; i++)
        if (moved->additions->edges[i].from == from)
            return moved->edges[i];
    return moved->landing[to];
}

unsigned qjvm_moved_landing(const struct qjvm_moved *moved, unsigned offset)
{
    return moved->landing[offset];
}

unsigned qjvm_moved_place(const struct qjvm_moved *moved, unsigned offset)
{
    return moved->place[offset];
}

unsigned qjvm_moved_start(const struct qjvm_moved *moved, unsigned offset)
{
    return offset == 0 ? 0 : moved->landing[offset];
}
