/* constructor.h - search for the part of a constructor after super() or this(), where `this` is initialized. */
#pragma once

#include "bindings/jvm/class/class_file.h"

/* Return the least offset from which on no instruction runs before that call. Return the code's size if there is none
 * or it cannot be determined, and -1 if out of memory. */
int qjvm_constructor_ready(const struct qjvm_class_file *file, const struct qjvm_code *code);
