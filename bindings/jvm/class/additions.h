/* additions.h - bytes to insert into a method's code: before instructions and on edges between them, and an exception
 * handler after all instructions.
 *
 * Inserted bytes must leave the stack and the locals unchanged, and need no stack map frame. */
#ifndef QJVM_ADDITIONS_H
#define QJVM_ADDITIONS_H

#include "bindings/jvm/class/bytes.h"

/* Bytes before the instruction at an offset. Jumps to the instruction execute them too. */
struct qjvm_addition {
    unsigned offset;
    unsigned first; /* offset of the bytes in qjvm_additions.bytes */
    unsigned size;
};

/* Bytes on the edge from one instruction to the next one or to a jump target. Only this edge executes them. */
struct qjvm_edge {
    unsigned from;
    unsigned to;
    bool falls;     /* the instruction falls through to the next one: no jump */
    unsigned first; /* offset of the bytes in qjvm_additions.bytes */
    unsigned size;
};

/* All zero: no additions. */
struct qjvm_additions {
    struct qjvm_writer entry;    /* before all instructions: a jump to the first instruction does not execute it */
    struct qjvm_writer bytes;    /* of all additions and edges */
    struct qjvm_addition *items; /* ascending by offset, one per offset */
    size_t count;
    size_t room;
    struct qjvm_edge *edges; /* after qjvm_additions_sort: ascending by target, the edge that falls through first */
    size_t edge_count;
    size_t edge_room;
    unsigned stack; /* additional stack slots that the bytes need */
    bool guarded;
    unsigned guarded_from;      /* offset from which on the handler catches every exception */
    struct qjvm_writer handler; /* starts with the exception on the stack, and without locals */
    unsigned handler_stack;
    bool no_memory;
};

void qjvm_additions_fini(struct qjvm_additions *additions);

/* Insert bytes before an instruction. Call in ascending order of offsets. */
void qjvm_additions_put(struct qjvm_additions *additions, unsigned offset, const void *bytes, size_t size);

/* Insert bytes on an edge, once per edge. The function sets first and size. */
void qjvm_additions_put_edge(struct qjvm_additions *additions, struct qjvm_edge edge, const void *bytes, size_t size);

/* Sort the edges, after the last one has been put. */
void qjvm_additions_sort(struct qjvm_additions *additions);

/* Return whether any allocation has failed. */
bool qjvm_additions_incomplete(const struct qjvm_additions *additions);

#endif
