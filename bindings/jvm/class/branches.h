/* branches.h - branches of a method's code, each with its outcomes.
 *
 * A conditional jump has two outcomes, a switch one per different target of its cases. javac compiles a switch over
 * strings to a switch over their hashes, comparisons, and a switch over the cases: only the last is a branch here. The
 * target for values of an enum or sealed type that were unknown to the compiler is not an outcome. */
#pragma once

#include "bindings/jvm/class/code.h"

struct qjvm_branch {
    unsigned offset; /* of the branch instruction */
    int line;        /* index into the code's lines */
    int first;       /* index of the first outcome */
    int count;
};

struct qjvm_branches {
    struct qjvm_branch *items; /* ascending by offset */
    int count;
    unsigned *outcomes; /* target offsets, ascending within a branch, so in the order of the code */
    int outcome_count;
};

/* Find all branches on a line. Return false if out of memory; call fini in either case. */
bool qjvm_branches_init(struct qjvm_branches *branches, const struct qjvm_code *code);
void qjvm_branches_fini(struct qjvm_branches *branches);
