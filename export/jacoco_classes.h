/* jacoco_classes.h - the functions of a file that coverage counts, by class, with what ran of each. */
#ifndef QP_EXPORT_JACOCO_CLASSES_H
#define QP_EXPORT_JACOCO_CLASSES_H

#include "profile/coverage/coverage.h"

struct qp_jacoco_method {
    uint32_t method; /* index */
    struct qp_coverage numbers;
};

struct qp_jacoco_class {
    struct qp_text name; /* no bytes: of functions without a class */
    uint32_t first;      /* of its methods */
    uint32_t count;
    struct qp_coverage numbers; /* a line that several methods share counts once */
};

struct qp_jacoco_classes {
    const struct qp_query *query;
    struct qp_jacoco_method *methods; /* by class, then as they lie in the file */
    uint32_t method_count;
    struct qp_jacoco_class *items; /* by name */
    uint32_t count;
    uint32_t hit; /* those of which some method was called */
};

/* Returns false without memory; qp_jacoco_classes_close is due in any case. */
bool qp_jacoco_classes_open(struct qp_jacoco_classes *classes, const struct qp_query *query, uint32_t file);
void qp_jacoco_classes_close(struct qp_jacoco_classes *classes);

#endif
