/* flow.h - control flow graph of a method's code: its basic blocks, and the edges from the end of one to the start of
 * another. */
#pragma once

#include "bindings/jvm/class/code.h"

struct qjvm_basic_block {
    unsigned offset;
    unsigned last;       /* offset of its last instruction */
    bool continues;      /* always takes one of its edges, at once: nothing in it throws or calls */
    bool from_elsewhere; /* also entered by an exception or a return from a subroutine */
    int first_edge;      /* index of the first outgoing edge */
    int edge_count;
    int first_entry; /* index of the first incoming edge, in qjvm_flow.entries */
    int entry_count;
};

struct qjvm_flow_edge {
    int from;
    int to;
};

struct qjvm_flow {
    struct qjvm_basic_block *basic_blocks; /* ascending by offset; the first one is also the method's entry */
    int count;
    struct qjvm_flow_edge *edges; /* ascending by source, one per pair of basic blocks */
    int edge_count;
    int *entries; /* indexes of edges, ascending by target */
    int *at;      /* by offset: the basic block that contains it */
};

/* Build the graph. is_virtual: local 0 is `this` at first. Return false if out of memory; call fini in either case. */
bool qjvm_flow_init(struct qjvm_flow *flow, const struct qjvm_code *code, bool is_virtual);
void qjvm_flow_fini(struct qjvm_flow *flow);
