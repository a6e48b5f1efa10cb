/* flow.h - control flow graph of a method's code: basic blocks, and edges from the end of a block to the start of
 * another. */
#pragma once

#include "bindings/jvm/class/code.h"

struct qjvm_basic_block {
    unsigned offset;
    unsigned last;       /* offset of the last instruction */
    bool continues;      /* if entered, the block always takes one of its edges, because nothing in it throws or
                          * calls */
    bool from_elsewhere; /* the block is also entered by an exception or by a return from a subroutine */
    int first_edge;      /* index of the first outgoing edge */
    int edge_count;
    int first_entry; /* position of the first incoming edge in qjvm_flow.entries */
    int entry_count;
};

struct qjvm_flow_edge {
    int from;
    int to;
};

struct qjvm_flow {
    struct qjvm_basic_block *basic_blocks; /* ascending by offset; the method begins with basic_blocks[0] */
    int count;
    struct qjvm_flow_edge *edges; /* ascending by source; at most one from a block to another */
    int edge_count;
    int *entries; /* indexes of edges, ascending by the edge's target */
    int *at;      /* indexed by offset: the basic block that contains it */
};

/* Build the graph. `is_virtual` is true if local variable 0 is `this` at the start. Return false if out of memory. Call
 * fini in either case. */
bool qjvm_flow_init(struct qjvm_flow *flow, const struct qjvm_code *code, bool is_virtual);
void qjvm_flow_fini(struct qjvm_flow *flow);
