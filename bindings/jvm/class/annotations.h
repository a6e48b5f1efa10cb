/* annotations.h - types of the annotations of a class or method (JVMS 4.7.16 and 4.7.17). */
#pragma once

#include "bindings/jvm/class/code.h"

enum { QJVM_RETENTIONS = 2 }; /* retention in class files, and retention at run time */

/* Annotations of a class or method. A struct of zeros has none. */
struct qjvm_annotations {
    struct qjvm_cursor lists[QJVM_RETENTIONS];
};

/* If the attribute contains annotations, note them. */
void qjvm_annotations_note(struct qjvm_annotations *annotations, const struct qjvm_attribute *attribute);

/* Return whether there is an annotation whose type, such as "Llombok/Generated;", matches. Annotations that follow
 * damaged ones are ignored. */
bool qjvm_annotations_any(const struct qjvm_annotations *annotations, const struct qjvm_pool *pool,
                          bool (*matches)(struct qjvm_text type));
