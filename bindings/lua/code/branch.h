/* branch.h - lines and branches of each instruction of a function.
 *
 * A branch is a test or a loop with two outcomes: first the code that follows in the source (the body, the next
 * operand, the code after a repeat), then the jump around it. The next instruction of the same frame determines the
 * outcome. These are not branches: a comparison whose value is only stored; a test around nothing, whose outcomes lead
 * to the same instruction; a test of a value that is never false, such as a constant or a new table. Lua compiles such
 * a test for the "yes" in `x and "yes" or "no"`. */
#pragma once

#include "bindings/lua/code/prototype.h"
#include "bindings/kit/registry.h"

/* Targets of a test's outcomes. */
struct qlua_branch_test {
    int next; /* instruction */
    int around;
    int around_by;    /* the jump to `around`, which runs separately after a metamethod that yielded */
    int block;        /* block of the first outcome; the second outcome has the next block */
    int continues_at; /* the next instruction, if Lua runs it without an event; 0 = none */
};

struct qlua_branch_step {
    int block; /* block of the line, -1 = none */
    int ahead; /* instructions to run until the next one to examine; calls in between are examined too */
    int test;  /* number of the instruction's test, 0 = none; negative if the test finishes at continues_at */
};

struct qlua_branch_steps {
    struct qlua_branch_step *items; /* by instruction; unknown if count is 0 */
    struct qlua_branch_test *tests; /* from number 1 */
    unsigned count;
    int test_count;
    qprof_BranchInfo *branches; /* for registration with the library */
    int branch_count;
};

/* Find the lines and branches of a function with prototype p. Its blocks are its executable lines, then the outcomes of
 * its branches. A dump without debug information has neither. Return 0, or -1 if out of memory. */
int qlua_branch_steps_init(struct qlua_branch_steps *steps, const struct qlua_prototype *p,
                           const struct kit_function *function);
void qlua_branch_steps_fini(struct qlua_branch_steps *steps);
