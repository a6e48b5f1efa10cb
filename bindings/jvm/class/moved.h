/* moved.h - where each offset of a method's code comes to lie when something is put in. */
#ifndef QJVM_MOVED_H
#define QJVM_MOVED_H

#include "bindings/jvm/class/additions.h"
#include "bindings/jvm/class/code.h"

struct qjvm_moved {
    unsigned size;     /* of the code as it was */
    unsigned new_size; /* without the handler */
    uint32_t *landing;
    uint32_t *place;
};

/* Returns false without memory. */
bool qjvm_moved_init(struct qjvm_moved *moved, const struct qjvm_code *code, const struct qjvm_additions *additions);
void qjvm_moved_fini(struct qjvm_moved *moved);

/* Offsets up to the end of the code, which is one too. Those within an instruction are taken for those of the next. */

/* What stands in front of the instruction: where a jump leads, a frame is, a range begins and ends. */
unsigned qjvm_moved_landing(const struct qjvm_moved *moved, unsigned offset);

/* The instruction itself. */
unsigned qjvm_moved_place(const struct qjvm_moved *moved, unsigned offset);

/* The beginning of what a table for people tells: that of the method includes what is put there. */
unsigned qjvm_moved_start(const struct qjvm_moved *moved, unsigned offset);

#endif
