#include "bindings/python/cover/edges.h"

#include <limits.h>
#include <string.h>

#include "bindings/python/code/operation.h"
#include "bindings/python/code/scratch.h"

/* Return whether no line begins at an instruction: a call event is reported there, or another instruction with the same
 * line has always run before it. */
static bool begins_no_line(int operation)
{
#if PY_VERSION_HEX >= 0x030c0000
    if (operation == END_FOR || operation == END_SEND || operation == END_ASYNC_FOR)
        return true;
#endif
    return operation == RESUME;
}

/* Return whether a trace function is called for a jump to the same line. */
static bool is_reported(int operation, bool back, int target)
{
#if PY_VERSION_HEX >= 0x030c0000
    (void)target;
    return back && operation == JUMP_BACKWARD;
#else
    (void)operation;
    return back && target != SEND;
#endif
}

/* Return whether a line always begins when an exception leads from an instruction to a handler on the same line. */
static bool is_new(const struct qpy_code_instruction *source)
{
#if PY_VERSION_HEX >= 0x030d0000
    if (source->operation == YIELD_VALUE) /* the exception is thrown at the RESUME that follows */
        return true;
#endif
    /* The instruction restores the position of an exception, which is usually on another line than the handler. */
    return source->operation == RERAISE && source->argument > 0;
}

/* Return the line that a trace function would be called for on an edge, 0 = none (maybe_call_line_trace in ceval.c of
 * CPython 3.11; initialize_lines, _Py_call_instrumentation_line and sys_trace_jump_func of later versions). */
static int line_begun(const struct qpy_code *code, int from, int to)
{
    const struct qpy_code_instruction *target = &code->instructions[to];
    const struct qpy_code_instruction *source = &code->instructions[from];
    if (target->line == source->line && from > code->entry && !is_new(source))
        return is_reported(source->operation, to < from, target->operation) ? target->line : 0;
    return begins_no_line(target->operation) ? 0 : target->line;
}

/* ---- arcs -------------------------------------------------------------------------------------------------------- */

/* Return the first instruction of the handler of an instruction, -1 if there is none. */
static int handler_of(const struct qpy_code *code, int i)
{
    for (int k = 0; k < code->handler_count; k++)
        if (code->handlers[k].first <= i && i < code->handlers[k].end)
            return code->handlers[k].target;
    return -1;
}

/* Return the line that runs next from an instruction on, QPY_EDGE_EXIT if the code is left, 0 if this is not known.
 * Instructions without a line, such as those that delete the variable of an exception, lead to a line. -1 is no
 * instruction: the code was left. */
static int line_ahead(const struct qpy_code *code, int i)
{
    enum { MOST_STEPS = 20 };
    for (int steps = 0; i < code->count && steps < MOST_STEPS; steps++) {
        const struct qpy_code_instruction *instruction = i < 0 ? NULL : &code->instructions[i];
        if (!instruction || (qpy_operations[instruction->operation].returns && !instruction->line))
            return QPY_EDGE_EXIT;
        if (instruction->line)
            return instruction->line;
        bool ends = qpy_operations[instruction->operation].ends;
        if (instruction->operation == RERAISE)
            i = handler_of(code, i);
        else if ((instruction->target >= 0) == ends)
            i = ends ? instruction->target : i + 1;
        else
            return 0; /* it has two successors */
    }
    return 0;
}

static int arc_of(const struct qpy_code *code, int from, int to)
{
    int line = code->instructions[from].line;
    int ahead = line && from > code->entry ? line_ahead(code, to) : 0;
    return ahead == line ? 0 : ahead;
}

/* ---- edges ------------------------------------------------------------------------------------------------------- */

static void add(struct qpy_edges *edges, struct qpy_edge edge)
{
    edge.counter = -1;
    if (edge.line) {
        edges->first_line = edge.line < edges->first_line ? edge.line : edges->first_line;
        edges->last_line = edge.line > edges->last_line ? edge.line : edges->last_line;
    }
    edge.next = edges->into[edge.to];
    edges->into[edge.to] = edges->count;
    edges->items[edges->count++] = edge;
}

/* Add the edges of a handler. The instructions before the entry are not traced, but may raise exceptions: of a
 * generator that is closed before its first step. */
static void add_handler(struct qpy_edges *edges, const struct qpy_code *code, const struct qpy_handler *handler)
{
    int first = handler->first;
    while (first < handler->end) {
        int line = line_begun(code, first, handler->target);
        int end = first + 1;
        while (end < handler->end && line_begun(code, end, handler->target) == line)
            end++;
        add(edges, (struct qpy_edge){.kind = QPY_EDGE_RAISES,
                                     .from = first,
                                     .end = end,
                                     .to = handler->target,
                                     .line = line,
                                     .stack = handler->stack});
        first = end;
    }
}

/* Add the edges from an instruction that raises no exception. */
static void add_outgoing(struct qpy_edges *edges, const struct qpy_code *code, int i, bool branches)
{
    const struct qpy_code_instruction *from = &code->instructions[i];
    struct qpy_edge edge = {.from = i, .end = i + 1};
    if (from->target >= 0) {
        edge.kind = QPY_EDGE_JUMPS;
        edge.to = from->target;
        edge.line = line_begun(code, i, edge.to);
        edge.arc = branches ? arc_of(code, i, edge.to) : 0;
        add(edges, edge);
    }
    bool returns = qpy_operations[from->operation].returns;
    if (branches && from->line && (returns || from->operation == RAISE_VARARGS)) {
        edge.kind = QPY_EDGE_LEAVES;
        edge.to = i;
        edge.line = 0;
        edge.arc = returns ? QPY_EDGE_EXIT : line_ahead(code, handler_of(code, i));
        if (edge.arc && edge.arc != from->line)
            add(edges, edge);
    }
    if (i >= code->entry && i + 1 < code->count && !qpy_operations[from->operation].ends) {
        edge.kind = QPY_EDGE_FALLS;
        edge.to = i + 1;
        edge.line = line_begun(code, i, edge.to);
        edge.arc = branches ? arc_of(code, i, edge.to) : 0;
        if (edge.line || edge.arc || i == code->entry)
            add(edges, edge);
    }
}

/* Return the greatest number of edges. */
static size_t most_edges(const struct qpy_code *code)
{
    size_t most = 2 * (size_t)code->count;
    for (int i = 0; i < code->handler_count; i++)
        most += (size_t)(code->handlers[i].end - code->handlers[i].first);
    return most;
}

bool qpy_edges_init(struct qpy_edges *edges, const struct qpy_code *code, bool branches)
{
    size_t by_instruction = (size_t)code->count * sizeof *edges->into;
    *edges = (struct qpy_edges){.first_line = INT_MAX,
                                .items = qpy_scratch(most_edges(code) * sizeof *edges->items),
                                .into = qpy_scratch(by_instruction)};
    if (!edges->items || !edges->into)
        return false;
    memset(edges->into, 0xff, by_instruction); /* -1 */
    for (int i = 0; i < code->count; i++)
        add_outgoing(edges, code, i, branches);
    for (int i = 0; i < code->handler_count; i++)
        add_handler(edges, code, &code->handlers[i]);
    return true;
}
