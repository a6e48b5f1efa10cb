/* json.h - JSON as it is put: what the parts of the JSON exporter share.
 *
 *   return QP_JSON_ELEMENT(export, {"id", qp_json_number(7)}, {"lines", qp_json_list(write_lines, method)});
 *
 * Values are small structs, and an object is written as soon as it is made: the same objects made and printed with
 * jansson took six times as long. Without memory a value is left out, and every object from then on returns false. */
#ifndef QP_EXPORT_JSON_JSON_H
#define QP_EXPORT_JSON_JSON_H

#include "export/export.h"

/* The exporter's state. */
struct qp_json {
    bool section; /* a section's array is open */
    bool comma;   /* a value stands before the next one */
    bool failed;  /* no memory: a value is missing */
};

/* Writes the elements of an array, with qp_json_put and QP_JSON_OBJECT. Returns false without memory. */
typedef bool qp_json_write(struct qp_export *export, const void *of);

struct qp_json_value {
    enum { QP_JSON_LITERAL, QP_JSON_WORD, QP_JSON_TEXT, QP_JSON_INTEGER, QP_JSON_ID, QP_JSON_REAL, QP_JSON_LIST } kind;
    union {
        const char *word; /* of our own: nothing in it is to be escaped */
        struct qp_text text;
        int64_t integer;
        double real;
        qp_json_write *write;
    };
    const void *of; /* what a list is of */
};

struct qp_json_value qp_json_null(void);
struct qp_json_value qp_json_boolean(bool value);
struct qp_json_value qp_json_integer(int64_t value);
struct qp_json_value qp_json_number(uint64_t value);
struct qp_json_value qp_json_real(double value);    /* null where it is not finite */
struct qp_json_value qp_json_index(uint32_t index); /* null for QP_NONE */
struct qp_json_value qp_json_id(uint64_t id);       /* in hexadecimal digits */
struct qp_json_value qp_json_word(const char *word);
struct qp_json_value qp_json_text(struct qp_text text);         /* null for none */
struct qp_json_value qp_json_text_or_null(struct qp_text text); /* the same for an empty one */
struct qp_json_value qp_json_product(uint32_t product);
struct qp_json_value qp_json_list(qp_json_write *write, const void *of);

/* Nanoseconds: of ticks, and from the start of the run to a tick. */
struct qp_json_value qp_json_ns(const struct qp_export *export, uint64_t ticks);
struct qp_json_value qp_json_moment(const struct qp_export *export, uint64_t tick);

struct qp_json_field {
    const char *name;
    struct qp_json_value value;
};

/* The next value of an array or object (name NULL: an array); a member of an object that has more of them. */
void qp_json_put(struct qp_export *export, const char *name, struct qp_json_value value);

/* An object as the next value: before says what stands in front of it, "" or a line end. Returns false when a value is
 * missing since the beginning of the export. */
bool qp_json_object(struct qp_export *export, const char *before, const struct qp_json_field *fields, size_t count);

#define QP_JSON_FIELDS(...)                                                                                            \
    (const struct qp_json_field[]){__VA_ARGS__},                                                                       \
        sizeof((const struct qp_json_field[]){__VA_ARGS__}) / sizeof(struct qp_json_field)
#define QP_JSON_OBJECT(export, ...)  qp_json_object(export, "", QP_JSON_FIELDS(__VA_ARGS__))
#define QP_JSON_ELEMENT(export, ...) qp_json_object(export, "\n", QP_JSON_FIELDS(__VA_ARGS__)) /* of a section */

/* A thread, a group of virtual threads, and what they cost under who created or resumed them, as elements. */
bool qp_json_thread(struct qp_export *export, uint32_t thread);
bool qp_json_group(struct qp_export *export, uint32_t group);
bool qp_json_rollup(struct qp_export *export, enum qp_rollup_to to, const struct qp_rollup_row *row);

/* A counter with its instances, as an element; the bits of one of its values. */
bool qp_json_counter(struct qp_export *export, uint32_t counter);
struct qp_json_value qp_json_bits(uint32_t genre, uint64_t bits);

/* An event of the log, and one of its locations, as elements. */
bool qp_json_event(struct qp_export *export, const struct qp_resolved *resolved);
bool qp_json_location(struct qp_export *export, uint32_t handle, const struct qp_located_stack *stack);

#endif
