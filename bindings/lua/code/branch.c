#include "bindings/lua/code/branch.h"

#include <stdlib.h>

#define OUTCOMES   2
#define MOST_TESTS 3 /* maximum number of tests of a branch; a generic for loop has 3 */

struct builder {
    struct qlua_branch_steps *steps;
    const struct qlua_prototype *p;
    const struct kit_function *function;
};

/* Return whether a comparison is only used as a value. In that case, two instructions that load false and true
 * follow it. */
static bool is_value(const struct qlua_code *code, int pc, int around)
{
    return around == pc + 3 && qlua_code_operation_at(code, pc + 2) == QLUA_CODE_LFALSESKIP &&
           qlua_code_operation_at(code, pc + 3) == QLUA_CODE_LOADTRUE;
}

/* Return the instruction that computes the value at pc. It is the previous instruction if the one at pc is only
 * auxiliary, such as the call of a metamethod. */
static int producer_at(const struct qlua_code *code, int pc)
{
    return pc > 0 && qlua_code_kind(code, pc) == QLUA_KIND_HELPS ? pc - 1 : pc;
}

/* Return whether the tested value is always true. This is so in two cases. First, the previous instruction writes
 * the value to a register that belongs to no local variable, and never produces nil or false. Metamethods that return
 * nil or false are ignored. Second, the previous instruction sets a field of the value, because the value is then a new
 * table. */
static bool is_always_true(const struct qlua_prototype *p, int pc)
{
    uint32_t test = p->instructions.at[pc];
    enum qlua_operation operation = qlua_code_operation(test);
    if (pc == 0 || (operation != QLUA_CODE_TEST && operation != QLUA_CODE_TESTSET))
        return false;
    int reg = operation == QLUA_CODE_TEST ? qlua_code_a(test) : qlua_code_b(test);
    int producer = producer_at(&p->instructions, pc - 1);
    if (qlua_code_a(p->instructions.at[producer]) != reg || reg < qlua_prototype_variables(p, pc))
        return false;
    enum qlua_kind kind = qlua_code_kind(&p->instructions, producer);
    return kind == QLUA_KIND_IS_TRUE || kind == QLUA_KIND_CALCULATES;
}

/* Add a test at pc to the branch that was added last. */
static void set_test(struct builder *b, int pc, struct qlua_branch_test test)
{
    struct qlua_branch_steps *steps = b->steps;
    test.block = steps->branches[steps->branch_count - 1].first_block;
    steps->tests[++steps->test_count] = test;
    steps->items[pc].test = steps->test_count;
}

static void add_branch(struct builder *b, int line)
{
    struct qlua_branch_steps *steps = b->steps;
    int block = b->function->line_count + OUTCOMES * steps->branch_count;
    steps->branches[steps->branch_count++] = (qprof_BranchInfo){line, block, OUTCOMES};
}

static void add_test(struct builder *b, int pc)
{
    const struct qlua_code *code = &b->p->instructions;
    int around = qlua_code_target(code, pc + 1);
    if (around < 0 || around == pc + 2 || is_value(code, pc, around) || is_always_true(b->p, pc))
        return;
    add_branch(b, b->p->line_of[pc]);
    set_test(b, pc, (struct qlua_branch_test){.next = pc + 2, .around = around, .around_by = pc + 1});
}

/* Return the line of the keyword `for`. The instruction at the loop's end has this line. If that instruction is
 * unreachable, use the line of the instruction at the loop's start. */
static int line_of_loop(const struct builder *b, int begin, int end)
{
    const int *line_of = b->p->line_of;
    return kit_function_block(b->function, line_of[end]) >= 0 ? line_of[end] : line_of[begin];
}

static void add_numeric(struct builder *b, int begin)
{
    int around = qlua_code_target(&b->p->instructions, begin);
    if (around < 0 || qlua_code_operation_at(&b->p->instructions, around - 1) != QLUA_CODE_FORLOOP)
        return;
    const struct qlua_branch_test test = {.next = begin + 1, .around = around, .around_by = -1};
    add_branch(b, line_of_loop(b, begin, around - 1));
    set_test(b, begin, test);
    set_test(b, around - 1, test);
}

/* Add a generic for loop. Three of its instructions are tests of the branch: the jump at the loop's start, the call
 * of the iterator, and the test of the result. Usually Lua executes all three, or the last two, in one step. But if the
 * iterator yields, the test of its result is a separate step. */
