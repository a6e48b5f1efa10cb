#include "bindings/lua/count/edges.h"

#include <stdlib.h>

#include "bindings/lua/code/scratch.h"

#define MOST_EDGES 2 /* largest number of outgoing edges of an instruction */

struct builder {
    struct qlua_edges *edges;
    const struct qlua_prototype *p;
    const struct qlua_function *function;
};

int qlua_edges_unit(const struct qlua_code *code, int pc)
{
    enum qlua_operation operation = qlua_code_operation_at(code, pc);
    bool two = qlua_code_is_test(code, pc) || qlua_code_kind(code, pc) == QLUA_KIND_CALCULATES ||
               operation == QLUA_CODE_LOADKX || operation == QLUA_CODE_NEWTABLE || operation == QLUA_CODE_TFORCALL ||
               (operation == QLUA_CODE_SETLIST && qlua_code_k(code->at[pc]));
    return two ? 2 : 1;
}

/* Return the block of the line that Lua's line hook would report on this edge, -1 = none. */
static int line_begun(const struct builder *b, int from, int to)
{
    const int *line_of = b->p->line_of;
    if (!line_of || (from >= 0 && to > from && line_of[to] == line_of[from]))
        return -1;
    return kit_function_block(&b->function->known, line_of[to]);
}

/* Return the block of the outcome that leads from a test or a loop to an instruction, -1 = none. */
static int outcome_of(const struct builder *b, int from, int to)
{
    const struct qlua_branch_steps *steps = &b->function->steps;
    if (from < 0 || !steps->count || !steps->items[from].test)
        return -1;
    const struct qlua_branch_test *test = &steps->tests[abs(steps->items[from].test)];
    return to == test->next ? test->block : to == test->around ? test->block + 1 : -1;
}

static void add_term(struct qlua_edges *edges, int block)
{
    edges->terms[edges->term_count++] = (qprof_CounterTerm){.block = block, .counter = edges->counters, .factor = 1};
}

/* Return the counter for an edge, -1 if the edge needs none. Edges to the same instruction share a counter if they
 * begin the same line, are the same outcome, and are both calls or both not calls. The block that counts calls follows
 * the blocks of all lines and outcomes. */
static int counter_of(const struct builder *b, const struct qlua_edge *edge)
{
    struct qlua_edges *edges = b->edges;
    bool calls = edge->from < 0;
    if (edge->line < 0 && edge->outcome < 0 && !calls)
        return -1;
    for (int i = edges->into[edge->to]; i >= 0; i = edges->items[i].next) {
        const struct qlua_edge *other = &edges->items[i];
        if (other->line == edge->line && other->outcome == edge->outcome && (other->from < 0) == calls)
            return other->counter;
    }
    if (edge->line >= 0)
        add_term(edges, edge->line);
    if (edge->outcome >= 0)
        add_term(edges, edge->outcome);
    if (calls)
        add_term(edges, b->function->known.line_count + 2 * b->function->steps.branch_count);
    return edges->counters++;
}

static void add(struct builder *b, int from, int to, bool jumps)
{
    struct qlua_edges *edges = b->edges;
    if (to < 0 || to >= b->p->instructions.count)
        return;
    struct qlua_edge edge = {.from = from,
                             .to = to,
                             .jumps = jumps,
                             .line = line_begun(b, from, to),
                             .outcome = outcome_of(b, from, to),
                             .next = edges->into[to]};
    edge.counter = counter_of(b, &edge);
    edges->into[to] = edges->count;
    if (jumps)
        edges->leap[from] = edges->count;
    else
        edges->above[to] = edges->count;
    edges->items[edges->count++] = edge;
}

/* Add the outgoing edges of the unit at pc. The last instruction of a unit contains the target of the unit's jump.
 * The start of a generic for loop has no edges, because Lua executes the call of the iterator together with it, without
 * fetching the call's instruction. */
static void add_outgoing(struct builder *b, int pc)
{
    const struct qlua_code *code = &b->p->instructions;
    enum qlua_operation operation = qlua_code_operation_at(code, pc);
    int next = pc + qlua_edges_unit(code, pc);
    if (qlua_code_returns(operation) || operation == QLUA_CODE_TFORPREP)
        return;
    add(b, pc, operation == QLUA_CODE_LFALSESKIP ? next + 1 : qlua_code_target(code, next - 1), true);
    if (operation != QLUA_CODE_LFALSESKIP && operation != QLUA_CODE_JMP)
        add(b, pc, next, false);
}

int qlua_edges_init(struct qlua_edges *edges, const struct qlua_prototype *p, const struct qlua_function *function)
{
    const struct qlua_code *code = &p->instructions;
    size_t most = MOST_EDGES * (size_t)code->count + 1;
    size_t by_instruction = (size_t)code->count * sizeof(int) + 1;
    *edges = (struct qlua_edges){.items = qlua_scratch(most * sizeof *edges->items),
                                 .into = qlua_scratch(by_instruction),
                                 .above = qlua_scratch(by_instruction),
                                 .leap = qlua_scratch(by_instruction),
                                 .terms = qlua_scratch(2 * most * sizeof *edges->terms)};
    if (!edges->items || !edges->into || !edges->above || !edges->leap || !edges->terms) {
        qlua_edges_fini(edges);
        return -1;
    }
    for (int pc = 0; pc < code->count; pc++)
        edges->into[pc] = edges->above[pc] = edges->leap[pc] = -1;
    struct builder builder = {edges, p, function};
    add(&builder, -1, qlua_edges_begin(p), false);
    for (int pc = qlua_edges_begin(p); pc < code->count; pc += qlua_edges_unit(code, pc))
        add_outgoing(&builder, pc);
    return 0;
}

void qlua_edges_fini(struct qlua_edges *edges)
{
    free(edges->items);
    free(edges->into);
    free(edges->above);
    free(edges->leap);
    free(edges->terms);
    *edges = (struct qlua_edges){0};
}
