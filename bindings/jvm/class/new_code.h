/* new_code.h - writer of a method's code with additions, as the content of its attribute Code.
 *
 * The writer adjusts the offsets in jumps, exceptions, frames, lines and variables. It drops all other attributes of
 * the code, because they may contain offsets, and no JVM needs them: type annotations within the code (even reflection
 * cannot read them), the attribute StackMap of CLDC, and unknown attributes. */
#pragma once

#include "bindings/jvm/class/moved.h"

/* Sort the additions and write the new code. `version` is that of the class file. Return NULL or a short error message.
 * After an error, the output is unusable. */
const char *qjvm_new_code_write(struct qjvm_writer *out, const struct qjvm_code *code, struct qjvm_additions *additions,
                                struct qjvm_pool *pool, unsigned version);
