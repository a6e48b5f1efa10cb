/* continues.h - instructions after which a method always continues at once: they do not throw, run other Java code or
 * wait. */
#pragma once

#include "bindings/jvm/class/code.h"

struct qjvm_continues {
    const struct qjvm_code *code;
    bool has_this;     /* local 0 is always `this`, which is never null */
    unsigned known;    /* number of instructions certain to have run just before the next one: at most two */
    unsigned previous; /* offset of the last of them */
    unsigned earlier;  /* offset of the one before `previous` */
};

/* is_virtual: local 0 is `this` at first. */
void qjvm_continues_init(struct qjvm_continues *continues, const struct qjvm_code *code, bool is_virtual);

/* Return whether a method continues after the instruction. Call for each instruction of the code in turn. is_target:
 * other instructions than the previous one may lead to it. */
bool qjvm_continues_after(struct qjvm_continues *continues, unsigned offset, bool is_target);

/* Return whether the instruction loads a constant other than a class, method type or dynamic constant: these are
 * resolved by Java code when they are first used. */
bool qjvm_continues_loads_constant(const struct qjvm_code *code, unsigned offset);
