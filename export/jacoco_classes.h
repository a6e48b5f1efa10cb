/* jacoco_classes.h - the covered functions of a file by class, with coverage totals of each class. */
#pragma once

#include "profile/coverage/coverage.h"

struct qp_jacoco_method {
    uint32_t method; /* index */
    struct qp_coverage numbers;
};

struct qp_jacoco_class {
    struct qp_text name; /* empty for functions without a class */
    uint32_t first;      /* index of its first method */
    uint32_t count;
    struct qp_coverage numbers; /* a line that several methods share counts once */
};

struct qp_jacoco_classes {
    const struct qp_query *query;
    struct qp_jacoco_method *methods; /* sorted by class, then line */
    uint32_t method_count;
    struct qp_jacoco_class *items; /* sorted by name */
    uint32_t count;
    uint32_t hit; /* number of classes of which at least one method was called */
};

/* List the classes of a file. Return false if out of memory; the caller must close the list in either case. */
bool qp_jacoco_classes_open(struct qp_jacoco_classes *classes, const struct qp_query *query, uint32_t file);
void qp_jacoco_classes_close(struct qp_jacoco_classes *classes);
