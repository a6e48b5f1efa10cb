/* annotations.h - the type annotations of a method's code: RuntimeVisibleTypeAnnotations of JVMS 4.7.20, and those
 * that are not visible. */
#ifndef QJVM_ANNOTATIONS_H
#define QJVM_ANNOTATIONS_H

#include "bindings/jvm/class/moved.h"

/* The content of the attribute, moved. Returns whether it was understood. */
bool qjvm_annotations_write(struct qjvm_writer *out, struct qjvm_cursor annotations, const struct qjvm_moved *moved);

#endif
