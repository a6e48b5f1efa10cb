#include "bindings/jvm/class/branches.h"

#include <stdlib.h>

struct builder {
    struct qjvm_branches *branches;
    const struct qjvm_code *code;
    bool *synthetic; /* indexed by offset: whether the compiler generated the branch for a switch over strings */
};

/* ---- switches over strings -------------------------------------------------------------------------------------- */

static bool calls_string_method(const struct qjvm_code *code, unsigned offset, const char *name)
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

/* Return the offset of the jump in a comparison local.equals("constant") that starts at this offset. If there is no
 * such comparison, return the code's size. */
static unsigned find_comparison(const struct qjvm_code *code, unsigned offset)
{
    unsigned constant = qjvm_code_next(code, offset);
    unsigned call = constant < code->size ? qjvm_code_next(code, constant) : code->size;
    unsigned jump = call < code->size ? qjvm_code_next(code, call) : code->size;
    bool is = jump < code->size && loads_constant(code, constant) && calls_string_method(code, call, "equals") &&
              code->bytes[jump] == QJVM_IFEQ;
    return is ? jump : code->size;
}

/* Mark the comparisons with the strings that have the same hash. The first comparison starts at this offset, and the
 * jump of each comparison leads to the next comparison. Return false if no comparison starts there. */
static bool mark_comparisons(struct builder *b, unsigned offset)
{
    const struct qjvm_code *code = b->code;
    bool any = false;
    for (;;) {
        unsigned jump = find_comparison(code, offset);
        if (jump == code->size || b->synthetic[jump])
            return any;
        any = b->synthetic[jump] = true;
        struct qjvm_targets targets = qjvm_targets_of(code->bytes, jump);
        offset = (unsigned)qjvm_targets_offset(&targets, code->bytes, jump, 0);
    }
}

static void mark_switch(struct builder *b, unsigned offset)
{
    struct qjvm_targets targets = qjvm_targets_of(b->code->bytes, offset);
    bool all = true;
    for (unsigned i = 1; i < targets.count; i++)
        all = mark_comparisons(b, (unsigned)qjvm_targets_offset(&targets, b->code->bytes, offset, i)) && all;
    b->synthetic[offset] = all;
}

static void find_synthetic(struct builder *b)
{
    for (unsigned offset = 0, before = 0; offset < b->code->size;
         before = offset, offset = qjvm_code_next(b->code, offset))
        if (b->code->bytes[offset] == QJVM_LOOKUPSWITCH && calls_string_method(b->code, before, "hashCode"))
            mark_switch(b, offset);
}

/* ---- exhaustive switches ---------------------------------------------------------------------------------------- */

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

/* ---- all branches ----------------------------------------------------------------------------------------------- */

/* Append the outcomes of an instruction. Return their number. */
static int add_outcomes(struct builder *b, unsigned offset)
{
    unsigned *outcomes = b->branches->outcomes + b->branches->outcome_count;
    int successors = qjvm_code_successors(b->code, offset, outcomes), count = 0;
    for (int i = 0; i < successors; i++)
        if (!rejects_unknown_value(b->code, outcomes[i]))
            outcomes[count++] = outcomes[i];
    return count;
}

static bool is_branch(const struct builder *b, unsigned offset)
{
    unsigned operation = b->code->bytes[offset];
    bool jumps = (operation >= QJVM_IFEQ && operation < QJVM_GOTO) || operation == QJVM_IFNULL ||
                 operation == QJVM_IFNONNULL || qjvm_instruction_switches(operation);
    return jumps && !b->synthetic[offset];
}

static void find_all(struct builder *b)
{
    struct qjvm_branches *branches = b->branches;
    int line = -1;
    for (unsigned offset = 0; offset < b->code->size; offset = qjvm_code_next(b->code, offset)) {
        if (line + 1 < b->code->line_count && (unsigned)b->code->lines[line + 1].offset == offset)
            line++;
        int count = line >= 0 && is_branch(b, offset) ? add_outcomes(b, offset) : 0;
        if (count < 2)
            continue;
        branches->items[branches->count++] = (struct qjvm_branch){offset, line, branches->outcome_count, count};
        branches->outcome_count += count;
    }
}

/* There are at most code->size + 2 outcomes: a jump of three bytes has two outcomes, and a switch of n bytes has at
 * most n / 4 + 1 outcomes. */
bool qjvm_branches_init(struct qjvm_branches *branches, const struct qjvm_code *code)
{
    *branches = (struct qjvm_branches){.items = malloc((code->size / 3 + 1) * sizeof *branches->items),
                                       .outcomes = malloc((code->size + 2) * sizeof *branches->outcomes)};
    struct builder b = {branches, code, calloc(code->size, sizeof *b.synthetic)};
    bool memory = branches->items && branches->outcomes && b.synthetic;
    if (memory) {
        find_synthetic(&b);
        find_all(&b);
    }
    free(b.synthetic);
    return memory;
}

void qjvm_branches_fini(struct qjvm_branches *branches)
{
    free(branches->items);
    free(branches->outcomes);
    *branches = (struct qjvm_branches){0};
}
