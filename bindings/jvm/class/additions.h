/* additions.h - bytes to insert into a method's code: before instructions, and on edges between instructions. An
 * exception handler can be added after all instructions.
 *
 * Inserted bytes must leave the stack and the method's own locals unchanged, and must not need a stack map frame. They
 * may use one more local, an int, which bytes at the method's start must set. */
#pragma once

#include "bindings/jvm/class/locals.h"

/* Paths to an instruction. Inserted bytes are executed only on the paths for which they are inserted. Before an
 * instruction, the new code contains the bytes in the order of these constants. */
enum qjvm_paths {
    QJVM_FALLING, /* path from the previous instruction, or from the start of the method */
    QJVM_JUMP,    /* from one jump */
    QJVM_ALL_PATHS
};

struct qjvm_addition {
    unsigned to; /* offset of the instruction that follows the bytes */
    enum qjvm_paths paths;
    unsigned from;  /* for QJVM_JUMP: offset of the jump */
    unsigned first; /* offset of the bytes in qjvm_additions.bytes */
    unsigned size;
};

/* A struct of zeros contains no additions. */
struct qjvm_additions {
    struct qjvm_writer bytes;
    struct qjvm_addition *items;
    size_t count;
    unsigned stack; /* stack slots that the inserted bytes and the handler need in addition to the method's own */
    bool guarded;
    unsigned guarded_from;      /* the handler catches every exception from this offset on */
    struct qjvm_writer handler; /* code of the handler; it starts with the exception on the stack, and without the
                                 * method's locals */
    bool has_local;             /* the local code->max_locals is added */
    struct qjvm_locals locals;  /* with has_local: the method's locals at its start */
};

void qjvm_additions_fini(struct qjvm_additions *additions);

/* Insert bytes. This function sets `first` and `size` of the addition. Bytes for the same paths stay in the order of
 * the calls. */
void qjvm_additions_put(struct qjvm_additions *additions, struct qjvm_addition addition, const void *bytes,
                        size_t size);

/* Insert bytes before each instruction that returns from the method, on all paths to it. */
void qjvm_additions_put_at_returns(struct qjvm_additions *additions, const struct qjvm_code *code, const void *bytes,
                                   size_t size);

/* Sort the additions by their place in the new code, after all have been put. Return false if any allocation has
 * failed. */
bool qjvm_additions_sort(struct qjvm_additions *additions);
