/* put.h - an exporter's output, buffered.
 *
 * The output for a million functions consists of tens of millions of short pieces, and stdio takes longer to write a
 * piece than an exporter takes to make it.
 *
 * An exporter that uses put must not write to the stream directly. Output errors stay in the stream. */
#pragma once

#include "base/text.h"

#include <string.h>

#define QP_PUT_SIZE 65536

struct qp_put {
    FILE *out;
    size_t used;
    char bytes[QP_PUT_SIZE];
};

/* Write the buffer to the stream. */
void qp_put_flush(struct qp_put *put);

/* Write bytes that do not fit into the rest of the buffer. */
void qp_put_long(struct qp_put *put, const char *bytes, size_t size);

static inline void qp_put_bytes(struct qp_put *put, const char *bytes, size_t size)
{
    if (size > QP_PUT_SIZE - put->used) {
        qp_put_long(put, bytes, size);
        return;
    }
    memcpy(put->bytes + put->used, bytes, size);
    put->used += size;
}

static inline void qp_put_string(struct qp_put *put, const char *string)
{
    qp_put_bytes(put, string, strlen(string));
}

static inline void qp_put_char(struct qp_put *put, char character)
{
    if (put->used == QP_PUT_SIZE)
        qp_put_flush(put);
    put->bytes[put->used++] = character;
}

/* Return space for `size` bytes, at most QP_PUT_SIZE. The caller writes there and then passes the end of its text to
 * qp_put_until. */
static inline char *qp_put_room(struct qp_put *put, size_t size)
{
    if (size > QP_PUT_SIZE - put->used)
        qp_put_flush(put);
    return put->bytes + put->used;
}

static inline void qp_put_until(struct qp_put *put, const char *end)
{
    put->used = (size_t)(end - put->bytes);
}

/* Write a number in decimal. */
void qp_put_number(struct qp_put *put, uint64_t number);
void qp_put_integer(struct qp_put *put, int64_t number);

/* Write a text of any length in printable form, as qp_text_show does: qp_put_shown to the output, qp_put_pieces piece
 * by piece with `put_piece`. */
typedef void qp_put_piece(struct qp_put *put, const char *piece, size_t size);
void qp_put_pieces(struct qp_put *put, struct qp_text text, qp_put_piece *put_piece);
void qp_put_shown(struct qp_put *put, struct qp_text text);

/* Write a text in printable form as XML text or attribute, with & < > " as entities. */
void qp_put_xml(struct qp_put *put, struct qp_text text);

/* Write a text in printable form within a line of Markdown, with Markdown's special characters escaped. */
void qp_put_markdown(struct qp_put *put, struct qp_text text);

/* Write a name in <code>. An @ in the name notifies no user of GitHub or GitLab. A long name is cut. */
void qp_put_markdown_code(struct qp_put *put, struct qp_text name);

/* Write a quoted JSON string. A byte that is not UTF-8 becomes \xNN in the string, as in all other output. */
void qp_put_json(struct qp_put *put, struct qp_text text);

/* Write the string `before`, such as a key, as it is, and then `text` as a quoted JSON string. */
void qp_put_json_after(struct qp_put *put, const char *before, const char *text);

/* Write formatted text, like fprintf, of less than QP_PUT_SIZE bytes. For frequent pieces the other functions are
 * faster. */
__attribute__((format(printf, 2, 3))) void qp_put_format(struct qp_put *put, const char *format, ...);
