/* new_code.h - writer of a method's code with additions, as the content of its attribute Code.
 *
 * Everything that contains offsets is adjusted: jumps, exceptions, frames, lines, variables. Other attributes of the
 * code may contain offsets too, and no JVM needs them: they are dropped. These are type annotations within the code,
 * which reflection cannot read either, StackMap of CLDC, and unknown ones. */
#pragma once

#include "bindings/jvm/class/moved.h"

/* Write the code, and sort the additions. version: of the class file. Return NULL or a short error message; then the
 * output is unusable. */
const char *qjvm_new_code_write(struct qjvm_writer *out, const struct qjvm_code *code, struct qjvm_additions *additions,
                                struct qjvm_pool *pool, unsigned version);
