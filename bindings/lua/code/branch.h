/* branch.h - what each instruction of a function means for its lines and branches.
 *
 * A branch is a test or a loop with two outcomes: first what stands next in the text (the body, the next operand, what
 * follows a repeat), then the way around it. Which one it was, the next instruction of the same frame tells. These are
 * no branches: a comparison whose value is merely kept; a test around nothing, whose ways lead to one place; the test
 * of a value that is never false, such as a constant or a new table. Lua makes one of the "yes" in `x and "yes" or
 * "no"`. */
#ifndef QLUA_BRANCH_H
#define QLUA_BRANCH_H

#include "bindings/lua/code/prototype.h"
#include "bindings/kit/registry.h"

/* A test that was done: where each outcome goes on. */
struct qlua_branch_test {
    int next; /* instruction */
    int around;
    int around_by; /* the jump that leads there; it runs by itself after a metamethod that yielded */
    int block;     /* of the first outcome; the second has the one after it */
    int goes_to;   /* the next instruction, where Lua runs it without an event; 0 = none */
};

struct qlua_branch_step {
    int block; /* of the line, -1 = none */
    int ahead; /* instructions to run until the next that must be looked at; a call in between is looked at too */
    int test;  /* number of the test that it does, 0 = none; negative where the test goes on elsewhere (goes_to) */
};

struct qlua_branch_steps {
    struct qlua_branch_step *items; /* by instruction; count 0: nothing is known */
    struct qlua_branch_test *tests; /* from number 1 */
    unsigned count;
    int test_count;
    qprof_BranchInfo *branches; /* as the library wants to know them */
    int branch_count;
};

/* Returns 0, or -1 without memory. The blocks of a function, which p is the prototype of, are its executable lines,
 * then the outcomes of its branches. A dump without debug information has neither. */
int qlua_branch_steps_init(struct qlua_branch_steps *steps, const struct qlua_prototype *p,
                           const struct kit_function *function);
void qlua_branch_steps_fini(struct qlua_branch_steps *steps);

#endif
