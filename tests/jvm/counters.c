/* Tests of the counters that are placed in a method. Some methods are built for the test. Others are random, and
 * random executions of them are simulated. */
#include <stdlib.h>
#include <string.h>

#include "bindings/jvm/insert/counters.h"
#include "bindings/jvm/insert/rewrite.h"
#include "tests/jvm/built.h"
#include "tests/support/test.h"

enum {
    NOP = 0,
    ICONST_0 = 3,
    ILOAD_1 = 27,
    ALOAD_0 = 42,
    IALOAD = 46,
    ASTORE_0 = 75,
    IDIV = 108,
    IINC = 132,
    IFEQ = 153,
    GOTO = 167,
    JSR = 168,
    RET = 169,
    TABLESWITCH = 170,
    IRETURN = 172,
    RETURN = 177,
    GETFIELD = 180,
    PUTFIELD = 181,
    INVOKESTATIC = 184,
    ATHROW = 191,
    STATIC = 0x0008
};

enum { MOST_CODE = 1000, MOST_BLOCKS = 1000, MOST_CASES = 5, MOST_SUMMANDS = 8 };

/* Counter placement for one method. */
struct counting {
    void (*ask)(struct counting *counting, const struct qjvm_method *method);
    struct qjvm_counters counters;
    int blocks[MOST_BLOCKS]; /* block of each line, then of each outcome; -1 = omitted */
    int block_count;
    unsigned seed; /* random seed for the choice of lines and outcomes to omit; 0 = omit nothing */
    bool has_stripes;
    int asked;
};

static unsigned any(unsigned *seed, unsigned below)
{
    return (unsigned)rand_r(seed) % below;
}

static void count(struct counting *counting, const struct qjvm_method *method)
{
    int outcomes = method->branches->outcome_count;
    counting->block_count = 0;
    for (int i = 0; i < method->line_count + outcomes; i++)
        counting->blocks[i] = counting->seed && any(&counting->seed, 4) == 0 ? -1 : counting->block_count++;
    struct qjvm_counted counted = {.lines = method->lines,
                                   .line_count = method->line_count,
                                   .line_blocks = counting->blocks,
                                   .branches = method->branches,
                                   .outcome_blocks = counting->blocks + method->line_count,
                                   .calls = counting->block_count++,
                                   .has_stripes = counting->has_stripes};
    assert_true(qjvm_counters_init(&counting->counters, method->flow, &counted));
}

static struct qjvm_answer answer(void *data, const struct qjvm_class_file *class, const struct qjvm_method *method)
{
    struct counting *counting = data;
    (void)class;
    count(counting, method);
    counting->asked++;
    if (counting->ask)
        counting->ask(counting, method);
    return (struct qjvm_answer){.insertion = QJVM_NOTHING};
}

static void unchanged(void *data, const struct qjvm_class_file *class, const struct qjvm_method *method,
                      const char *why)
{
    (void)data;
    (void)class;
    (void)method;
    fail_msg("%s", why);
}

static void ask(struct counting *counting, struct built_code code, bool branches)
{
    struct built built;
    struct qjvm_rewriting rewriting = {
        .flow = true, .branches = branches, .method = answer, .unchanged = unchanged, .data = counting};
    size_t size;
    built_init(&built, 52);
    code.name = "run";
    built_add(&built, &code);
    built_done(&built);
    assert_null(qjvm_rewrite(&rewriting, built.bytes.bytes, built.bytes.size, &size));
    assert_int_equal(counting->asked, 1);
    built_fini(&built);
}

/* ---- hand-made --------------------------------------------------------------------------------------------------- */

static int needed(struct built_code code, bool branches)
{
    struct counting counting = {0};
    ask(&counting, code, branches);
    int needed = counting.counters.count;
    qjvm_counters_fini(&counting.counters);
    return needed;
}

