/* json.h - JSON output, shared by the parts of the JSON exporter.
 *
 *   return QP_JSON_ELEMENT(export, {"id", qp_json_number(7)}, {"lines", qp_json_list(write_lines, method)});
 *
 * A value is a small struct, and an object is written as soon as it is made: to build the same objects with jansson and
 * then print them took six times as long. If memory runs out, a value is omitted, and each later call of qp_json_object
 * or qp_json_close returns false. */
#pragma once

#include "export/export.h"
#include "profile/log/messages.h"
#include "profile/log/timeline.h"
#include "profile/query/contexts.h"
#include "profile/query/rollup.h"

/* The exporter's state. */
struct qp_json {
    bool section; /* the array of a section is open */
    bool comma;   /* a comma must precede the next value */
    bool failed;  /* a value is missing, since memory ran out */
    struct qp_messages messages;
    struct qp_contexts contexts;  /* open if the profile has contexts */
    struct qp_timeline timeline;  /* states of virtual threads up to the current event */
    struct qp_timeline_step step; /* change of the timeline by the current event */
};

/* Write the elements of an array with qp_json_put and QP_JSON_OBJECT. Return false if out of memory. */
typedef bool qp_json_write(struct qp_export *export, const void *of);

struct qp_json_value {
    enum { QP_JSON_LITERAL, QP_JSON_WORD, QP_JSON_TEXT, QP_JSON_INTEGER, QP_JSON_ID, QP_JSON_REAL, QP_JSON_LIST } kind;
    union {
        const char *word; /* constant that needs no escapes */
        struct qp_text text;
        int64_t integer;
        double real;
        qp_json_write *write;
    };
    const void *of; /* second argument of `write` */
};

struct qp_json_value qp_json_null(void);
struct qp_json_value qp_json_boolean(bool value);
struct qp_json_value qp_json_integer(int64_t value);
struct qp_json_value qp_json_number(uint64_t value);
struct qp_json_value qp_json_real(double value);    /* null if not finite */
struct qp_json_value qp_json_index(uint32_t index); /* null for QP_NONE */
struct qp_json_value qp_json_id(uint64_t id);       /* hexadecimal digits */
struct qp_json_value qp_json_word(const char *word);
struct qp_json_value qp_json_text(struct qp_text text);         /* null if text.bytes is NULL */
struct qp_json_value qp_json_text_or_null(struct qp_text text); /* null if text.bytes is NULL or the text is empty */
struct qp_json_value qp_json_product(uint32_t product);
struct qp_json_value qp_json_ending(enum qp_ending ending);
struct qp_json_value qp_json_list(qp_json_write *write, const void *of);

/* Convert ticks to nanoseconds: qp_json_ns converts a duration, and qp_json_moment converts a tick of the clock to
 * the time since the start of the run. */
struct qp_json_value qp_json_ns(const struct qp_export *export, uint64_t ticks);
struct qp_json_value qp_json_moment(const struct qp_export *export, uint64_t tick);

struct qp_json_field {
    const char *name;
    struct qp_json_value value;
};

/* Write the next value of the open object or array. In an array, `name` is NULL. */
void qp_json_put(struct qp_export *export, const char *name, struct qp_json_value value);

/* Write an object whose fields are written by qp_json_put between these two calls. `before` is the text in front of
 * the object, "" or a newline. qp_json_close returns false if a value could not be written, in this object or earlier
 * in the export. */
void qp_json_open(struct qp_export *export, const char *before);
bool qp_json_close(struct qp_export *export);

/* Write an object with all its fields. Return false if a value could not be written, in this object or earlier in
 * the export. */
bool qp_json_object(struct qp_export *export, const char *before, const struct qp_json_field *fields, size_t count);

#define QP_JSON_FIELDS(...)                                                                                            \
    (const struct qp_json_field[]){__VA_ARGS__},                                                                       \
        sizeof((const struct qp_json_field[]){__VA_ARGS__}) / sizeof(struct qp_json_field)
#define QP_JSON_OBJECT(export, ...)  qp_json_object(export, "", QP_JSON_FIELDS(__VA_ARGS__))
#define QP_JSON_ELEMENT(export, ...) qp_json_object(export, "\n", QP_JSON_FIELDS(__VA_ARGS__)) /* on its own line */

/* Write an element of a section: a thread, a group of virtual threads, or the cost of virtual threads by their spawner
 * or resumer. */
bool qp_json_thread(struct qp_export *export, uint32_t thread);
bool qp_json_group(struct qp_export *export, uint32_t group);
bool qp_json_rollup(struct qp_export *export, enum qp_rollup_to to, const struct qp_rollup_row *row);

/* Write a context as an element of a section, or the contexts of a method as the elements of an array. */
bool qp_json_context(struct qp_export *export, uint32_t named);
bool qp_json_contexts_of(struct qp_export *export, const void *method);

/* Write the lines of the exported change as elements of a section, an element for each file. */
bool qp_json_changes(struct qp_export *export);

/* Write a counter with its instances as an element of a section. */
bool qp_json_counter(struct qp_export *export, uint32_t counter);

/* Convert the bits of a counter's value. */
struct qp_json_value qp_json_bits(uint32_t genre, uint64_t bits);

/* Write a communicator, or totals of messages, as an element of a section. */
bool qp_json_communicator(struct qp_export *export, uint32_t index);
bool qp_json_message(struct qp_export *export, uint32_t index);

/* Write a rank of a job, or a function with its numbers over the ranks, as an element of a section. */
bool qp_json_rank(struct qp_export *export, uint32_t rank);
bool qp_json_rank_function(struct qp_export *export, uint32_t function);

/* Write an event of the log, or a location, as an element of a section. */
bool qp_json_event(struct qp_export *export, const struct qp_resolved *resolved);
bool qp_json_location(struct qp_export *export, uint32_t handle, const struct qp_located_stack *stack);
