#include "show/parts/wrap.h"

#include "base/text.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#define INDENT 2 /* indentation of the rest of a line without columns */

struct wrap {
    FILE *out;
    size_t columns;
    char *line; /* incomplete line, with a NUL */
    size_t used;
    size_t room;
};

/* ---- one line ---------------------------------------------------------------------------------------------------- */

/* Return the length of the character or escape sequence at a position, and set *width to its columns. */
static size_t next(const char *at, size_t *width)
{
    if (*at != '\033')
        return qp_text_next(at, width);
    size_t length = strcspn(at, "m");
    *width = 0;
    return length + (at[length] == 'm');
}

/* Return the indentation of the rest of a line: the position of the last text after two blanks in the first half of the
 * width. */
static size_t indent_of(const char *line, size_t columns)
{
    size_t indent = columns > 2 * INDENT ? INDENT : 0, position = 0, blanks = 0, width;
    for (const char *at = line; *at && position <= columns / 2; position += width) {
        if (blanks >= 2 && *at != ' ')
            indent = position;
        at += next(at, &width);
        blanks = width == 0 ? blanks : at[-1] == ' ' ? blanks + 1 : 0;
    }
    return indent;
}

/* Return the end of the longest part of the line that is at most `columns` wide. It ends before a blank if possible,
 * and has at least one character. */
static const char *end_of_part(const char *line, size_t columns)
{
    const char *at = line + strspn(line, " "), *end = NULL;
    size_t position = (size_t)(at - line), width;
    while (*at) {
        size_t length = next(at, &width);
        if (*at == ' ' && at[-1] != ' ')
            end = at;
        if (position + width > columns)
            return end ? end : at > line ? at : at + length;
        position += width;
        at += length;
    }
    return at;
}

static void write_line(const struct wrap *wrap)
{
    const char *line = wrap->line, *end = line + wrap->used;
    size_t columns = wrap->columns, blanks = strspn(line, " "), indent = 0;
    if (wrap->used > columns) {
        line += blanks > columns / 2 ? blanks - columns / 2 : 0;
        indent = indent_of(line, columns);
        end = end_of_part(line, columns);
    }
    fwrite(line, 1, (size_t)(end - line), wrap->out);
    while (*(line = end + strspn(end, " "))) {
        end = end_of_part(line, columns - indent);
        fprintf(wrap->out, "\n%*s%.*s", (int)indent, "", (int)(end - line), line);
    }
}

/* ---- stream ------------------------------------------------------------------------------------------------------ */

static bool append(struct wrap *wrap, const char *bytes, size_t size)
{
    if (wrap->room - wrap->used <= size) {
        size_t room = 2 * wrap->room + size + 1;
        char *line = realloc(wrap->line, room);
        if (!line)
            return false;
        wrap->line = line;
        wrap->room = room;
    }
    memcpy(wrap->line + wrap->used, bytes, size);
    wrap->used += size;
    wrap->line[wrap->used] = '\0';
    return true;
}

static ssize_t write_bytes(void *cookie, const char *bytes, size_t size)
{
    struct wrap *wrap = cookie;
    for (const char *at = bytes, *all = bytes + size; at < all;) {
        const char *newline = memchr(at, '\n', (size_t)(all - at));
        size_t length = (size_t)((newline ? newline : all) - at);
        if (!append(wrap, at, length)) {
            errno = ENOMEM;
            return 0;
        }
        at += length;
        if (!newline)
            break;
        write_line(wrap);
        putc('\n', wrap->out);
        wrap->used = 0;
        at++;
    }
    return ferror(wrap->out) ? 0 : (ssize_t)size;
}

static int finish(void *cookie)
{
    struct wrap *wrap = cookie;
    if (wrap->used)
        write_line(wrap);
    free(wrap->line);
    free(wrap);
    return 0;
}

FILE *qp_wrap_open(FILE *out, size_t columns)
{
    struct wrap *wrap = malloc(sizeof *wrap);
    if (!wrap)
        return NULL;
    *wrap = (struct wrap){.out = out, .columns = columns};
    FILE *stream = fopencookie(wrap, "w", (cookie_io_functions_t){.write = write_bytes, .close = finish});
    if (stream)
        setvbuf(stream, NULL, _IOLBF, BUFSIZ);
    else
        free(wrap);
    return stream;
}
