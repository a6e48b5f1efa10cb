/* json.h - the JSON of an export, value by value: what the parts of the JSON exporter share.
 *
 * A function that makes a value returns NULL without memory, which the object or array it is put into refuses in turn,
 * so that only the last step has to be looked at. */
#ifndef QP_EXPORT_JSON_H
#define QP_EXPORT_JSON_H

#include "export/export.h"

#include <jansson.h>

/* The exporter's state. */
struct qp_json {
    bool open;  /* a section's array is open */
    bool first; /* its next element is the first */
};

struct qp_json_field {
    const char *name;
    json_t *value;
};

/* An object of fields {name, value}; takes all values, in any case. */
json_t *qp_json_object(const struct qp_json_field *fields, size_t count);

#define QP_JSON_OBJECT(...)                                                                                            \
    qp_json_object((const struct qp_json_field[]){__VA_ARGS__},                                                        \
                   sizeof((const struct qp_json_field[]){__VA_ARGS__}) / sizeof(struct qp_json_field))

json_t *qp_json_number(uint64_t value);
json_t *qp_json_text(struct qp_text value);
json_t *qp_json_text_or_null(struct qp_text value);
json_t *qp_json_index_or_null(uint32_t index);
json_t *qp_json_hexadecimal(uint64_t value);
json_t *qp_json_product(uint32_t product);

/* Nanoseconds: of ticks, and from the start of the run to a tick. */
json_t *qp_json_ns(const struct qp_export *export, uint64_t ticks);
json_t *qp_json_moment(const struct qp_export *export, uint64_t tick);

/* Append a value to an array, print one, print one as the next element of the open section; take the value. Return
 * false without memory; output errors stay in the stream. */
bool qp_json_append(json_t *array, json_t *value);
bool qp_json_print(FILE *out, json_t *value);
bool qp_json_element(struct qp_export *export, json_t *element);

/* A counter with its instances, as an element; the bits of one of its values. */
bool qp_json_counter(struct qp_export *export, uint32_t counter);
json_t *qp_json_value(uint32_t genre, uint64_t bits);

/* An event of the log, and one of its locations, as elements. */
bool qp_json_event(struct qp_export *export, const struct qp_resolved *resolved);
bool qp_json_location(struct qp_export *export, uint32_t handle, const struct qp_located_stack *stack);

#endif
