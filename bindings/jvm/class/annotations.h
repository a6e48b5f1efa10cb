/* annotations.h - type annotations of a method's code: the attributes RuntimeVisibleTypeAnnotations and
 * RuntimeInvisibleTypeAnnotations of JVMS 4.7.20 and 4.7.21. */
#ifndef QJVM_ANNOTATIONS_H
#define QJVM_ANNOTATIONS_H

#include "bindings/jvm/class/moved.h"

/* Write the attribute's content with adjusted offsets. Return whether its format is known and valid. */
bool qjvm_annotations_write(struct qjvm_writer *out, struct qjvm_cursor annotations, const struct qjvm_moved *moved);

#endif
