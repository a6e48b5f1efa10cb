/* leaf.h - detection of leaf methods, whose cost is bounded. Such a method contains no call, loop, monitor or explicit
 * throw, and no instruction that loads or initializes a class. */
#pragma once

#include "bindings/jvm/class/class_file.h"

bool qjvm_leaf_is(const struct qjvm_class_file *file, const struct qjvm_member *method, const struct qjvm_code *code);
