/* additions.h - what is to be put into a method's code: bytes in front of instructions and on ways between them, and a
 * handler behind them all.
 *
 * What is put in must leave the stack and the locals as they were, and needs no frame of its own. */
#ifndef QJVM_ADDITIONS_H
#define QJVM_ADDITIONS_H

#include "bindings/jvm/class/bytes.h"

/* In front of the instruction at an offset: a jump to the instruction leads to it. */
struct qjvm_addition {
    unsigned offset;
    unsigned first; /* of the bytes */
    unsigned size;
};

/* On the way from one instruction to another, the next one or one that it jumps to. No other way passes it. */
struct qjvm_way {
    unsigned from;
    unsigned to;
    bool falls;     /* the instruction falls through to the next one: no jump */
    unsigned first; /* of the bytes */
    unsigned size;
};

/* All zero is nothing. */
struct qjvm_additions {
    struct qjvm_writer entry;    /* in front of all: a jump to the first instruction does not lead there */
    struct qjvm_writer bytes;    /* of the additions, one behind the other */
    struct qjvm_addition *items; /* ascending by offset, one per offset */
    size_t count;
    size_t room;
    struct qjvm_way *ways; /* by where they lead to, the one that falls first: once qjvm_additions_sort was called */
    size_t way_count;
    size_t way_room;
    unsigned stack; /* slots that the bytes need on top of what is there */
    bool guarded;
    unsigned guarded_from;      /* offset from which on the handler takes whatever is thrown */
    struct qjvm_writer handler; /* begins with what was thrown on the stack, and with no locals */
    unsigned handler_stack;
    bool no_memory;
};

void qjvm_additions_fini(struct qjvm_additions *additions);

/* The offset is behind those that were named so far. */
void qjvm_additions_put(struct qjvm_additions *additions, unsigned offset, const void *bytes, size_t size);

/* first and size are the function's own. Each way once. */
void qjvm_additions_put_way(struct qjvm_additions *additions, struct qjvm_way way, const void *bytes, size_t size);

/* All ways were put. */
void qjvm_additions_sort(struct qjvm_additions *additions);

/* Whether memory was missing somewhere. */
bool qjvm_additions_incomplete(const struct qjvm_additions *additions);

#endif
