/* types.h - the types of a recording of Flight Recorder: those of its events, and of the constants that they refer to
 * (types.def). */
#pragma once

#include <stdbool.h>

/* Types, by their id in the file. The first two are events without fields. */
enum qp_jfr_type {
    QP_JFR_METADATA,
    QP_JFR_CONSTANTS,
#define PLAIN(id, name)                     QP_JFR_##id,
#define ANNOTATION(id, name)                QP_JFR_##id,
#define TYPE(id, name, label, kind, fields) QP_JFR_##id,
#include "export/jfr/types.def"
    QP_JFR_TYPES
};

/* Fields, by their index in their type: QP_JFR_CLASS_NAME and so on. */
#define PLAIN(id, name)
#define ANNOTATION(id, name)
#define TYPE(id, name, label, kind, fields)       enum { fields };
#define FIELD(id, type, name, label)              QP_JFR_##id,
#define ARRAY(id, type, name, label)              QP_JFR_##id,
#define AMOUNT(id, name, label, annotation, unit) QP_JFR_##id,
#include "export/jfr/types.def"

#define QP_JFR_FIELDS 5 /* maximum number of fields of a type */

enum qp_jfr_kind {
    QP_JFR_INLINE,   /* a field of this type contains the value itself */
    QP_JFR_CONSTANT, /* a field of this type contains the id of a constant, 0 = none */
    QP_JFR_EVENT,
    QP_JFR_ANNOTATION,
};

struct qp_jfr_field {
    const char *name; /* NULL after the last field */
    const char *label;
    enum qp_jfr_type type;
    bool is_array;
    enum qp_jfr_type unit_type; /* annotation with the unit of a number */
    const char *unit;           /* NULL = none */
};

struct qp_jfr_type_info {
    const char *name;
    const char *label; /* NULL = none */
    enum qp_jfr_kind kind;
    struct qp_jfr_field fields[QP_JFR_FIELDS + 1];
};

/* Indexed by type; the first two have no entry. */
extern const struct qp_jfr_type_info qp_jfr_types[QP_JFR_TYPES];
