/* ignored.h - instructions of a method that coverage does not count, because a compiler generated them. */
#pragma once

#include "bindings/jvm/class/code.h"

struct qjvm_ignored {
    const struct qjvm_code *code;

    /* Arrays indexed by the offset of an instruction */
    bool *instructions;  /* whether the instruction is ignored */
    unsigned *copy_of;   /* an earlier copy of the instruction, or the instruction itself */
    unsigned *switch_of; /* jump of a comparison with a string: the switch over strings that it belongs to; 0 = none.
                          * Eclipse's compiler jumps from there to the switch's cases */
};

/* Begin with nothing to ignore. Return false if out of memory. Call fini in either case. */
bool qjvm_ignored_init(struct qjvm_ignored *ignored, const struct qjvm_code *code);
void qjvm_ignored_fini(struct qjvm_ignored *ignored);

/* Ignore all instructions from `first` to `last`, both included. */
void qjvm_ignored_add(struct qjvm_ignored *ignored, unsigned first, unsigned last);

/* Note that two instructions are copies of each other. */
void qjvm_ignored_join(struct qjvm_ignored *ignored, unsigned one, unsigned other);

/* Return the first copy of an instruction that the compiler has copied, or the instruction itself. */
unsigned qjvm_ignored_first_copy(const struct qjvm_ignored *ignored, unsigned offset);
