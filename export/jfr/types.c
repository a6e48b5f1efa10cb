#include "export/jfr/types.h"

const struct qp_jfr_type_info qp_jfr_types[QP_JFR_TYPES] = {
#define PLAIN(id, its_name) [QP_JFR_##id] = {.name = its_name},
#define ANNOTATION(id, its_name)                                                                                       \
    [QP_JFR_##id] = {.name = its_name, .kind = QP_JFR_ANNOTATION, .fields = {{.name = "value", .type = QP_JFR_STRING}}},
#define TYPE(id, its_name, its_label, its_kind, its_fields)                                                            \
    [QP_JFR_##id] = {.name = its_name, .label = its_label, .kind = QP_JFR_##its_kind, .fields = {its_fields}},
#define FIELD(id, its_type, its_name, its_label)                                                                       \
    [QP_JFR_##id] = {.name = its_name, .label = its_label, .type = QP_JFR_##its_type},
#define ARRAY(id, its_type, its_name, its_label)                                                                       \
    [QP_JFR_##id] = {.name = its_name, .label = its_label, .type = QP_JFR_##its_type, .is_array = true},
#define AMOUNT(id, its_name, its_label, annotation, its_unit)                                                          \
    [QP_JFR_##id] = {.name = its_name,                                                                                 \
                     .label = its_label,                                                                               \
                     .type = QP_JFR_LONG,                                                                              \
                     .unit_type = QP_JFR_##annotation,                                                                 \
                     .unit = its_unit},
#include "export/jfr/types.def"
};
