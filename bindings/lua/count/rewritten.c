#include "bindings/lua/count/rewritten.h"

#include <stdlib.h>

#include "bindings/lua/code/operands.h"
#include "bindings/lua/code/scratch.h"

enum { MOST_REGISTERS = 255, MOST_CONSTANTS = 0x1ffff, EVENT_ADD = 6, ONE = 1 + 127 /* as a signed operand */ };

/* Jump whose target position is unknown until all instructions are written. */
struct jump {
    int at;
    int counter; /* number of the counter to which the jump leads; -1 = the jump leads to writer.landing[to] */
    int to;
};

struct writer {
    struct qlua_rewritten *r;
    const struct qlua_prototype *p;
    const struct qlua_edges *edges;
    int *counter_at; /* position of each counter in the new code */
    int *landing;    /* for each original instruction: position in the new code to which a jump leads if it needs no
                      * counter */
    struct jump *jumps;
    int jump_count;
    int constants;
    int from; /* the original registers from this one on move up */
    int line; /* line of the instructions being written */
};

/* Return the greatest number of instructions after rewriting. Each original instruction becomes at most two, and
 * each counter adds at most five instructions and a jump over them. */
static size_t most_instructions(const struct writer *w)
{
    return 2 * (size_t)w->p->instructions.count + 6 * (size_t)w->edges->counters + QLUA_REWRITTEN_STEP;
}

static void put(struct writer *w, uint32_t instruction)
{
    struct qlua_rewritten *r = w->r;
    if (r->line_of)
        r->line_of[r->count] = w->line;
    r->code[r->count++] = instruction;
}

static void put_jump(struct writer *w, uint32_t instruction, int counter, int to)
{
    w->jumps[w->jump_count++] = (struct jump){w->r->count, counter, to};
    put(w, instruction);
}

static void put_counter(struct writer *w, int counter)
{
    int table = w->from;
    int value = w->from + 1;
    int index = counter % QLUA_COUNTERS_PER_TABLE + 1;
    w->counter_at[counter] = w->r->count;
    if (counter >= QLUA_COUNTERS_PER_TABLE) {
        table = w->from + 2;
        put(w, qlua_operands_long(QLUA_CODE_LOADK, table, w->constants + counter / QLUA_COUNTERS_PER_TABLE));
    }
    put(w, qlua_operands_abc(QLUA_CODE_GETI, value, table, index));
    put(w, qlua_operands_abc(QLUA_CODE_ADDI, value, value, ONE));
    put(w, qlua_operands_abc(QLUA_CODE_MMBINI, value, ONE, EVENT_ADD));
    put(w, qlua_operands_abc(QLUA_CODE_SETI, table, index, value));
}

/* Return the counter of an edge, -1 = none. */
static int counter_of(const struct qlua_edges *edges, int edge)
{
    return edge < 0 ? -1 : edges->items[edge].counter;
}

/* Write the counters of all edges to an instruction. After each of them except the last, write a jump to the
 * instruction. */
static void put_arrivals(struct writer *w, int pc)
{
    const struct qlua_edges *edges = w->edges;
    bool pass = edges->above[pc] >= 0; /* true if the code written so far falls through to the instruction */
    if (counter_of(edges, edges->above[pc]) >= 0)
        put_counter(w, counter_of(edges, edges->above[pc]));
    for (int i = edges->into[pc]; i >= 0; i = edges->items[i].next) {
        int counter = counter_of(edges, i);
        if (counter < 0 || w->counter_at[counter] >= 0)
            continue;
        if (pass)
            put_jump(w, QLUA_CODE_JMP, -1, pc);
        put_counter(w, counter);
        pass = true;
    }
}

/* Write the counters of the instructions that directly follow pc and use all results of the instruction before them. */
static void put_counters_of_takers(struct writer *w, int pc)
{
    const struct qlua_code *code = &w->p->instructions;
    for (pc += qlua_edges_unit(code, pc); qlua_code_takes_all(code, pc); pc += qlua_edges_unit(code, pc))
        if (counter_of(w->edges, w->edges->above[pc]) >= 0)
            put_counter(w, counter_of(w->edges, w->edges->above[pc]));
}

/* Write a LOADNIL instruction. If it sets registers below and above ours, split it in two. */
static void put_nils(struct writer *w, uint32_t instruction)
{
    int first = qlua_code_a(instruction);
    int last = first + qlua_code_b(instruction);
    if (first < w->from && last >= w->from) {
        put(w, qlua_operands_abc(QLUA_CODE_LOADNIL, first, w->from - 1 - first, 0));
        first = w->from;
    }
    put(w, qlua_operands_move(qlua_operands_abc(QLUA_CODE_LOADNIL, first, last - first, 0), w->from, w->r->hidden));
}

/* Write the jump to instruction `to` from the unit that starts at `begin`. */
static void put_leap(struct writer *w, uint32_t instruction, int begin, int to)
{
    put_jump(w, instruction, counter_of(w->edges, w->edges->leap[begin]), to);
}

