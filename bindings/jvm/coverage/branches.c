#include "bindings/jvm/coverage/branches.h"

#include <stdlib.h>

/* Edge, and the outcome that it belongs to. */
struct edge {
    unsigned from;
    unsigned to;
    unsigned branch; /* offset of the branch */
    unsigned target; /* offset of the outcome's target */
};

struct builder {
    struct qjvm_branches *branches;
    const struct qjvm_code *code;
    const struct qjvm_ignored *ignored;
    struct edge *edges;
    int edge_count;
    unsigned *successors; /* of one instruction */
};

/* ---- edges ------------------------------------------------------------------------------------------------------- */

/* Return whether the code at an outcome throws the exception for a value of an enum or sealed type that the compiler
 * did not know. */
static bool rejects_unknown_value(const struct qjvm_code *code, unsigned offset)
{
    if (code->bytes[offset] != QJVM_NEW)
        return false;
    struct qjvm_text thrown = qjvm_pool_class(code->pool, qjvm_get_u2(code->bytes + offset + 1));
    return qjvm_text_is(thrown, "java/lang/MatchException") ||
           qjvm_text_is(thrown, "java/lang/IncompatibleClassChangeError");
}

/* Return the target of the first copy of a branch that corresponds to this target of the branch. */
static unsigned target_of_copy(const struct builder *b, unsigned offset, unsigned target, unsigned copy)
{
    const unsigned char *bytes = b->code->bytes;
    struct qjvm_targets targets = qjvm_targets_of(bytes, offset), targets_of_copy = qjvm_targets_of(bytes, copy);
    for (unsigned i = 0; i < targets.count; i++)
        if ((unsigned)qjvm_targets_offset(&targets, bytes, offset, i) == target)
            return (unsigned)qjvm_targets_offset(&targets_of_copy, bytes, copy, i);
    return qjvm_code_next(b->code, copy);
}

/* Return where an edge of a comparison leads. After the last comparison a `goto` leads to the switch's default. */
static unsigned target_of_comparison(const struct qjvm_code *code, const struct edge *edge)
{
    if (edge->to != qjvm_code_next(code, edge->from) || code->bytes[edge->to] != QJVM_GOTO)
        return edge->to;
    struct qjvm_targets targets = qjvm_targets_of(code->bytes, edge->to);
    return (unsigned)qjvm_targets_offset(&targets, code->bytes, edge->to, 0);
}

/* Return whether an edge belongs to an outcome of a switch over strings: no further comparison begins at its end. */
static bool leaves_comparisons(const struct builder *b, const struct edge *edge)
{
    unsigned call = qjvm_code_next(b->code, qjvm_code_next(b->code, edge->to));
    unsigned jump = call < b->code->size ? qjvm_code_next(b->code, call) : b->code->size;
    return jump >= b->code->size || b->ignored->switch_of[jump] != edge->branch || jump == edge->branch;
}

/* Find the outcome of an edge. Return false if it belongs to none. */
static bool find_outcome(const struct builder *b, struct edge *edge)
{
    const struct qjvm_ignored *ignored = b->ignored;
    unsigned from = edge->from, number = ignored ? ignored->switch_of[from] : 0;
    edge->branch = from;
    edge->target = edge->to;
    if (rejects_unknown_value(b->code, edge->to))
        return false;
    if (number && ignored->switch_of[number] == number) {
        edge->branch = number;
        if (from != number)
            edge->target = target_of_comparison(b->code, edge);
        return leaves_comparisons(b, edge);
    }
    if (ignored && ignored->copy_of[from] != from) {
        edge->branch = qjvm_ignored_first_copy(ignored, from);
        edge->target = target_of_copy(b, from, edge->to, edge->branch);
    }
    return true;
}

static bool is_branch(const struct builder *b, unsigned offset)
{
    unsigned operation = b->code->bytes[offset];
    bool jumps = (operation >= QJVM_IFEQ && operation < QJVM_GOTO) || operation == QJVM_IFNULL ||
                 operation == QJVM_IFNONNULL || qjvm_instruction_switches(operation);
    return jumps && !(b->ignored && b->ignored->instructions[offset]);
}

static void find_edges(struct builder *b)
{
    for (unsigned offset = 0; offset < b->code->size; offset = qjvm_code_next(b->code, offset)) {
        int count = is_branch(b, offset) ? qjvm_code_successors(b->code, offset, b->successors) : 0;
        for (int i = 0; i < count; i++) {
            struct edge *edge = &b->edges[b->edge_count];
            *edge = (struct edge){.from = offset, .to = b->successors[i]};
            b->edge_count += find_outcome(b, edge);
        }
    }
}

static int compare(const void *left, const void *right)
{
    const struct edge *a = left, *b = right;
    const unsigned keys[][2] = {{a->branch, b->branch}, {a->target, b->target}, {a->from, b->from}, {a->to, b->to}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i][0] != keys[i][1])
            return keys[i][0] > keys[i][1] ? 1 : -1;
    return 0;
}

/* ---- branches ---------------------------------------------------------------------------------------------------- */

/* Add a branch with these edges, which are sorted by their outcomes, unless it has only one outcome. */
static void add_branch(struct builder *b, const struct edge *edges, int count, int line)
{
    struct qjvm_branches *branches = b->branches;
    int first_edge = branches->edge_count, outcome = branches->outcome_count - 1;
    for (int i = 0; i < count; i++) {
        outcome += i == 0 || edges[i].target != edges[i - 1].target;
        branches->edges[branches->edge_count++] = (struct qjvm_branch_edge){edges[i].from, edges[i].to, outcome};
    }
    int outcomes = outcome + 1 - branches->outcome_count;
    if (line < 0 || outcomes < 2) {
        branches->edge_count = first_edge;
        return;
    }
    branches->items[branches->count++] = (struct qjvm_branch){edges->branch, line, branches->outcome_count, outcomes};
    branches->outcome_count += outcomes;
}

static void add_branches(struct builder *b)
{
    int line = -1;
    for (int first = 0, end; first < b->edge_count; first = end) {
        unsigned offset = b->edges[first].branch;
        while (line + 1 < b->code->line_count && (unsigned)b->code->lines[line + 1].offset <= offset)
            line++;
        for (end = first + 1; end < b->edge_count && b->edges[end].branch == offset;)
            end++;
        add_branch(b, &b->edges[first], end - first, line);
    }
}

/* There are at most code->size + 2 edges: a jump of three bytes has two edges, and a switch of n bytes has at most
 * n / 4 + 1 edges. */
bool qjvm_branches_init(struct qjvm_branches *branches, const struct qjvm_code *code,
                        const struct qjvm_ignored *ignored)
{
    size_t most = (size_t)code->size + 2;
    *branches = (struct qjvm_branches){.items = malloc((code->size / 3 + 1) * sizeof *branches->items),
                                       .edges = malloc(most * sizeof *branches->edges)};
    struct builder b = {.branches = branches,
                        .code = code,
                        .ignored = ignored,
                        .edges = malloc(most * sizeof *b.edges),
                        .successors = malloc(most * sizeof *b.successors)};
    bool memory = branches->items && branches->edges && b.edges && b.successors;
    if (memory) {
        find_edges(&b);
        qsort(b.edges, (size_t)b.edge_count, sizeof *b.edges, compare);
        add_branches(&b);
    }
    free(b.edges);
    free(b.successors);
    return memory;
}

void qjvm_branches_fini(struct qjvm_branches *branches)
{
    free(branches->items);
    free(branches->edges);
    *branches = (struct qjvm_branches){0};
}