#define U4(value)  U2(0), U2(value)
#define LINES(...) ATTRIBUTE("LineNumberTable", __VA_ARGS__)

TEST(counter_of_the_first_line_counts_calls)
{
    assert_int_equal(needed((struct built_code){CODE(RETURN), LINES(U2(1), U2(0), U2(7))}, false), 1);
    assert_int_equal(needed((struct built_code){CODE(RETURN), LINES(U2(0))}, false), 1);
}

TEST(several_counters_of_calls_count_the_first_line_too)
{
    struct counting counting = {.has_stripes = true};
    ask(&counting, (struct built_code){CODE(RETURN), LINES(U2(1), U2(0), U2(7))}, false);
    assert_int_equal(counting.counters.entry, 0);
    assert_int_equal(counting.counters.of_line[0], -1);
    assert_int_equal(counting.counters.term_count, 2 * QJVM_STRIPES);
    qjvm_counters_fini(&counting.counters);
}

TEST(jump_to_the_beginning_is_not_a_call)
{
    assert_int_equal(
        needed((struct built_code){CODE(ICONST_0, IFEQ, U2(-1), RETURN), LINES(U2(1), U2(0), U2(7))}, false), 2);
}

TEST(lines_of_one_basic_block_have_one_counter)
{
    assert_int_equal(needed((struct built_code){CODE(IINC, 1, 1, IINC, 1, 2, RETURN),
                                                LINES(U2(3), U2(0), U2(7), U2(3), U2(8), U2(6), U2(9))},
                            false),
                     1);
}

TEST(line_after_a_call_has_its_own_counter)
{
    assert_int_equal(
        needed((struct built_code){CODE(INVOKESTATIC, U2(1), RETURN), LINES(U2(2), U2(0), U2(7), U2(3), U2(8))}, false),
        2);
}

/* Line 7 is a jsr, line 8 a return, line 9 a ret. */
TEST(line_after_a_subroutine_has_its_own_counter)
{
    assert_int_equal(needed((struct built_code){CODE(JSR, U2(4), RETURN, RET, 1),
                                                LINES(U2(3), U2(0), U2(7), U2(3), U2(8), U2(4), U2(9))},
                            true),
                     3);
}

/* Line 7 is an `if`; lines 8 and 9 are returns. */
TEST(condition_is_the_sum_of_its_outcomes)
{
    struct built_code code = {CODE(ICONST_0, IFEQ, U2(4), RETURN, RETURN),
                              LINES(U2(3), U2(0), U2(7), U2(4), U2(8), U2(5), U2(9))};
    assert_int_equal(needed(code, false), 2);
    assert_int_equal(needed(code, true), 2);
}

/* Line 7 is an `if`, one path skips line 8, and both paths join at line 9. */
TEST(join_is_the_sum_of_its_edges)
{
    struct built_code code = {CODE(ICONST_0, IFEQ, U2(6), IINC, 1, 1, RETURN),
                              LINES(U2(3), U2(0), U2(7), U2(4), U2(8), U2(7), U2(9))};
    assert_int_equal(needed(code, false), 3);
    assert_int_equal(needed(code, true), 2);
}

/* Offset 0 has a goto to offset 56. Offset 3 has a switch with eight edges, the last of which leads to offset 56,
 * too. Offset 56 has an `if` that can jump back to 3. The `if` is counted by a sum. Therefore the switch has a counter
 * of its own; if it were counted by a sum, that sum would have nine summands. */
TEST(sum_has_at_most_eight_summands)
{
    struct built_code code = {CODE(GOTO, U2(56), ILOAD_1, TABLESWITCH, 0, 0, 0, U4(44), U4(0), U4(6), U4(45), U4(46),
                                   U4(47), U4(48), U4(49), U4(50), U4(51), RETURN, RETURN, RETURN, RETURN, RETURN,
                                   RETURN, RETURN, NOP, ILOAD_1, IFEQ, U2(-54), RETURN),
                              LINES(U2(11), U2(3), U2(1), U2(48), U2(2), U2(49), U2(3), U2(50), U2(4), U2(51), U2(5),
                                    U2(52), U2(6), U2(53), U2(7), U2(54), U2(8), U2(55), U2(9), U2(56), U2(10), U2(60),
                                    U2(11))};
    assert_int_equal(needed(code, false), 11);
}

