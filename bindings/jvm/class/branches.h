/* branches.h - where a method's code decides: its branches, each with its outcomes.
 *
 * A jump on a condition has two outcomes, a switch as many as its cases lead to different instructions. What javac
 * makes of a switch over strings, which is one over their hashes, comparisons, and then the switch itself, is the last
 * of these alone. Where a switch over an enum ends that met a value which the compiler did not know is none. */
#ifndef QJVM_BRANCHES_H
#define QJVM_BRANCHES_H

#include "bindings/jvm/class/code.h"

struct qjvm_branch {
    unsigned offset; /* of the instruction that decides */
    int line;        /* which of the code's lines it belongs to */
    int first;       /* of its outcomes */
    int count;
};

struct qjvm_branches {
    struct qjvm_branch *items; /* ascending by offset */
    int count;
    unsigned *outcomes; /* where each leads to, ascending within a branch: what stands next in the text comes first */
    int outcome_count;
};

/* Those on a line. Returns false without memory; to be closed in either case. */
bool qjvm_branches_init(struct qjvm_branches *branches, const struct qjvm_code *code);
void qjvm_branches_fini(struct qjvm_branches *branches);

#endif
