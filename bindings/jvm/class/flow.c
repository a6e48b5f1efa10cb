#include "bindings/jvm/class/flow.h"

#include <stdlib.h>

#include "bindings/jvm/class/continues.h"

struct builder {
    struct qjvm_flow *flow;
    const struct qjvm_code *code;
    bool *is_target;      /* indexed by offset: the target of a jump */
    bool *is_reentered;   /* indexed by offset: entered by an exception or by a return from a subroutine */
    unsigned *successors; /* successors of one instruction */
};

/* ---- basic blocks ------------------------------------------------------------------------------------------------ */

static bool calls_subroutine(unsigned operation)
{
    return operation == QJVM_JSR || operation == QJVM_JSR_W;
}

static void find_targets(struct builder *b)
{
    const struct qjvm_code *code = b->code;
    for (unsigned i = 0; i < code->exception_count; i++)
        b->is_reentered[qjvm_code_exception(code, i).handler] = true;
    for (unsigned offset = 0, next; offset < code->size; offset = next) {
        next = qjvm_code_next(code, offset);
        if (calls_subroutine(code->bytes[offset]) && next < code->size)
            b->is_reentered[next] = true;
        struct qjvm_targets targets = qjvm_targets_of(code->bytes, offset);
        for (unsigned i = 0; i < targets.count; i++)
            b->is_target[qjvm_targets_offset(&targets, code->bytes, offset, i)] = true;
    }
}

static bool ends(const struct qjvm_code *code, unsigned offset)
{
    return qjvm_targets_of(code->bytes, offset).count > 0 ||
           !qjvm_instruction_falls_through(qjvm_instruction_operation(code->bytes, offset));
}

static void find_basic_blocks(struct builder *b, bool is_virtual)
{
    const struct qjvm_code *code = b->code;
    struct qjvm_flow *flow = b->flow;
    struct qjvm_continues continues;
    bool begins = true;
    qjvm_continues_init(&continues, code, is_virtual);
    for (unsigned offset = 0, next; offset < code->size; offset = next) {
        next = qjvm_code_next(code, offset);
        bool is_target = b->is_target[offset] || b->is_reentered[offset];
        if (begins || is_target)
            flow->basic_blocks[flow->count++] =
                (struct qjvm_basic_block){.offset = offset, .from_elsewhere = b->is_reentered[offset]};
        struct qjvm_basic_block *basic_block = &flow->basic_blocks[flow->count - 1];
        basic_block->last = offset;
        basic_block->continues = qjvm_continues_after(&continues, offset, is_target);
        begins = !basic_block->continues || ends(code, offset);
        for (; offset < next; offset++)
            flow->at[offset] = flow->count - 1;
    }
}

/* ---- edges ------------------------------------------------------------------------------------------------------- */

/* Add the edges from a basic block. All successors of its last instruction begin basic blocks. */
static void find_edges_from(struct builder *b, int number)
{
    struct qjvm_flow *flow = b->flow;
    struct qjvm_basic_block *basic_block = &flow->basic_blocks[number];
    basic_block->first_edge = flow->edge_count;
    basic_block->edge_count = qjvm_code_successors(b->code, basic_block->last, b->successors);
    for (int i = 0; i < basic_block->edge_count; i++)
        flow->edges[flow->edge_count++] = (struct qjvm_flow_edge){number, flow->at[b->successors[i]]};
}

static void find_entries(struct qjvm_flow *flow)
{
    int next = 0;
    for (int i = 0; i < flow->edge_count; i++)
        flow->basic_blocks[flow->edges[i].to].entry_count++;
    for (int i = 0; i < flow->count; i++) {
        flow->basic_blocks[i].first_entry = next;
        next += flow->basic_blocks[i].entry_count;
        flow->basic_blocks[i].entry_count = 0;
    }
    for (int i = 0; i < flow->edge_count; i++) {
        struct qjvm_basic_block *to = &flow->basic_blocks[flow->edges[i].to];
        flow->entries[to->first_entry + to->entry_count++] = i;
    }
}

/* ---- graph ------------------------------------------------------------------------------------------------------- */

/* There are at most code->size + 2 edges. An instruction of one byte has at most one edge, a conditional jump of three
 * bytes has two. A switch has at most one edge for each four of its bytes, plus one. */
bool qjvm_flow_init(struct qjvm_flow *flow, const struct qjvm_code *code, bool is_virtual)
{
    size_t most = (size_t)code->size + 2;
    *flow = (struct qjvm_flow){.basic_blocks = malloc(most * sizeof *flow->basic_blocks),
                               .edges = malloc(most * sizeof *flow->edges),
                               .entries = malloc(most * sizeof *flow->entries),
                               .at = malloc(most * sizeof *flow->at)};
    struct builder b = {.flow = flow,
                        .code = code,
                        .is_target = calloc(2 * most, sizeof *b.is_target),
                        .successors = malloc(most * sizeof *b.successors)};
    bool memory = flow->basic_blocks && flow->edges && flow->entries && flow->at && b.is_target && b.successors;
    if (memory) {
        b.is_reentered = b.is_target + most;
        find_targets(&b);
        find_basic_blocks(&b, is_virtual);
        for (int i = 0; i < flow->count; i++)
            find_edges_from(&b, i);
        find_entries(flow);
    }
    free(b.is_target);
    free(b.successors);
    return memory;
}

void qjvm_flow_fini(struct qjvm_flow *flow)
{
    free(flow->basic_blocks);
    free(flow->edges);
    free(flow->entries);
    free(flow->at);
    *flow = (struct qjvm_flow){0};
}
