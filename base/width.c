/* width.c - terminal columns of a text (text.h), from the C library's table. */
#include "base/text.h"

#include <locale.h>
#include <string.h>
#include <wchar.h>

/* A locale with the widths of all characters, which only UTF-8 locales have. C.UTF-8 belongs to the C library, so it
 * exists whatever locale the environment and the host select. */
static locale_t utf8;

/* Load the locale when the library is loaded, which takes 50 us because a file is read. If it were loaded later, a
 * forked child could wait forever for the C library's lock for locales: another thread may hold it during the fork, in
 * setlocale or strerror. */
static __attribute__((constructor)) void load(void)
{
    utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

int qp_text_character_width(const char *bytes, size_t length)
{
    if (length == 1)
        return *bytes >= 0x20 && *bytes < 0x7f ? 1 : -1;
    if (!utf8)
        return 1;
    locale_t before = uselocale(utf8);
    mbstate_t state = {0};
    wchar_t character;
    int width = mbrtowc(&character, bytes, length, &state) == length ? wcwidth(character) : -1;
    uselocale(before);
    return width;
}

size_t qp_text_next(const char *shown, size_t *width)
{
    size_t length = (unsigned char)*shown < 0x80 ? 1 : qp_text_character(shown, strnlen(shown, 4));
    int columns = length > 1 ? qp_text_character_width(shown, length) : 1;
    *width = columns < 0 ? 1 : (size_t)columns;
    return length ? length : 1;
}

size_t qp_text_width(const char *shown)
{
    size_t all = 0, width;
    for (; *shown; all += width)
        shown += qp_text_next(shown, &width);
    return all;
}
