/* moved.h - where each offset of a method's code comes to lie when something is put in. */
#ifndef QJVM_MOVED_H
#define QJVM_MOVED_H

#include "bindings/jvm/class/additions.h"
#include "bindings/jvm/class/code.h"

struct qjvm_moved {
    const struct qjvm_additions *additions;
    unsigned size;     /* of the code as it was */
    unsigned new_size; /* without the handler */
    uint32_t *above;
    uint32_t *landing;
    uint32_t *place;
    uint32_t *ways; /* by number: where the bytes of a way are */
};

#define QJVM_GOTO_SIZE 3

/* The additions stay as they are until fini. Returns false without memory. */
bool qjvm_moved_init(struct qjvm_moved *moved, const struct qjvm_code *code, const struct qjvm_additions *additions);
void qjvm_moved_fini(struct qjvm_moved *moved);

/* Offsets up to the end of the code, which is one too. Those within an instruction are taken for those of the next. */

/* The bytes of ways to the instruction, with jumps past them: where a range ends. Jumps among them lead to the landing.
 */
unsigned qjvm_moved_above(const struct qjvm_moved *moved, unsigned offset);

/* The bytes of a way by its number among the additions. */
unsigned qjvm_moved_way(const struct qjvm_moved *moved, size_t number);

/* The first way to the instruction which is a jump. Returns its number; *count: how many there are. */
size_t qjvm_moved_jumps(const struct qjvm_moved *moved, unsigned offset, size_t *count);

/* Where a jump leads: to the bytes on its way, else to the landing. */
unsigned qjvm_moved_target(const struct qjvm_moved *moved, unsigned from, unsigned to);

/* What stands in front of the instruction: where other jumps lead, a frame is, a range begins. */
unsigned qjvm_moved_landing(const struct qjvm_moved *moved, unsigned offset);

/* The instruction itself. */
unsigned qjvm_moved_place(const struct qjvm_moved *moved, unsigned offset);

/* The beginning of what a table for people tells: that of the method includes what is put there. */
unsigned qjvm_moved_start(const struct qjvm_moved *moved, unsigned offset);

#endif
