/* leaf.h - detection of leaf methods: no call, loop, monitor, explicit throw, or instruction that loads or initializes
 * a class. The cost of such a method is bounded. */
#pragma once

#include "bindings/jvm/class/class_file.h"

bool qjvm_leaf_is(const struct qjvm_class_file *file, const struct qjvm_member *method, const struct qjvm_code *code);
