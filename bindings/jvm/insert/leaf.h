/* leaf.h - methods that call nothing: no call, no loop, no monitor, and nothing that loads or initializes a class or
 * throws by itself. What such a method costs is known when it begins. */
#ifndef QJVM_LEAF_H
#define QJVM_LEAF_H

#include "bindings/jvm/class/class_file.h"

bool qjvm_leaf_is(const struct qjvm_class_file *file, const struct qjvm_member *method, const struct qjvm_code *code);

#endif
