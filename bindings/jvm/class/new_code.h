/* new_code.h - a method's code with additions, written as the content of its attribute Code.
 *
 * All that names offsets moves along: jumps, exceptions, frames, lines, variables, type annotations. Attributes of the
 * code that are not known here may name offsets too, and no JVM needs them: they are left out. That goes for StackMap
 * of old small JVMs. */
#ifndef QJVM_NEW_CODE_H
#define QJVM_NEW_CODE_H

#include "bindings/jvm/class/moved.h"

/* version: of the class file. Returns NULL, or why not, in a few words; then what was written is of no use. */
const char *qjvm_new_code_write(struct qjvm_writer *out, const struct qjvm_code *code,
                                const struct qjvm_additions *additions, struct qjvm_pool *pool, unsigned version);

#endif
