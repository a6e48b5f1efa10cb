#include "bindings/jvm/class/moved.h"

#include <stdlib.h>

/* The operands of a switch lie at a multiple of four: what stands before it decides its length. */
static unsigned length_at(const struct qjvm_code *code, unsigned offset, unsigned place)
{
    unsigned length = qjvm_code_next(code, offset) - offset;
    if (qjvm_instruction_switches(code->bytes[offset]))
        length += qjvm_instruction_padding(place) - qjvm_instruction_padding(offset);
    return length;
}

/* The bytes of the ways to an instruction stand in front of it, one behind the other. Whatever comes from above, which
 * is the way before or the instruction before, if that falls through, jumps past those of a jump. Returns what is
 * behind them. */
static unsigned move_ways(struct qjvm_moved *moved, size_t *next, unsigned offset, unsigned at, bool from_above)
{
    const struct qjvm_additions *additions = moved->additions;
    for (; *next < additions->way_count && additions->ways[*next].to == offset; ++*next) {
        const struct qjvm_way *way = &additions->ways[*next];
        if (!way->falls && from_above)
            at += QJVM_GOTO_SIZE;
        moved->ways[*next] = at;
        at += way->size;
        from_above = true;
    }
    return at;
}

static void move_all(struct qjvm_moved *moved, const struct qjvm_code *code)
{
    const struct qjvm_additions *additions = moved->additions;
    unsigned at = (unsigned)additions->entry.size;
    size_t next_addition = 0, next_way = 0;
    unsigned filled = 0;
    bool falls = true;
    for (unsigned offset = 0; offset < code->size; offset = qjvm_code_next(code, offset)) {
        unsigned above = at;
        unsigned landing = at = move_ways(moved, &next_way, offset, at, falls);
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
    uint32_t *all = malloc((3 * offsets + additions->way_count) * sizeof *all);
    if (!all)
        return false;
    *moved = (struct qjvm_moved){.additions = additions,
                                 .size = code->size,
                                 .above = all,
                                 .landing = all + offsets,
                                 .place = all + 2 * offsets,
                                 .ways = all + 3 * offsets};
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

unsigned qjvm_moved_way(const struct qjvm_moved *moved, size_t number)
{
    return moved->ways[number];
}

size_t qjvm_moved_jumps(const struct qjvm_moved *moved, unsigned offset, size_t *count)
{
    const struct qjvm_way *ways = moved->additions->ways;
    size_t first = 0, end = moved->additions->way_count;
    while (first < end) {
        size_t middle = (first + end) / 2;
        bool before = ways[middle].to < offset || (ways[middle].to == offset && ways[middle].falls);
        first = before ? middle + 1 : first;
        end = before ? end : middle;
    }
    for (*count = 0; first + *count < moved->additions->way_count && ways[first + *count].to == offset;)
        ++*count;
    return first;
}

unsigned qjvm_moved_target(const struct qjvm_moved *moved, unsigned from, unsigned to)
{
    size_t count;
    size_t first = qjvm_moved_jumps(moved, to, &count);
    for (size_t i = first; i < first + count; i++)
        if (moved->additions->ways[i].from == from)
            return moved->ways[i];
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
