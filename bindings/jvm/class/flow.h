/* flow.h - stretches of a method's code, each instruction of which runs as often as the first one, and the ways from
 * the end of one to the beginning of another. */
#ifndef QJVM_FLOW_H
#define QJVM_FLOW_H

#include "bindings/jvm/class/code.h"

struct qjvm_stretch {
    unsigned offset;
    unsigned last;       /* the instruction that it ends with */
    bool goes_on;        /* whenever it begins it takes one of its ways, at once: nothing in it throws or calls */
    bool from_elsewhere; /* by an exception, or a return from a subroutine */
    int first_way;       /* of those that lead on */
    int way_count;
    int first_entry; /* of those that lead here */
    int entry_count;
};

struct qjvm_flow_way {
    int from;
    int to;
};

struct qjvm_flow {
    struct qjvm_stretch *stretches; /* ascending by offset; the first one begins the method, too */
    int count;
    struct qjvm_flow_way *ways; /* by where they come from; of several from one stretch to another there is one */
    int way_count;
    int *entries; /* numbers of ways, by where they lead */
    int *at;      /* the stretch that an offset is in */
};

/* is_virtual: local 0 is `this` at first. Returns false without memory; to be closed in either case. */
bool qjvm_flow_init(struct qjvm_flow *flow, const struct qjvm_code *code, bool is_virtual);
void qjvm_flow_fini(struct qjvm_flow *flow);

#endif
