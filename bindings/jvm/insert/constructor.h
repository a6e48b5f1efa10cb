/* constructor.h - search for the part of a constructor that runs after super() or this(), when `this` is
 * initialized. */
#pragma once

#include "bindings/jvm/class/class_file.h"

/* Return the least offset from which on all instructions run after the call of super() or this(). If there is no
 * such offset, or if it cannot be determined, return the code's size. If out of memory, return -1. */
int qjvm_constructor_ready(const struct qjvm_class_file *file, const struct qjvm_code *code);
