#include "bindings/jvm/class/flow.h"

#include <stdlib.h>

#include "bindings/jvm/class/goes_on.h"

struct builder {
    struct qjvm_flow *flow;
    const struct qjvm_code *code;
    bool *is_led_to;   /* by offset: not only from the instruction in front of it */
    bool *is_returned; /* by an exception, or from a subroutine */
};

/* ---- stretches --------------------------------------------------------------------------------------------------- */

static bool calls_subroutine(unsigned operation)
{
    return operation == QJVM_JSR || operation == QJVM_JSR_W;
}

static void find_leads(struct builder *b)
{
    const struct qjvm_code *code = b->code;
    for (unsigned i = 0; i < code->exception_count; i++)
        b->is_returned[qjvm_code_exception(code, i).handler] = true;
    for (unsigned offset = 0, next; offset < code->size; offset = next) {
        next = qjvm_code_next(code, offset);
        if (calls_subroutine(code->bytes[offset]) && next < code->size)
            b->is_returned[next] = true;
        struct qjvm_targets targets = qjvm_targets_of(code->bytes, offset);
        for (unsigned i = 0; i < targets.count; i++)
            b->is_led_to[qjvm_targets_offset(&targets, code->bytes, offset, i)] = true;
    }
}

static bool ends(const struct qjvm_code *code, unsigned offset)
{
    return qjvm_targets_of(code->bytes, offset).count > 0 ||
           !qjvm_instruction_falls_through(qjvm_instruction_operation(code->bytes, offset));
}

static void find_stretches(struct builder *b, bool is_virtual)
{
    const struct qjvm_code *code = b->code;
    struct qjvm_flow *flow = b->flow;
    struct qjvm_goes_on goes_on;
    bool begins = true;
    qjvm_goes_on_init(&goes_on, code, is_virtual);
    for (unsigned offset = 0, next; offset < code->size; offset = next) {
        next = qjvm_code_next(code, offset);
        bool is_led_to = b->is_led_to[offset] || b->is_returned[offset];
        if (begins || is_led_to)
            flow->stretches[flow->count++] =
                (struct qjvm_stretch){.offset = offset, .from_elsewhere = b->is_returned[offset]};
        struct qjvm_stretch *stretch = &flow->stretches[flow->count - 1];
        stretch->last = offset;
        stretch->goes_on = qjvm_goes_on_behind(&goes_on, offset, is_led_to);
        begins = !stretch->goes_on || ends(code, offset);
        for (; offset < next; offset++)
            flow->at[offset] = flow->count - 1;
    }
}

/* ---- ways -------------------------------------------------------------------------------------------------------- */

static int compare_ways(const void *left, const void *right)
{
    const struct qjvm_flow_way *a = left, *b = right;
    return (a->to > b->to) - (a->to < b->to);
}

static void find_ways_from(struct builder *b, int number)
{
    const struct qjvm_code *code = b->code;
    struct qjvm_flow *flow = b->flow;
    struct qjvm_stretch *stretch = &flow->stretches[number];
    struct qjvm_flow_way *ways = flow->ways + flow->way_count;
    struct qjvm_targets targets = qjvm_targets_of(code->bytes, stretch->last);
    int count = 0, different = 0;
    if (qjvm_instruction_falls_through(qjvm_instruction_operation(code->bytes, stretch->last)))
        ways[count++] = (struct qjvm_flow_way){number, flow->at[qjvm_code_next(code, stretch->last)]};
    for (unsigned i = 0; i < targets.count; i++)
        ways[count++] =
            (struct qjvm_flow_way){number, flow->at[qjvm_targets_offset(&targets, code->bytes, stretch->last, i)]};
    qsort(ways, (size_t)count, sizeof *ways, compare_ways);
    for (int i = 0; i < count; i++)
        if (different == 0 || ways[i].to != ways[different - 1].to)
            ways[different++] = ways[i];
    stretch->first_way = flow->way_count;
    stretch->way_count = different;
    flow->way_count += different;
}

static void find_entries(struct qjvm_flow *flow)
{
    int next = 0;
    for (int i = 0; i < flow->way_count; i++)
        flow->stretches[flow->ways[i].to].entry_count++;
    for (int i = 0; i < flow->count; i++) {
        flow->stretches[i].first_entry = next;
        next += flow->stretches[i].entry_count;
        flow->stretches[i].entry_count = 0;
    }
    for (int i = 0; i < flow->way_count; i++) {
        struct qjvm_stretch *to = &flow->stretches[flow->ways[i].to];
        flow->entries[to->first_entry + to->entry_count++] = i;
    }
}

/* ---- both -------------------------------------------------------------------------------------------------------- */

/* An instruction of one byte leads on by at most one way, a jump of three by two; those of a switch take four bytes
 * each, and one more. */
bool qjvm_flow_init(struct qjvm_flow *flow, const struct qjvm_code *code, bool is_virtual)
{
    size_t most = (size_t)code->size + 2;
    *flow = (struct qjvm_flow){.stretches = malloc(most * sizeof *flow->stretches),
                               .ways = malloc(most * sizeof *flow->ways),
                               .entries = malloc(most * sizeof *flow->entries),
                               .at = malloc(most * sizeof *flow->at)};
    struct builder b = {flow, code, calloc(2 * most, sizeof *b.is_led_to), NULL};
    bool memory = flow->stretches && flow->ways && flow->entries && flow->at && b.is_led_to;
    if (memory) {
        b.is_returned = b.is_led_to + most;
        find_leads(&b);
        find_stretches(&b, is_virtual);
        for (int i = 0; i < flow->count; i++)
            find_ways_from(&b, i);
        find_entries(flow);
    }
    free(b.is_led_to);
    return memory;
}

void qjvm_flow_fini(struct qjvm_flow *flow)
{
    free(flow->stretches);
    free(flow->ways);
    free(flow->entries);
    free(flow->at);
    *flow = (struct qjvm_flow){0};
}
