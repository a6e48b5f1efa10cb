#include "export/put.h"

#include <stdarg.h>

void qp_put_flush(struct qp_put *put)
{
    if (put->used && put->out)
        fwrite(put->bytes, 1, put->used, put->out);
    put->used = 0;
}

void qp_put_long(struct qp_put *put, const char *bytes, size_t size)
{
    qp_put_flush(put);
    if (size <= QP_PUT_SIZE) {
        memcpy(put->bytes, bytes, size);
        put->used = size;
    } else if (put->out) {
        fwrite(bytes, 1, size, put->out);
    }
}

void qp_put_number(struct qp_put *put, uint64_t number)
{
    char digits[24];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    qp_put_bytes(put, digits + at, sizeof digits - at);
}

void qp_put_integer(struct qp_put *put, int64_t number)
{
    if (number < 0)
        qp_put_char(put, '-');
    qp_put_number(put, number < 0 ? -(uint64_t)number : (uint64_t)number);
}

/* Piece by piece, each no larger than its room when all of its bytes are escaped. */
void qp_put_shown(struct qp_put *put, struct qp_text text)
{
    char shown[4096];
    for (uint32_t at = 0; at < text.length;) {
        struct qp_text piece = {text.bytes + at, text.length - at < 1000 ? text.length - at : 1000};
        while (piece.length > 996 && ((unsigned char)piece.bytes[piece.length] & 0xc0) == 0x80)
            piece.length--;
        qp_put_bytes(put, shown, qp_text_show(piece, shown, sizeof shown));
        at += piece.length;
    }
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

static bool is_plain(unsigned char byte)
{
    return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

/* A character of one byte that is not plain. */
static void put_escaped(struct qp_put *put, char character)
{
    static const char letters[] = "\"\"\\\\\bb\ff\nn\rr\tt";
    for (const char *at = letters; *at; at += 2) {
        if (*at == character) {
            const char escape[] = {'\\', at[1]};
            qp_put_bytes(put, escape, sizeof escape);
            return;
        }
    }
    char escape[8];
    qp_put_bytes(put, escape, (size_t)snprintf(escape, sizeof escape, "\\u%04X", (unsigned)character));
}

void qp_put_json(struct qp_put *put, struct qp_text text)
{
    qp_put_char(put, '"');
    for (uint32_t i = 0; i < text.length;) {
        uint32_t end = i;
        while (end < text.length && is_plain((unsigned char)text.bytes[end]))
            end++;
        qp_put_bytes(put, text.bytes + i, end - i);
        if (end == text.length)
            break;
        i = end;
        size_t length = qp_text_character(text.bytes + i, text.length - i);
        if (length == 1 && (unsigned char)text.bytes[i] < 0x7f) {
            put_escaped(put, text.bytes[i]);
        } else if (length) {
            qp_put_bytes(put, text.bytes + i, length);
        } else {
            char byte[8];
            qp_put_bytes(put, byte, (size_t)snprintf(byte, sizeof byte, "\\\\x%02x", (unsigned char)text.bytes[i]));
        }
        i += length ? (uint32_t)length : 1;
    }
    qp_put_char(put, '"');
}

/* ---- formats ----------------------------------------------------------------------------------------------------- */

void qp_put_format(struct qp_put *put, const char *format, ...)
{
    va_list arguments;
    qp_put_flush(put);
    va_start(arguments, format);
    int size = vsnprintf(put->bytes, sizeof put->bytes, format, arguments);
    va_end(arguments);
    if (size > 0)
        put->used = (size_t)size < sizeof put->bytes ? (size_t)size : sizeof put->bytes - 1;
}
