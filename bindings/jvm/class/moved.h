/* moved.h - mapping of the offsets of a method's code to offsets after insertion of additions. */
#ifndef QJVM_MOVED_H
#define QJVM_MOVED_H

#include "bindings/jvm/class/additions.h"
#include "bindings/jvm/class/code.h"

struct qjvm_moved {
    const struct qjvm_additions *additions;
    unsigned size;     /* of the original code */
    unsigned new_size; /* without the handler */
    uint32_t *above;
    uint32_t *landing;
    uint32_t *place;
    uint32_t *edges; /* by number: offset of the edge's bytes */
};

#define QJVM_GOTO_SIZE 3

/* Lay out the new code. The additions must not change until fini. Return false if out of memory. */
bool qjvm_moved_init(struct qjvm_moved *moved, const struct qjvm_code *code, const struct qjvm_additions *additions);
void qjvm_moved_fini(struct qjvm_moved *moved);

/* The functions below map any offset up to and including the code's size. An offset within an instruction is mapped
 * like that of the next instruction. */

/* Return the start of the bytes of all edges to the instruction, and of jumps past them. Ranges end here. */
unsigned qjvm_moved_above(const struct qjvm_moved *moved, unsigned offset);

/* Return the start of the bytes of an edge, by its number in the additions. */
unsigned qjvm_moved_edge(const struct qjvm_moved *moved, size_t number);

/* Return the number of the first jump edge to the instruction. *count: number of jump edges to it. */
size_t qjvm_moved_jumps(const struct qjvm_moved *moved, unsigned offset, size_t *count);

/* Return the new target of a jump: the bytes on its edge if there are any, else the landing. */
unsigned qjvm_moved_target(const struct qjvm_moved *moved, unsigned from, unsigned to);

/* Return the start of the bytes before the instruction: jumps without bytes lead here, frames lie here, ranges begin
 * here. */
unsigned qjvm_moved_landing(const struct qjvm_moved *moved, unsigned offset);

/* Return the offset of the instruction itself. */
unsigned qjvm_moved_place(const struct qjvm_moved *moved, unsigned offset);

/* Return the start of a line or variable for debug tables: like the landing, but 0 for the start of the method. */
unsigned qjvm_moved_start(const struct qjvm_moved *moved, unsigned offset);

#endif
