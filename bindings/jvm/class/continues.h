/* continues.h - instructions that do not interrupt a method: they do not throw, run other Java code or wait. */
#pragma once

#include "bindings/jvm/class/code.h"

struct qjvm_continues {
    const struct qjvm_code *code;
    bool has_this;     /* local variable 0 is always `this`, which is never null */
    unsigned known;    /* number of instructions, up to two, that always run directly before the next one */
    unsigned previous; /* offset of the last of the `known` instructions */
    unsigned earlier;  /* offset of the instruction before `previous` */
};

/* Begin at the start of the code. `is_virtual` is true if local variable 0 is `this` there. */
void qjvm_continues_init(struct qjvm_continues *continues, const struct qjvm_code *code, bool is_virtual);

/* Return whether the method always continues after this instruction. Call this for each instruction of the code in
 * turn. `is_target` is true if the instruction can be reached other than from the previous one. */
bool qjvm_continues_after(struct qjvm_continues *continues, unsigned offset, bool is_target);

/* Return whether the instruction loads a constant that needs no resolution. Classes, method types, method handles and
 * dynamic constants do need it: when they are first used, Java code may run to resolve them. */
bool qjvm_continues_loads_constant(const struct qjvm_code *code, unsigned offset);
