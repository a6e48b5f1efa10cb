/* branches.h - branches of a method's code, each with its outcomes.
 *
 * A conditional jump has two outcomes. A switch has as many as its cases have different targets. An outcome is counted
 * on edges of the control flow: on one edge or, if the compiler made several branches from one of the source, on
 * several ones. Code that only rejects values of an enum or sealed type that the compiler did not know is not an
 * outcome. */
#pragma once

#include "bindings/jvm/coverage/ignored.h"

struct qjvm_branch {
    unsigned offset; /* offset of the branch instruction */
    int line;        /* index of the branch's line in the code's lines */
    int first;       /* number of the first outcome */
    int count;
};

/* Edge from a branch instruction to another instruction. */
struct qjvm_branch_edge {
    unsigned from;
    unsigned to;
    int outcome; /* number of the outcome */
};

struct qjvm_branches {
    struct qjvm_branch *items; /* ascending by offset, the outcomes of each by the offset of their targets */
    int count;
    int outcome_count;
    struct qjvm_branch_edge *edges; /* ascending by outcome */
    int edge_count;
};

/* Find all branches that belong to a line, except ignored ones (NULL = ignore nothing). Return false if out of
 * memory. Call fini in either case. */
bool qjvm_branches_init(struct qjvm_branches *branches, const struct qjvm_code *code,
                        const struct qjvm_ignored *ignored);
void qjvm_branches_fini(struct qjvm_branches *branches);