TEST(only_fields_of_this_always_exist)
{
    const unsigned char lines[] = {U2(2), U2(0), U2(7), U2(4), U2(8)};
    struct built_code code = {CODE(ALOAD_0, GETFIELD, U2(1), RETURN), .attribute = "LineNumberTable", .content = lines,
                              .content_size = 10};
    assert_int_equal(needed(code, false), 1);
    code.access = STATIC;
    assert_int_equal(needed(code, false), 2);
    assert_int_equal(needed((struct built_code){CODE(ALOAD_0, GETFIELD, U2(1), ASTORE_0, RETURN),
                                                LINES(U2(2), U2(0), U2(7), U2(4), U2(8))},
                            false),
                     2);
}

/* ---- at random --------------------------------------------------------------------------------------------------- */

struct program {
    unsigned seed;
    unsigned char code[MOST_CODE];
    unsigned size;
    unsigned starts[MOST_CODE]; /* offsets of the instructions */
    unsigned count;
    bool is_static;
    unsigned char exceptions[16];
    unsigned exception_count;
    unsigned char lines[4 * MOST_CODE];
    unsigned lines_size;
};

static unsigned char *put(struct program *program, unsigned size)
{
    unsigned char *at = program->code + program->size;
    program->starts[program->count++] = program->size;
    memset(at, 0, size);
    program->size += size;
    return at;
}

static void put_switch(struct program *program)
{
    unsigned padding = 3 - program->size % 4, cases = 1 + any(&program->seed, MOST_CASES);
    unsigned char *at = put(program, 1 + padding + 12 + 4 * cases);
    at[0] = TABLESWITCH;
    at[1 + padding + 11] = (unsigned char)(cases - 1);
}

static void put_any(struct program *program)
{
    static const struct {
        unsigned char operation;
        unsigned char size;
    } kinds[] = {{NOP, 1},      {ILOAD_1, 1},      {ALOAD_0, 1}, {IINC, 3}, {IFEQ, 3},   {IFEQ, 3},    {GETFIELD, 3},
                 {PUTFIELD, 3}, {INVOKESTATIC, 3}, {RETURN, 1},  {GOTO, 3}, {ATHROW, 1}, {ALOAD_0, 1}, {ALOAD_0, 1},
                 {GETFIELD, 3}, {IFEQ, 3},         {IINC, 3},    {IDIV, 1}, {IALOAD, 1}};
    unsigned kind = any(&program->seed, sizeof kinds / sizeof *kinds + 1);
    if (kind == sizeof kinds / sizeof *kinds)
        put_switch(program);
    else
        *put(program, kinds[kind].size) = kinds[kind].operation;
    if (any(&program->seed, 60) == 0)
        *put(program, 1) = ASTORE_0;
}

static unsigned any_start(struct program *program)
{
    return program->starts[any(&program->seed, program->count)];
}

static void lead_anywhere(struct program *program, unsigned offset)
{
    struct qjvm_targets targets = qjvm_targets_of(program->code, offset);
    for (unsigned i = 0; i < targets.count; i++) {
        unsigned char *operand = program->code + offset + qjvm_targets_place(&targets, i);
        unsigned distance = any_start(program) - offset;
        for (unsigned k = 0; k < targets.width; k++)
            operand[k] = (unsigned char)(distance >> (8 * (targets.width - 1 - k)));
    }
}

