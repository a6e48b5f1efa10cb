/* json.h - JSON output, shared by the parts of the JSON exporter.
 *
 *   return QP_JSON_ELEMENT(export, {"id", qp_json_number(7)}, {"lines", qp_json_list(write_lines, method)});
 *
 * Values are small structs, and an object is written at once: making and printing the same objects with jansson took
 * six times as long. If out of memory, a value is omitted, and every later object returns false. */
#pragma once

#include "export/export.h"
#include "profile/log/timeline.h"
#include "profile/query/rollup.h"

/* The exporter's state. */
struct qp_json {
    bool section;                 /* a section's array is open */
    bool comma;                   /* the next value needs a comma */
    bool failed;                  /* out of memory: a value is missing */
    struct qp_timeline timeline;  /* follows the log */
    struct qp_timeline_step step; /* of the current event */
};

/* Write the elements of an array with qp_json_put and QP_JSON_OBJECT. Return false if out of memory. */
typedef bool qp_json_write(struct qp_export *export, const void *of);

struct qp_json_value {
    enum { QP_JSON_LITERAL, QP_JSON_WORD, QP_JSON_TEXT, QP_JSON_INTEGER, QP_JSON_ID, QP_JSON_REAL, QP_JSON_LIST } kind;
    union {
        const char *word; /* a constant of ours: needs no escapes */
        struct qp_text text;
        int64_t integer;
        double real;
        qp_json_write *write;
    };
    const void *of; /* argument of a list's write function */
};

struct qp_json_value qp_json_null(void);
struct qp_json_value qp_json_boolean(bool value);
struct qp_json_value qp_json_integer(int64_t value);
struct qp_json_value qp_json_number(uint64_t value);
struct qp_json_value qp_json_real(double value);    /* null if not finite */
struct qp_json_value qp_json_index(uint32_t index); /* null for QP_NONE */
struct qp_json_value qp_json_id(uint64_t id);       /* hexadecimal digits */
struct qp_json_value qp_json_word(const char *word);
struct qp_json_value qp_json_text(struct qp_text text);         /* null for no text */
struct qp_json_value qp_json_text_or_null(struct qp_text text); /* null for an empty text, too */
struct qp_json_value qp_json_product(uint32_t product);
struct qp_json_value qp_json_list(qp_json_write *write, const void *of);

/* Convert to nanoseconds: a number of ticks; the time from the start of the run to a tick. */
struct qp_json_value qp_json_ns(const struct qp_export *export, uint64_t ticks);
struct qp_json_value qp_json_moment(const struct qp_export *export, uint64_t tick);

struct qp_json_field {
    const char *name;
    struct qp_json_value value;
};

/* Write the next value of an array (name NULL) or object. */
void qp_json_put(struct qp_export *export, const char *name, struct qp_json_value value);

/* Begin an object as the next value, to be filled by qp_json_put, and end it; before is text in front of it, "" or a
 * newline. Return false if any value since the start of the export is missing. */
void qp_json_open(struct qp_export *export, const char *before);
bool qp_json_close(struct qp_export *export);

/* Write an object at once. Return as above. */
bool qp_json_object(struct qp_export *export, const char *before, const struct qp_json_field *fields, size_t count);

#define QP_JSON_FIELDS(...)                                                                                            \
    (const struct qp_json_field[]){__VA_ARGS__},                                                                       \
        sizeof((const struct qp_json_field[]){__VA_ARGS__}) / sizeof(struct qp_json_field)
#define QP_JSON_OBJECT(export, ...)  qp_json_object(export, "", QP_JSON_FIELDS(__VA_ARGS__))
#define QP_JSON_ELEMENT(export, ...) qp_json_object(export, "\n", QP_JSON_FIELDS(__VA_ARGS__)) /* in a section */

/* Write a thread, a group of virtual threads, or the cost of virtual threads by spawner or resumer, as elements. */
bool qp_json_thread(struct qp_export *export, uint32_t thread);
bool qp_json_group(struct qp_export *export, uint32_t group);
bool qp_json_rollup(struct qp_export *export, enum qp_rollup_to to, const struct qp_rollup_row *row);

/* Write a counter with its instances as an element; convert the bits of one of its values. */
bool qp_json_counter(struct qp_export *export, uint32_t counter);
struct qp_json_value qp_json_bits(uint32_t genre, uint64_t bits);

/* Write an event of the log, and a location, as elements. */
bool qp_json_event(struct qp_export *export, const struct qp_resolved *resolved);
bool qp_json_location(struct qp_export *export, uint32_t handle, const struct qp_located_stack *stack);
