/* jacoco_classes.h - the covered functions of a file by class, with coverage totals. */
#pragma once

#include "profile/coverage/coverage.h"

struct qp_jacoco_method {
    uint32_t method; /* index */
    struct qp_coverage numbers;
};

struct qp_jacoco_class {
    struct qp_text name; /* empty: functions without a class */
    uint32_t first;      /* index of its first method */
    uint32_t count;
    struct qp_coverage numbers; /* a line shared by several methods counts once */
};

struct qp_jacoco_classes {
    const struct qp_query *query;
    struct qp_jacoco_method *methods; /* by class, then in file order */
    uint32_t method_count;
    struct qp_jacoco_class *items; /* by name */
    uint32_t count;
    uint32_t hit; /* classes with a called method */
};

/* Return false if out of memory; call qp_jacoco_classes_close in either case. */
bool qp_jacoco_classes_open(struct qp_jacoco_classes *classes, const struct qp_query *query, uint32_t file);
void qp_jacoco_classes_close(struct qp_jacoco_classes *classes);
