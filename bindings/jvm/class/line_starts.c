#include "bindings/jvm/class/line_starts.h"

#include <stdlib.h>

#include "bindings/jvm/class/instruction.h"

/* Ways to an instruction. */
struct ways {
    int line; /* its own, -1: not known */
    bool from_it;
    bool from_others;
};

static void find_lines(struct ways *ways, unsigned size, const int *line_at)
{
    int line = -1;
    for (unsigned offset = 0; offset < size; offset++) {
        if (line_at[offset] >= 0)
            line = line_at[offset];
        ways[offset].line = line;
    }
}

static void add_way(struct ways *ways, unsigned from, unsigned to)
{
    if (ways[from].line == ways[to].line)
        ways[to].from_it = true;
    else
        ways[to].from_others = true;
}

static void find_ways(struct ways *ways, const unsigned char *code, unsigned size)
{
    for (unsigned offset = 0, next; offset < size; offset = next) {
        struct qjvm_targets targets = qjvm_targets_of(code, offset);
        for (unsigned i = 0; i < targets.count; i++)
            add_way(ways, offset, (unsigned)qjvm_targets_offset(&targets, code, offset, i));
        next = offset + qjvm_instruction_length(code, size, offset);
        if (qjvm_instruction_falls_through(qjvm_instruction_operation(code, offset)))
            add_way(ways, offset, next);
    }
}

bool qjvm_line_starts_add(const unsigned char *code, unsigned size, int *line_at)
{
    struct ways *ways = calloc(size, sizeof *ways);
    if (!ways)
        return false;
    find_lines(ways, size, line_at);
    find_ways(ways, code, size);
    for (unsigned offset = 0; offset < size; offset++)
        if (line_at[offset] < 0 && ways[offset].line >= 0 && ways[offset].from_others && !ways[offset].from_it)
            line_at[offset] = ways[offset].line;
    free(ways);
    return true;
}
