/* additions.h - what is to be put into a method's code: bytes in front of instructions, and a handler behind them all.
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

/* All zero is nothing. */
struct qjvm_additions {
    struct qjvm_writer entry;    /* in front of all: a jump to the first instruction does not lead there */
    struct qjvm_writer bytes;    /* of the additions, one behind the other */
    struct qjvm_addition *items; /* ascending by offset, one per offset */
    size_t count;
    size_t room;
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

/* Whether memory was missing somewhere. */
bool qjvm_additions_incomplete(const struct qjvm_additions *additions);

#endif
