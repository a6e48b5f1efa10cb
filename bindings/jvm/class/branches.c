#include "bindings/jvm/class/branches.h"

#include <stdlib.h>

struct builder {
    struct qjvm_branches *branches;
    const struct qjvm_code *code;
    bool *made_up; /* by offset: the compiler's own comparison */
};

/* ---- switches over strings -------------------------------------------------------------------------------------- */

static bool calls_of_string(const struct qjvm_code *code, unsigned offset, const char *name)
{
    unsigned index = code->size - offset > 2 ? qjvm_get_u2(code->bytes + offset + 1) : 0;
    return code->bytes[offset] == QJVM_INVOKEVIRTUAL &&
           qjvm_text_is(qjvm_pool_member_class(code->pool, index), "java/lang/String") &&
           qjvm_text_is(qjvm_pool_member_name(code->pool, index), name);
}

static bool loads_constant(const struct qjvm_code *code, unsigned offset)
{
    return code->bytes[offset] == QJVM_LDC || code->bytes[offset] == QJVM_LDC_W;
}

/* The jump of a comparison, local.equals("constant"), that begins at an offset; the code's size where none does. */
static unsigned find_comparison(const struct qjvm_code *code, unsigned offset)
{
    unsigned constant = qjvm_code_next(code, offset);
    unsigned call = constant < code->size ? qjvm_code_next(code, constant) : code->size;
    unsigned jump = call < code->size ? qjvm_code_next(code, call) : code->size;
    bool is = jump < code->size && loads_constant(code, constant) && calls_of_string(code, call, "equals") &&
              code->bytes[jump] == QJVM_IFEQ;
    return is ? jump : code->size;
}

/* The strings of one hash: each is compared, and the jump leads to the next one. Returns whether there are any. */
static bool make_up_comparisons(struct builder *b, unsigned offset)
{
    const struct qjvm_code *code = b->code;
    bool any = false;
    for (;;) {
        unsigned jump = find_comparison(code, offset);
        if (jump == code->size || b->made_up[jump])
            return any;
        any = b->made_up[jump] = true;
        struct qjvm_targets targets = qjvm_targets_of(code->bytes, jump);
        offset = (unsigned)qjvm_targets_offset(&targets, code->bytes, jump, 0);
    }
}

static void make_up_switch(struct builder *b, unsigned offset)
{
    struct qjvm_targets targets = qjvm_targets_of(b->code->bytes, offset);
    bool all = true;
    for (unsigned i = 1; i < targets.count; i++)
        all = make_up_comparisons(b, (unsigned)qjvm_targets_offset(&targets, b->code->bytes, offset, i)) && all;
    b->made_up[offset] = all;
}

static void find_made_up(struct builder *b)
{
    for (unsigned offset = 0, before = 0; offset < b->code->size;
         before = offset, offset = qjvm_code_next(b->code, offset))
        if (b->code->bytes[offset] == QJVM_LOOKUPSWITCH && calls_of_string(b->code, before, "hashCode"))
            make_up_switch(b, offset);
}

/* ---- switches that are complete --------------------------------------------------------------------------------- */

/* Where a switch over an enum or a sealed type leads when a value came up that was unknown to the compiler. */
static bool is_unforeseen(const struct qjvm_code *code, unsigned offset)
{
    if (code->bytes[offset] != QJVM_NEW)
        return false;
    struct qjvm_text thrown = qjvm_pool_class(code->pool, qjvm_get_u2(code->bytes + offset + 1));
    return qjvm_text_is(thrown, "java/lang/MatchException") ||
           qjvm_text_is(thrown, "java/lang/IncompatibleClassChangeError");
}

/* ---- all of them ------------------------------------------------------------------------------------------------ */

static int compare(const void *left, const void *right)
{
    unsigned a = *(const unsigned *)left, b = *(const unsigned *)right;
    return (a > b) - (a < b);
}

/* The outcomes of an instruction, behind those of the branches so far. Returns how many different ones there are. */
static int add_outcomes(struct builder *b, unsigned offset)
{
    const struct qjvm_code *code = b->code;
    struct qjvm_targets targets = qjvm_targets_of(code->bytes, offset);
    unsigned *outcomes = b->branches->outcomes + b->branches->outcome_count;
    int count = 0, different = 0;
    if (qjvm_instruction_falls_through(code->bytes[offset]))
        outcomes[count++] = qjvm_code_next(code, offset);
    for (unsigned i = 0; i < targets.count; i++)
        outcomes[count++] = (unsigned)qjvm_targets_offset(&targets, code->bytes, offset, i);
    qsort(outcomes, (size_t)count, sizeof *outcomes, compare);
    for (int i = 0; i < count; i++)
        if ((different == 0 || outcomes[i] != outcomes[different - 1]) && !is_unforeseen(code, outcomes[i]))
            outcomes[different++] = outcomes[i];
    return different;
}

static bool decides(const struct builder *b, unsigned offset)
{
    unsigned operation = b->code->bytes[offset];
    bool jumps = (operation >= QJVM_IFEQ && operation < QJVM_GOTO) || operation == QJVM_IFNULL ||
                 operation == QJVM_IFNONNULL || qjvm_instruction_switches(operation);
    return jumps && !b->made_up[offset];
}

static void find_all(struct builder *b)
{
    struct qjvm_branches *branches = b->branches;
    int line = -1;
    for (unsigned offset = 0; offset < b->code->size; offset = qjvm_code_next(b->code, offset)) {
        if (line + 1 < b->code->line_count && (unsigned)b->code->lines[line + 1].offset == offset)
            line++;
        int count = line >= 0 && decides(b, offset) ? add_outcomes(b, offset) : 0;
        if (count < 2)
            continue;
        branches->items[branches->count++] = (struct qjvm_branch){offset, line, branches->outcome_count, count};
        branches->outcome_count += count;
    }
}

/* A jump of three bytes has two outcomes; those of a switch take four bytes each, and one more. */
bool qjvm_branches_init(struct qjvm_branches *branches, const struct qjvm_code *code)
{
    *branches = (struct qjvm_branches){.items = malloc((code->size / 3 + 1) * sizeof *branches->items),
                                       .outcomes = malloc((code->size + 2) * sizeof *branches->outcomes)};
    struct builder b = {branches, code, calloc(code->size, sizeof *b.made_up)};
    bool memory = branches->items && branches->outcomes && b.made_up;
    if (memory) {
        find_made_up(&b);
        find_all(&b);
    }
    free(b.made_up);
    return memory;
}

void qjvm_branches_fini(struct qjvm_branches *branches)
{
    free(branches->items);
    free(branches->outcomes);
    *branches = (struct qjvm_branches){0};
}
