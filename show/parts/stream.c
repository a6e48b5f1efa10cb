#include "show/parts/stream.h"

#include <string.h>

void qp_stream_begin(const struct qp_stream *stream, enum qp_style style)
{
    static const char *const escapes[] = {
#define X(constant, escape) escape,
        QP_STYLES(X)
#undef X
    };
    if (stream->colour)
        fputs(escapes[style], stream->out);
}

void qp_stream_end(const struct qp_stream *stream, enum qp_style style)
{
    if (stream->colour && style != QP_STYLE_PLAIN)
        fputs("\033[0m", stream->out);
}

void qp_stream_put(const struct qp_stream *stream, enum qp_style style, const char *text)
{
    qp_stream_begin(stream, style);
    fputs(text, stream->out);
    qp_stream_end(stream, style);
}

void qp_stream_put_source(const struct qp_stream *stream, int32_t number, struct qp_text text)
{
    fprintf(stream->out, "%7d%s", number, text.length ? "  " : "");
    for (uint32_t i = 0; i < text.length;) {
        const char *tab = memchr(text.bytes + i, '\t', text.length - i);
        uint32_t length = tab ? (uint32_t)(tab - text.bytes) - i : text.length - i;
        qp_text_print(stream->out, (struct qp_text){text.bytes + i, length});
        if (tab)
            fputs("    ", stream->out);
        i += length + (tab ? 1 : 0);
    }
    fputc('\n', stream->out);
}
