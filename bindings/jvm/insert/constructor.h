/* constructor.h - from where on a constructor's `this` is an object: behind the call of super() or this(). */
#ifndef QJVM_CONSTRUCTOR_H
#define QJVM_CONSTRUCTOR_H

#include "bindings/jvm/class/class_file.h"

/* Returns the least offset from which on no instruction is ever run before that call; the end of the code where there
 * is none, or where it cannot be told. -1: no memory. */
int qjvm_constructor_ready(const struct qjvm_class_file *file, const struct qjvm_code *code);

#endif
