/* branches.h - branches of a method's code, each with its outcomes.
 *
 * A conditional jump has two outcomes. A switch has as many as its cases have different targets. javac compiles a
 * switch over strings to three steps: a switch over their hashes, comparisons, and a switch over the cases. Only the
 * last step is a branch here. Code that only rejects values of an enum or sealed type that the compiler did not know is
 * not an outcome. */
#pragma once

#include "bindings/jvm/class/code.h"

struct qjvm_branch {
    unsigned offset; /* offset of the branch instruction */
    int line;        /* index of the branch's line in the code's lines */
    int first;       /* index of the first outcome */
    int count;
};

struct qjvm_branches {
    struct qjvm_branch *items; /* ascending by offset */
    int count;
    unsigned *outcomes; /* target offsets, ascending within a branch, which is the order in the code */
    int outcome_count;
};

/* Find all branches that belong to a line. Return false if out of memory. Call fini in either case. */
bool qjvm_branches_init(struct qjvm_branches *branches, const struct qjvm_code *code);
void qjvm_branches_fini(struct qjvm_branches *branches);
