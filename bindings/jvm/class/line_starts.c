#include "bindings/jvm/class/line_starts.h"

#include <stdlib.h>

#include "bindings/jvm/class/instruction.h"

/* Lines from which an instruction is reached. */
struct edges {
    int line;         /* line of the instruction, -1 = unknown */
    bool from_it;     /* an edge comes from the same line */
    bool from_others; /* an edge comes from another line */
};

static void find_lines(struct edges *edges, unsigned size, const int *line_at)
{
    int line = -1;
    for (unsigned offset = 0; offset < size; offset++) {
        if (line_at[offset] >= 0)
            line = line_at[offset];
        edges[offset].line = line;
    }
}

static void add_edge(struct edges *edges, unsigned from, unsigned to)
{
    if (edges[from].line == edges[to].line)
        edges[to].from_it = true;
    else
        edges[to].from_others = true;
}

static void find_edges(struct edges *edges, const unsigned char *code, unsigned size)
{
    for (unsigned offset = 0, next; offset < size; offset = next) {
        struct qjvm_targets targets = qjvm_targets_of(code, offset);
        for (unsigned i = 0; i < targets.count; i++)
            add_edge(edges, offset, (unsigned)qjvm_targets_offset(&targets, code, offset, i));
        next = offset + qjvm_instruction_length(code, size, offset);
        if (qjvm_instruction_falls_through(qjvm_instruction_operation(code, offset)))
            add_edge(edges, offset, next);
    }
}

bool qjvm_line_starts_add(const unsigned char *code, unsigned size, int *line_at)
{
    struct edges *edges = calloc(size, sizeof *edges);
    if (!edges)
        return false;
    find_lines(edges, size, line_at);
    find_edges(edges, code, size);
    for (unsigned offset = 0; offset < size; offset++)
        if (line_at[offset] < 0 && edges[offset].line >= 0 && edges[offset].from_others && !edges[offset].from_it)
            line_at[offset] = edges[offset].line;
    free(edges);
    return true;
}