static void catch_anything(struct program *program)
{
    unsigned from = any_start(program), until = any_start(program), handler = any_start(program);
    if (from >= until || program->exception_count == 2)
        return;
    const unsigned char row[] = {U2(from), U2(until), U2(handler), U2(0)};
    memcpy(program->exceptions + 8 * (size_t)program->exception_count++, row, sizeof row);
}

static void put_lines(struct program *program)
{
    unsigned count = 0;
    program->lines_size = 2;
    for (unsigned i = 0; i < program->count; i++)
        if (any(&program->seed, 2)) {
            count++;
            const unsigned char row[] = {U2(program->starts[i]), U2(count)};
            memcpy(program->lines + program->lines_size, row, sizeof row);
            program->lines_size += sizeof row;
        }
    program->lines[0] = (unsigned char)(count >> 8);
    program->lines[1] = (unsigned char)count;
}

static void make(struct program *program, unsigned seed)
{
    *program = (struct program){.seed = seed};
    program->is_static = any(&program->seed, 4) == 0;
    for (unsigned left = 1 + any(&program->seed, 30); left > 0; left--)
        put_any(program);
    *put(program, 1) = RETURN;
    for (unsigned i = 0; i < program->count; i++)
        lead_anywhere(program, program->starts[i]);
    catch_anything(program);
    catch_anything(program);
    put_lines(program);
}

/* State of a simulated execution: its position, how often each block ran, and how often it was counted. */
struct walk {
    struct program *program;
    const struct counting *counting;
    const struct qjvm_method *method;
    uint64_t ran[MOST_BLOCKS];
    uint64_t counted[MOST_BLOCKS];
    int at;       /* offset of the current instruction; -1 = the execution has ended */
    int previous; /* offset of the instruction executed before `at`; -1 = none */
    int earlier;
};

static void come_to(struct walk *walk, int to)
{
    walk->earlier = walk->previous;
    walk->previous = walk->at;
    walk->at = to;
}

static bool keeps_this(const struct program *program)
{
    bool keeps = !program->is_static;
    for (unsigned i = 0; i < program->count; i++)
        keeps = keeps && program->code[program->starts[i]] != ASTORE_0;
    return keeps;
}

static bool was(const struct walk *walk, int offset, int expected, int operation)
{
    return offset >= 0 && offset == expected && walk->program->code[offset] == operation;
}

/* Return whether the current instruction may throw, which depends on the two instructions before it. */
static bool may_throw(const struct walk *walk)
{
    int operation = walk->program->code[walk->at];
    bool own = keeps_this(walk->program);
    if (operation == GETFIELD)
        return !own || !was(walk, walk->previous, walk->at - 1, ALOAD_0);
    if (operation == PUTFIELD)
        return !own || !was(walk, walk->earlier, walk->at - 2, ALOAD_0) ||
               !(was(walk, walk->previous, walk->at - 1, ALOAD_0) || was(walk, walk->previous, walk->at - 1, ILOAD_1));
    return operation == INVOKESTATIC || operation == IDIV || operation == IALOAD;
}

static int handler_of(const struct walk *walk)
{
    const unsigned char *row = walk->program->exceptions;
    for (unsigned i = 0; i < walk->program->exception_count; i++, row += 8)
        if (walk->at >= (int)qjvm_get_u2(row) && walk->at < (int)qjvm_get_u2(row + 2))
            return (int)qjvm_get_u2(row + 4);
    return -1;
}

static void run_line(struct walk *walk)
{
    for (int i = 0; i < walk->method->line_count; i++) {
        if (walk->method->lines[i].offset != walk->at)
            continue;
        if (walk->counting->blocks[i] >= 0)
            walk->ran[walk->counting->blocks[i]]++;
        if (walk->counting->counters.of_line[i] >= 0)
            walk->counted[walk->counting->counters.of_line[i]]++;
    }
}

