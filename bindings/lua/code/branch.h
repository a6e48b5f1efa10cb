/* branch.h - lines and branches of each instruction of a function.
 *
 * A branch is a test or a loop with two outcomes. The first outcome runs the code that follows in the source: the body,
 * the next operand, or the code after a repeat loop. The second outcome jumps around that code. The instruction that
 * the same frame executes next shows which outcome was taken. Three kinds of tests are not branches: a comparison whose
 * value is only stored; a test whose two outcomes lead to the same instruction, as with an empty body; and a test of a
 * value that is never false, such as a constant or a new table. Lua compiles such a test for the "yes" in `x and "yes"
 * or "no"`. */
#pragma once

#include "bindings/lua/code/prototype.h"
#include "bindings/kit/registry.h"

/* Instructions to which a test leads. */
struct qlua_branch_test {
    int next; /* instruction of the first outcome */
    int around;
    int around_by;    /* instruction that jumps to `around`, -1 = none; Lua reports this jump separately after a
                       * metamethod has yielded */
    int block;        /* block of the first outcome; the second outcome has the next block */
    int continues_at; /* instruction that Lua runs directly after the test, without a hook event for it; 0 = none */
};

struct qlua_branch_step {
    int block; /* block of the instruction's line, -1 = none */
    int ahead; /* number of instructions until the next instruction that the hook must examine, unless a call comes
                * first */
    int test;  /* index of the instruction's test in `tests`, 0 = none; negated if continues_at of the test is set */
};

struct qlua_branch_steps {
    struct qlua_branch_step *items; /* indexed by instruction; not computed if `count` is 0 */
    struct qlua_branch_test *tests; /* the first test is tests[1] */
    unsigned count;
    int test_count;
    qprof_BranchInfo *branches; /* branches to register with the library */
    int branch_count;
};

/* Find the lines and branches of the function with prototype p. The blocks of a function are its executable lines,
 * followed by the outcomes of its branches. Without debug information, a function has neither. Return 0, or -1 if out
 * of memory. */
int qlua_branch_steps_init(struct qlua_branch_steps *steps, const struct qlua_prototype *p,
                           const struct kit_function *function);
void qlua_branch_steps_fini(struct qlua_branch_steps *steps);
