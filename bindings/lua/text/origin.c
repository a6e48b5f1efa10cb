#include "bindings/lua/text/origin.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bindings/kit/strings.h"

#define LONGEST_LINE 40         /* maximum number of bytes of a chunk's text that its name contains */
#define SHORT_LINE   24         /* maximum number of bytes of a chunk's text that its short name contains */
#define LARGEST_FILE (64 << 20) /* in bytes; functions of larger files are named by their lines */

bool qlua_origin_is_text(const char *source)
{
    return *source != '@' && *source != '=';
}

static size_t first_line(const char *text, size_t length, size_t longest)
{
    size_t end = 0;
    while (end < length && end < longest && (unsigned char)text[end] >= ' ')
        end++;
    while (end < length && end > 0 && (text[end] & 0xc0) == 0x80) /* do not split a UTF-8 character */
        end--;
    return end;
}

char *qlua_origin_file(const char *source, size_t length)
{
    if (!qlua_origin_is_text(source))
        return strdup(source + 1);
    size_t shown = first_line(source, length, LONGEST_LINE);
    return kit_format("[string \"%.*s%s\"] %016" PRIx64, (int)shown, source, shown < length ? "..." : "",
                      kit_hash(source, length));
}

static const char *last_part(const char *path, const char *end)
{
    while (end > path && end[-1] != '/')
        end--;
    return end;
}

char *qlua_origin_short_name(const char *source, size_t length)
{
    if (qlua_origin_is_text(source)) {
        size_t shown = first_line(source, length, SHORT_LINE);
        return kit_format("\"%.*s%s\"", (int)shown, source, shown < length ? "..." : "");
    }
    const char *name = source + 1;
    if (*source == '=')
        return strdup(name);
    const char *part = last_part(name, name + strlen(name));
    if (strcmp(part, "init.lua") == 0 && part > name)
        part = last_part(name, part - 1);
    return strdup(part);
}

/* Read a file without blocking: it may be a pipe, whose text Lua has already read. */
static char *read_file(const char *name, size_t *size)
{
    int fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "r");
    if (!file) {
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    char *text = NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        long length = ftell(file);
        rewind(file);
        if (length >= 0 && length <= LARGEST_FILE)
            text = malloc((size_t)length + 1);
        if (text) {
            *size = fread(text, 1, (size_t)length, file);
            text[*size] = '\0';
        }
    }
    fclose(file);
    return text;
}

char *qlua_origin_text(const char *source, size_t length, size_t *size)
{
    if (*source == '@')
        return read_file(source + 1, size);
    if (*source == '=')
        return NULL;
    char *text = malloc(length + 1);
    if (text) {
        memcpy(text, source, length);
        text[length] = '\0';
        *size = length;
    }
    return text;
}