static void add_generic(struct builder *b, int begin)
{
    int call = qlua_code_target(&b->p->instructions, begin);
    if (call < 0 || qlua_code_operation_at(&b->p->instructions, call + 1) != QLUA_CODE_TFORLOOP)
        return;
    struct qlua_branch_test test = {.next = begin + 1, .around = call + 2, .around_by = -1};
    add_branch(b, line_of_loop(b, begin, call));
    set_test(b, call, test);
    set_test(b, call + 1, test);
    test.continues_at = call;
    set_test(b, begin, test);
    b->steps->items[begin].test *= -1;
}

static void find_branches(struct builder *b)
{
    const struct qlua_code *code = &b->p->instructions;
    for (int pc = 0; pc < code->count; pc++) {
        b->steps->items[pc].block = kit_function_block(b->function, b->p->line_of[pc]);
        if (qlua_code_is_test(code, pc))
            add_test(b, pc);
        else if (qlua_code_operation_at(code, pc) == QLUA_CODE_FORPREP)
            add_numeric(b, pc);
        else if (qlua_code_operation_at(code, pc) == QLUA_CODE_TFORPREP)
            add_generic(b, pc);
    }
}

/* Return whether execution always continues with the next instruction. Return false for an instruction that Lua
 * repeats after a __close metamethod has yielded, because Lua's line hook then reports the line again. */
static bool only_falls_through(const struct qlua_code *code, int pc)
{
    enum qlua_kind kind = qlua_code_kind(code, pc);
    return kind != QLUA_KIND_TESTS && kind != QLUA_KIND_BRANCHES;
}

/* Return the instruction that runs after the one at pc. Skip auxiliary instructions, which run only for metamethods
 * or never. If an auxiliary instruction does run, the next count event comes too early, which is harmless. */
static int next_run(const struct qlua_code *code, int pc)
{
    do
        pc++;
    while (pc < code->count && producer_at(code, pc) != pc);
    return pc;
}

/* Return whether an instruction cannot raise an error. No hook event reports that an error was caught. So if an
 * instruction may raise an error, the instruction after it must be examined. */
static bool cannot_fail(const struct qlua_code *code, int pc)
{
    enum qlua_operation operation = qlua_code_operation_at(code, pc);
    return operation <= QLUA_CODE_SETUPVAL || operation == QLUA_CODE_NOT;
}

/* Compute the field `ahead` of all steps. In straight-line code of one line, the hook need not examine any
 * instruction before the next test, jump, line or instruction that may raise an error. */
static void find_ahead(struct builder *b)
{
    const struct qlua_code *code = &b->p->instructions;
    struct qlua_branch_step *items = b->steps->items;
    for (int pc = code->count - 1; pc >= 0; pc--) {
        int next = next_run(code, pc);
        items[pc].ahead = 1;
        if (next < code->count && only_falls_through(code, pc) && cannot_fail(code, pc) &&
            only_falls_through(code, next) && items[next].block == items[pc].block)
            items[pc].ahead += items[next].ahead;
    }
}

static int count_branches(const struct qlua_code *code)
{
    int count = 0;
    for (int pc = 0; pc < code->count; pc++) {
        enum qlua_operation operation = qlua_code_operation_at(code, pc);
        count += qlua_code_is_test(code, pc) || operation == QLUA_CODE_FORPREP || operation == QLUA_CODE_TFORPREP;
    }
    return count;
}

int qlua_branch_steps_init(struct qlua_branch_steps *steps, const struct qlua_prototype *p,
                           const struct kit_function *function)
{
    *steps = (struct qlua_branch_steps){0};
    if (!p->line_of)
        return 0;
    size_t most = (size_t)count_branches(&p->instructions);
    steps->items = calloc((unsigned)p->instructions.count, sizeof *steps->items);
    steps->tests = malloc((MOST_TESTS * most + 1) * sizeof *steps->tests);
    steps->branches = malloc((most + 1) * sizeof *steps->branches);
    if (!steps->items || !steps->tests || !steps->branches) {
        qlua_branch_steps_fini(steps);
        return -1;
    }
    struct builder builder = {steps, p, function};
    find_branches(&builder);
    find_ahead(&builder);
    steps->count = (unsigned)p->instructions.count;
    return 0;
}

void qlua_branch_steps_fini(struct qlua_branch_steps *steps)
{
    free(steps->items);
    free(steps->tests);
    free(steps->branches);
    *steps = (struct qlua_branch_steps){0};
}
