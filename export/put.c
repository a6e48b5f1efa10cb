#include "export/put.h"

#include <stdarg.h>

void qp_put_flush(struct qp_put *put)
{
    if (put->used)
        fwrite(put->bytes, 1, put->used, put->out);
    put->used = 0;
}

void qp_put_long(struct qp_put *put, const char *bytes, size_t size)
{
    qp_put_flush(put);
    if (size <= QP_PUT_SIZE) {
        memcpy(put->bytes, bytes, size);
        put->used = size;
    } else {
        fwrite(bytes, 1, size, put->out);
    }
}

void qp_put_number(struct qp_put *put, uint64_t number)
{
    char digits[20], *at = qp_put_room(put, sizeof digits);
    int count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    while (count)
        *at++ = digits[--count];
    qp_put_until(put, at);
}

void qp_put_integer(struct qp_put *put, int64_t number)
{
    if (number < 0)
        qp_put_char(put, '-');
    qp_put_number(put, number < 0 ? -(uint64_t)number : (uint64_t)number);
}

/* ---- shown texts ------------------------------------------------------------------------------------------------- */

/* A piece is so short that it fits into the buffer even if every byte is escaped. A piece does not end within a
 * UTF-8 character. */
void qp_put_pieces(struct qp_put *put, struct qp_text text, qp_put_piece *put_piece)
{
    enum { PIECE = 1000 };
    char shown[4 * PIECE + 1];
    for (uint32_t at = 0; at < text.length;) {
        struct qp_text piece = {text.bytes + at, text.length - at < PIECE ? text.length - at : PIECE};
        while (piece.length > PIECE - 4 && at + piece.length < text.length &&
               ((unsigned char)piece.bytes[piece.length] & 0xc0) == 0x80)
            piece.length--;
        put_piece(put, shown, qp_text_show(piece, shown, sizeof shown));
        at += piece.length;
    }
}

void qp_put_shown(struct qp_put *put, struct qp_text text)
{
    qp_put_pieces(put, text, qp_put_bytes);
}

static void put_xml(struct qp_put *put, const char *piece, size_t size)
{
    static const char *const entities[] = {['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;"};
    for (size_t i = 0; i < size; i++) {
        size_t byte = (unsigned char)piece[i];
        if (byte < sizeof entities / sizeof *entities && entities[byte])
            qp_put_string(put, entities[byte]);
        else
            qp_put_char(put, piece[i]);
    }
}

void qp_put_xml(struct qp_put *put, struct qp_text text)
{
    qp_put_pieces(put, text, put_xml);
}

/* Return true if a character needs an escape. ':' and '.' are escaped only where they could begin an emoji (:name:) or
 * a link (://, www.), not at the end of a sentence. */
static bool is_sign(const char *piece, size_t size, size_t at)
{
    if (piece[at] == ':')
        return at + 1 < size && piece[at + 1] != ' ';
    if (piece[at] == '.')
        return at >= 3 && strncasecmp(piece + at - 3, "www", 3) == 0;
    return strchr("\\`*_{}[]()#+!|~@$^=\"'", piece[at]);
}

static void put_markdown(struct qp_put *put, const char *piece, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (strchr("&<>", piece[i])) {
            put_xml(put, piece + i, 1);
            continue;
        }
        if (is_sign(piece, size, i))
            qp_put_char(put, '\\');
        qp_put_char(put, piece[i]);
    }
}

void qp_put_markdown(struct qp_put *put, struct qp_text text)
{
    qp_put_pieces(put, text, put_markdown);
}

void qp_put_markdown_code(struct qp_put *put, struct qp_text name)
{
    enum { NAME_LENGTH = 200 };
    struct qp_text shown = {name.bytes, name.length < NAME_LENGTH ? name.length : NAME_LENGTH};
    qp_put_string(put, "<code>");
    qp_put_markdown(put, shown);
    qp_put_string(put, shown.length < name.length ? "…</code>" : "</code>");
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

static bool is_plain(unsigned char byte)
{
    return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

/* Write a character of one byte as a JSON escape. */
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

void qp_put_json_after(struct qp_put *put, const char *before, const char *text)
{
    qp_put_string(put, before);
    qp_put_json(put, qp_text_of(text));
}

/* ---- formats ----------------------------------------------------------------------------------------------------- */

void qp_put_format(struct qp_put *put, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    size_t room = QP_PUT_SIZE - put->used;
    int size = vsnprintf(put->bytes + put->used, room, format, arguments);
    if (size >= 0 && (size_t)size >= room) {
        qp_put_flush(put);
        size = vsnprintf(put->bytes, QP_PUT_SIZE, format, again);
        size = size < QP_PUT_SIZE ? size : QP_PUT_SIZE - 1;
    }
    va_end(again);
    va_end(arguments);
    put->used += size > 0 ? (size_t)size : 0;
}