static void take_outcome(struct walk *walk, int to)
{
    const struct qjvm_branches *branches = walk->method->branches;
    for (int i = 0; i < branches->edge_count; i++) {
        const struct qjvm_branch_edge *edge = &branches->edges[i];
        if ((int)edge->from != walk->at || (int)edge->to != to)
            continue;
        int block = walk->counting->blocks[walk->method->line_count + edge->outcome];
        if (block >= 0)
            walk->ran[block]++;
        if (walk->counting->counters.of_edge[i] >= 0)
            walk->counted[walk->counting->counters.of_edge[i]]++;
    }
}

static void step(struct walk *walk)
{
    struct program *program = walk->program;
    unsigned offset = (unsigned)walk->at;
    run_line(walk);
    if (program->code[offset] == ATHROW || (may_throw(walk) && any(&program->seed, 4) == 0)) {
        come_to(walk, handler_of(walk));
        return;
    }
    struct qjvm_targets targets = qjvm_targets_of(program->code, offset);
    bool falls = qjvm_instruction_falls_through(program->code[offset]);
    int to = falls ? (int)(offset + qjvm_instruction_length(program->code, program->size, offset)) : -1;
    if (targets.count && (!falls || any(&program->seed, 2)))
        to = (int)qjvm_targets_offset(&targets, program->code, offset, any(&program->seed, targets.count));
    take_outcome(walk, to);
    come_to(walk, to);
}

/* Simulate a call. Return whether it has ended: an endless loop is abandoned. */
static bool call(struct walk *walk)
{
    const struct qjvm_counters *counters = &walk->counting->counters;
    walk->ran[walk->counting->block_count - 1]++;
    unsigned stripe = walk->counting->has_stripes ? any(&walk->program->seed, QJVM_STRIPES) : 0;
    if (counters->entry >= 0)
        walk->counted[counters->entry + (int)stripe * QJVM_STRIPE]++;
    walk->at = 0;
    walk->previous = walk->earlier = -1;
    for (int steps = 0; walk->at >= 0; steps++) {
        if (steps == 5000)
            return false;
        step(walk);
    }
    return true;
}

static struct program program;
static int walked;

static void walk(struct counting *counting, const struct qjvm_method *method)
{
    static struct walk walk;
    walk = (struct walk){.program = &program, .counting = counting, .method = method};
    bool ended = true;
    for (int calls = 0; calls < 10 && ended; calls++)
        ended = call(&walk);
    if (!ended)
        return;
    walked++;
    uint64_t sums[MOST_BLOCKS] = {0};
    int summands[MOST_BLOCKS] = {0};
    for (int i = 0; i < counting->counters.term_count; i++) {
        const qprof_CounterTerm *term = &counting->counters.terms[i];
        assert_true(term->factor > 0 && term->counter < counting->counters.count);
        assert_true(++summands[term->block] <= MOST_SUMMANDS);
        sums[term->block] += (uint64_t)term->factor * walk.counted[term->counter];
    }
    for (int i = 0; i < counting->block_count; i++)
        if (sums[i] != walk.ran[i])
            fail_msg("block %d: %d times, not %d", i, (int)sums[i], (int)walk.ran[i]);
}

TEST(sums_equal_the_executions)
{
    enum { PROGRAMS = 10000 };
    walked = 0;
    for (unsigned seed = 1; seed <= PROGRAMS; seed++) {
        struct counting counting = {.ask = walk, .seed = seed % 2 ? seed : 0, .has_stripes = seed % 5 < 2};
        make(&program, seed);
        ask(&counting,
            (struct built_code){.access = program.is_static ? STATIC : 0,
                                .code = program.code,
                                .size = program.size,
                                .exceptions = program.exceptions,
                                .exception_count = program.exception_count,
                                .attribute = "LineNumberTable",
                                .content = program.lines,
                                .content_size = program.lines_size},
            seed % 3 != 0);
        qjvm_counters_fini(&counting.counters);
    }
    assert_in_range(walked, PROGRAMS / 2, PROGRAMS);
}
