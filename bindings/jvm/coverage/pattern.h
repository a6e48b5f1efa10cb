/* pattern.h - patterns of instructions, by which code that a compiler generated is recognized. */
#pragma once

#include "bindings/jvm/class/code.h"

enum { QJVM_MOST_NAMES = 16 }; /* greatest number of a variable or label, plus 1 */

/* Instruction of a pattern, or a label. Equal numbers of variables stand for the same local variable, equal numbers of
 * labels for the same offset; 0 = any. */
struct qjvm_step {
    unsigned operation; /* QJVM_ILOAD to QJVM_ALOAD and QJVM_ISTORE to QJVM_ASTORE include the short forms, and
                         * QJVM_INVOKEVIRTUAL includes calls of interfaces; 0 = no instruction, only a label */
    unsigned variable;  /* variable of a load or store */
    unsigned label;     /* label that a jump leads to; without an operation, label of the next instruction */
    const char *name;   /* name of the method or field, NULL = any */
};

/* Initializers of steps: an instruction, an instruction with one of the fields above, and a label. */
#define QJVM_STEP(value)                                                                                               \
    {                                                                                                                  \
        .operation = (value)                                                                                           \
    }
#define QJVM_STEP_WITH(value, field, same)                                                                             \
    {                                                                                                                  \
        .operation = (value), .field = (same)                                                                          \
    }
#define QJVM_LABEL(number)                                                                                             \
    {                                                                                                                  \
        .label = (number)                                                                                              \
    }

struct qjvm_match {
    const struct qjvm_code *code;
    unsigned next; /* offset of the instruction after the match */
    unsigned last; /* offset of the last instruction of the match */
    unsigned variables[QJVM_MOST_NAMES];
    unsigned labels[QJVM_MOST_NAMES];
};

/* Begin before the instruction at `offset`. No variable or label is known. */
struct qjvm_match qjvm_match_at(const struct qjvm_code *code, unsigned offset);

/* Forget what a number stands for. */
void qjvm_match_forget(struct qjvm_match *match, unsigned number);

/* Match the next instructions with all steps. If they do not match, change nothing and return false. */
bool qjvm_match(struct qjvm_match *match, const struct qjvm_step *steps, size_t count);

#define QJVM_MATCH(match, steps) qjvm_match((match), (steps), sizeof(steps) / sizeof *(steps))
