/* stream.h - the output stream of a report, with or without colour. */
#pragma once

#include "base/text.h"

struct qp_stream {
    FILE *out;      /* text for people */
    FILE *programs; /* tables in the format for programs; NULL = tables are for people and go to `out` */
    bool colour;
    uint32_t columns; /* line width for reports that fill their lines; 0 = unlimited */
    bool bounded;     /* tables are shortened to `columns` */
    uint64_t *rows;   /* number of rows of all tables so far; NULL = rows are not counted */
};

/* Styles: X(constant, escape sequence that starts the style). */
#define QP_STYLES(X)                                                                                                   \
    X(PLAIN, "")                                                                                                       \
    X(BOLD, "\033[1m")                                                                                                 \
    X(DIM, "\033[2m")                                                                                                  \
    X(RED, "\033[31m")                                                                                                 \
    X(YELLOW, "\033[33m")                                                                                              \
    X(GREEN, "\033[32m")

enum qp_style {
#define X(constant, escape) QP_STYLE_##constant,
    QP_STYLES(X)
#undef X
};

/* Begin and end a style, if the stream has colour. */
void qp_stream_begin(const struct qp_stream *stream, enum qp_style style);
void qp_stream_end(const struct qp_stream *stream, enum qp_style style);

/* Print a text in a style. The text must be printable (see qp_text_show). */
void qp_stream_put(const struct qp_stream *stream, enum qp_style style, const char *text);

/* Print a line of source text after its number. Tabs are shown as four blanks. */
void qp_stream_put_source(const struct qp_stream *stream, int32_t number, struct qp_text text);
