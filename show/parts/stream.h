/* stream.h - where a report is drawn: any stream, with colour or without. */
#ifndef QP_SHOW_PARTS_STREAM_H
#define QP_SHOW_PARTS_STREAM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct qp_stream {
    FILE *out;      /* all that people read */
    FILE *programs; /* where tables are written for programs instead; NULL = people read them too */
    bool colour;
    uint32_t columns; /* that its lines may have, for reports that fill them; 0 = any number */
    bool bounded;     /* tables are shortened to these columns */
    uint64_t *rows;   /* the rows of tables are added to it; NULL = nobody counts them */
};

/* QP_STYLES lists X(constant, escape sequence that begins it). */
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

/* Between the two all is drawn in a style, where the stream has colour. */
void qp_stream_begin(const struct qp_stream *stream, enum qp_style style);
void qp_stream_end(const struct qp_stream *stream, enum qp_style style);

/* A text in a style; it must be printable (qp_text_show). */
void qp_stream_put(const struct qp_stream *stream, enum qp_style style, const char *text);

#endif
