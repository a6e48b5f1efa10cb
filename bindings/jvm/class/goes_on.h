/* goes_on.h - instructions behind which a method always goes on, at once: they throw nothing, run no other Java code
 * and wait for nobody. */
#ifndef QJVM_GOES_ON_H
#define QJVM_GOES_ON_H

#include "bindings/jvm/class/code.h"

struct qjvm_goes_on {
    const struct qjvm_code *code;
    bool has_this;     /* local 0 is `this`, which is never null, all the time */
    unsigned known;    /* so many of the instructions in front of the next one have run when that runs: at most two */
    unsigned previous; /* the one in front of it */
    unsigned earlier;  /* the one in front of that */
};

/* is_virtual: local 0 is `this` at first. */
void qjvm_goes_on_init(struct qjvm_goes_on *goes_on, const struct qjvm_code *code, bool is_virtual);

/* Asked for each instruction of the code in turn. is_led_to: not only from the one in front of it. */
bool qjvm_goes_on_behind(struct qjvm_goes_on *goes_on, unsigned offset, bool is_led_to);

/* Whether the instruction loads a constant that is no class, type of a method or dynamic constant: those are resolved
 * by Java code when they are used first. */
bool qjvm_goes_on_loads_constant(const struct qjvm_code *code, unsigned offset);

#endif
