/* additions.h - bytes to insert into a method's code: before instructions and on edges between them, and an exception
 * handler after all instructions.
 *
 * Inserted bytes must leave the stack and the locals unchanged, and need no stack map frame. */
#pragma once

#include "bindings/jvm/class/bytes.h"

/* Paths to an instruction that execute inserted bytes, in the order of their bytes in the new code. */
enum qjvm_paths {
    QJVM_FALLING, /* from the instruction before it, or the start of the method */
    QJVM_JUMP,    /* from one jump */
    QJVM_ALL_PATHS
};

struct qjvm_addition {
    unsigned to; /* offset of the instruction after the bytes */
    enum qjvm_paths paths;
    unsigned from;  /* offset of the jump, for QJVM_JUMP */
    unsigned first; /* offset of the bytes in qjvm_additions.bytes */
    unsigned size;
};

/* All zero: no additions. */
struct qjvm_additions {
    struct qjvm_writer bytes;
    struct qjvm_addition *items;
    size_t count;
    unsigned stack; /* additional stack slots that the bytes and the handler need */
    bool guarded;
    unsigned guarded_from;      /* offset from which on the handler catches every exception */
    struct qjvm_writer handler; /* starts with the exception on the stack, and without locals */
};

void qjvm_additions_fini(struct qjvm_additions *additions);

/* Insert bytes; the function sets first and size. Bytes for equal paths stay in the order of the calls. */
void qjvm_additions_put(struct qjvm_additions *additions, struct qjvm_addition addition, const void *bytes,
                        size_t size);

/* Sort by place in the new code, after the last call of put. Return false if any allocation has failed. */
bool qjvm_additions_sort(struct qjvm_additions *additions);
