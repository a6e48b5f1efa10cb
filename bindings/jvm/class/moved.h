/* moved.h - mapping of the offsets of a method's code to offsets after insertion of additions. */
#pragma once

#include "bindings/jvm/class/additions.h"
#include "bindings/jvm/class/code.h"

/* The arrays map any offset up to and including the code's size. An offset within an instruction is mapped like that of
 * the next instruction. new_code.c fills them while it writes the code. */
struct qjvm_moved {
    const struct qjvm_additions *additions;
    unsigned size;     /* of the original code */
    unsigned new_size; /* without the handler */
    uint32_t *above;   /* start of the bytes on the edges to the instruction, and of jumps past them: ranges end here */
    uint32_t *landing; /* end of these bytes: jumps without bytes lead here, frames lie here, ranges begin here */
    uint32_t *place;   /* start of the instruction itself, after the bytes for all paths */
    uint32_t *edges;   /* by number of the addition: start of the bytes on an edge */
};

/* Return false if out of memory. The additions are sorted, and must not change until fini. */
bool qjvm_moved_init(struct qjvm_moved *moved, const struct qjvm_code *code, const struct qjvm_additions *additions);
void qjvm_moved_fini(struct qjvm_moved *moved);

/* Return the number of the first addition to a jump to the instruction. *count: number of these additions. */
size_t qjvm_moved_jumps(const struct qjvm_moved *moved, unsigned offset, size_t *count);

/* Return the new target of a jump: the bytes on its edge if there are any, else the landing. */
unsigned qjvm_moved_target(const struct qjvm_moved *moved, unsigned from, unsigned to);

/* Return the start of a line or variable for debug tables: like the landing, but 0 for the start of the method. */
unsigned qjvm_moved_start(const struct qjvm_moved *moved, unsigned offset);