/* Write the instruction at pc, which belongs to the unit that starts at `begin`. */
static void put_instruction(struct writer *w, int begin, int pc)
{
    const struct qlua_code *code = &w->p->instructions;
    uint32_t moved = qlua_operands_move(code->at[pc], w->from, w->r->hidden);
    switch (qlua_code_operation(moved)) {
    case QLUA_CODE_LFALSESKIP: /* becomes a load and a jump, since counters may come between this instruction and its
                                * target */
        put(w, qlua_operands_abc(QLUA_CODE_LOADFALSE, qlua_code_a(moved), 0, 0));
        put_leap(w, QLUA_CODE_JMP, begin, pc + 2);
        break;
    case QLUA_CODE_LOADNIL:
        put_nils(w, code->at[pc]);
        break;
    case QLUA_CODE_JMP:
    case QLUA_CODE_FORLOOP:
    case QLUA_CODE_FORPREP:
    case QLUA_CODE_TFORPREP:
    case QLUA_CODE_TFORLOOP:
        put_leap(w, moved, begin, qlua_code_target(code, pc));
        break;
    default:
        put(w, moved);
    }
}

static void put_all(struct writer *w)
{
    const struct qlua_code *code = &w->p->instructions;
    struct qlua_rewritten *r = w->r;
    int unit = 1;
    for (int pc = 0; pc < code->count; pc += unit) {
        unit = qlua_edges_unit(code, pc);
        w->line = w->p->line_of ? w->p->line_of[pc] : 0;
        r->arrival[pc] = r->count;
        if (pc == qlua_edges_begin(w->p))
            put(w, qlua_operands_long(QLUA_CODE_LOADK, w->from, w->constants));
        bool taker = qlua_code_takes_all(code, pc);
        if (!taker)
            put_arrivals(w, pc);
        int landing = r->count;
        if (!taker)
            put_counters_of_takers(w, pc);
        for (int i = pc; i < pc + unit && i < code->count; i++) {
            w->line = w->p->line_of ? w->p->line_of[i] : 0;
            r->place[i] = r->count;
            w->landing[i] = i == pc ? landing : r->count;
            r->arrival[i] = i == pc ? r->arrival[i] : r->count;
            put_instruction(w, pc, i);
        }
    }
    while (r->count % QLUA_REWRITTEN_STEP != QLUA_REWRITTEN_STEP - 1)
        put(w, code->at[code->count - 1]);
}

/* Set the targets of all jumps. Return false if a target is too far away, if it is outside the function (in a
 * damaged chunk), or if a counter was not written because its instruction uses all results of another one. */
static bool set_targets(struct writer *w)
{
    bool in_range = true;
    for (int i = 0; i < w->jump_count; i++) {
        const struct jump *jump = &w->jumps[i];
        bool inside = jump->to >= 0 && jump->to < w->p->instructions.count;
        int landing = inside ? w->landing[jump->to] : -1;
        int to = jump->counter >= 0 ? w->counter_at[jump->counter] : landing;
        in_range = to >= 0 && qlua_operands_set_target(w->r->code, jump->at, to) && in_range;
    }
    return in_range;
}

static bool write(struct writer *w)
{
    for (int i = 0; i < w->edges->counters; i++)
        w->counter_at[i] = -1;
    put_all(w);
    return set_targets(w);
}

int qlua_rewritten_allocate(struct qlua_rewritten *r, const struct qlua_prototype *p, size_t most, int constants,
                            int registers)
{
    size_t count = (size_t)p->instructions.count;
    if (registers + r->hidden + r->above > MOST_REGISTERS || constants + r->constants > MOST_CONSTANTS)
        return 1;
    r->code = qlua_scratch(most * sizeof *r->code);
    r->line_of = p->line_of ? qlua_scratch(most * sizeof *r->line_of) : NULL;
    r->arrival = qlua_scratch(count * sizeof *r->arrival);
    r->place = qlua_scratch(count * sizeof *r->place);
    return r->code && (r->line_of || !p->line_of) && r->arrival && r->place ? 0 : -1;
}

int qlua_rewritten_init(struct qlua_rewritten *r, const struct qlua_prototype *p, const struct qlua_edges *edges,
                        int constants, int registers)
{
    size_t count = (size_t)p->instructions.count;
    int tables = (edges->counters + QLUA_COUNTERS_PER_TABLE - 1) / QLUA_COUNTERS_PER_TABLE;
    *r = (struct qlua_rewritten){.hidden = tables > 1 ? 3 : 2, .constants = tables};
    struct writer w = {.r = r, .p = p, .edges = edges, .constants = constants, .from = p->shape.parameters};
    int result = qlua_rewritten_allocate(r, p, most_instructions(&w), constants, registers);
    w.counter_at = qlua_scratch((size_t)edges->counters * sizeof *w.counter_at);
    w.landing = qlua_scratch(count * sizeof *w.landing);
    w.jumps = qlua_scratch(((size_t)edges->count + (size_t)edges->counters + count) * sizeof *w.jumps);
    if (result == 0)
        result = !w.counter_at || !w.landing || !w.jumps ? -1 : !write(&w);
    free(w.counter_at);
    free(w.landing);
    free(w.jumps);
    if (result != 0)
        qlua_rewritten_fini(r);
    return result;
}

void qlua_rewritten_fini(struct qlua_rewritten *r)
{
    free(r->code);
    free(r->line_of);
    free(r->arrival);
    free(r->place);
    *r = (struct qlua_rewritten){0};
}
