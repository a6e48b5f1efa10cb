/* moved.h - mapping of offsets in a method's code to offsets after the insertion of additions. */
#pragma once

#include "bindings/jvm/class/additions.h"
#include "bindings/jvm/class/code.h"

/* Before an instruction, the new code contains first the bytes on edges to the instruction, with jumps past them, then
 * the bytes for all paths. The arrays map each offset up to and including the code's size; an offset within an
 * instruction is mapped like that of the next instruction. new_code.c fills the arrays while it writes the code. */
struct qjvm_moved {
    const struct qjvm_additions *additions;
    unsigned size;     /* size of the original code */
    unsigned new_size; /* size of the new code without the handler */
    uint32_t *above;   /* start of the bytes on edges: exception ranges end here */
    uint32_t *landing; /* end of these bytes: other jumps lead here, frames lie here, exception ranges begin here */
    uint32_t *place;   /* start of the instruction itself, after the bytes for all paths */
    uint32_t *edges;   /* indexed by addition: start of the addition's bytes */
};

/* Allocate the arrays. The additions are sorted already, and must not change until fini. Return false if out of
 * memory. */
bool qjvm_moved_init(struct qjvm_moved *moved, const struct qjvm_code *code, const struct qjvm_additions *additions);
void qjvm_moved_fini(struct qjvm_moved *moved);

/* Return the index of the first addition on a jump to the instruction. Store the number of these additions in
 * *count. */
size_t qjvm_moved_jumps(const struct qjvm_moved *moved, unsigned offset, size_t *count);

/* Return the new target of a jump: the bytes on its edge or, if there are none, the landing of the instruction. */
unsigned qjvm_moved_target(const struct qjvm_moved *moved, unsigned from, unsigned to);

/* Return the start of a line or variable in debug tables: 0 for the start of the method, else the landing. */
unsigned qjvm_moved_start(const struct qjvm_moved *moved, unsigned offset);
