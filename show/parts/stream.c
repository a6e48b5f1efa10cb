#include "show/parts/stream.h"

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
