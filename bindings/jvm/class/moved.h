/* moved.h - mapping of offsets in a method's code to offsets after the insertion of additions. */
#pragma once

#include "bindings/jvm/class/additions.h"
#include "bindings/jvm/class/code.h"

/* Two groups of bytes are inserted before an instruction. The first group belongs to edges that lead to the
 * instruction, and includes gotos past these bytes. The second group is executed on all paths. The arrays map each
 * offset up to and including the code's size. An offset within an instruction is mapped like the offset of the next
 * instruction. new_code.c fills the arrays while it writes the code. */
struct qjvm_moved {
    const struct qjvm_additions *additions;
    unsigned size;     /* size of the original code */
    unsigned new_size; /* size of the new code without the handler */
    uint32_t *above;   /* start of the bytes inserted on edges: exception ranges end here */
    /* End of the bytes inserted on edges. Frames lie here, and exception ranges begin here. A jump leads here if
     * nothing is inserted on its edge. */
    uint32_t *landing;
    uint32_t *place; /* start of the instruction itself, after the bytes for all paths */
    uint32_t *edges; /* indexed by addition: start of the addition's bytes */
};

/* Allocate the arrays. The additions are sorted already, and must not change until fini. Return false if out of
 * memory. */
bool qjvm_moved_init(struct qjvm_moved *moved, const struct qjvm_code *code, const struct qjvm_additions *additions);
void qjvm_moved_fini(struct qjvm_moved *moved);

/* Return the index of the first addition on a jump to the instruction. Store the number of these additions in
 * *count. */
size_t qjvm_moved_jumps(const struct qjvm_moved *moved, unsigned offset, size_t *count);

/* Return the new target of a jump: the start of the bytes inserted on its edge or, if there are none, the instruction's
 * `landing`. */
unsigned qjvm_moved_target(const struct qjvm_moved *moved, unsigned from, unsigned to);

/* Return the start of a line or variable in debug tables: 0 for the start of the method, else the `landing` of the
 * offset. */
unsigned qjvm_moved_start(const struct qjvm_moved *moved, unsigned offset);
