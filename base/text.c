#include "base/text.h"

#include <string.h>

struct qp_text qp_text_of(const char *string)
{
    return (struct qp_text){string, string ? (uint32_t)strlen(string) : 0};
}

bool qp_text_equal(struct qp_text a, struct qp_text b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.bytes, b.bytes, a.length) == 0);
}

int qp_text_compare(struct qp_text a, struct qp_text b)
{
    uint32_t common = a.length < b.length ? a.length : b.length;
    int order = common ? memcmp(a.bytes, b.bytes, common) : 0;
    if (order)
        return order;
    return (a.length > b.length) - (a.length < b.length);
}

struct qp_text qp_text_without_dot(struct qp_text path)
{
    while (path.length > 2 && memcmp(path.bytes, "./", 2) == 0) {
        uint32_t skipped = 2;
        while (skipped + 1 < path.length && path.bytes[skipped] == '/')
            skipped++;
        path = (struct qp_text){path.bytes + skipped, path.length - skipped};
    }
    return path;
}

bool qp_text_contains(struct qp_text text, const char *part)
{
    size_t length = strlen(part);
    return length == 0 || (text.length && memmem(text.bytes, text.length, part, length) != NULL);
}

static bool continues(const unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return false;
    }
    return true;
}

/* First bytes of the UTF-8 characters that have several bytes, and the range of their second byte. All other bytes
 * are 0x80 to 0xbf. So no character is longer than necessary, a surrogate, or beyond U+10FFFF. */
static const struct {
    unsigned char first, last; /* range of the first byte */
    unsigned char low, high;   /* range of the second byte */
    unsigned char size;
} leads[] = {
    {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3},
    {0xee, 0xef, 0x80, 0xbf, 3}, {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
};

size_t qp_text_character(const char *bytes, size_t left)
{
    const unsigned char *at = (const unsigned char *)bytes;
    if (left == 0)
        return 0;
    if (at[0] < 0x80)
        return 1;
    for (size_t i = 0; i < sizeof leads / sizeof *leads; i++)
        if (at[0] >= leads[i].first && at[0] <= leads[i].last) {
            bool whole = left >= leads[i].size && at[1] >= leads[i].low && at[1] <= leads[i].high &&
                         continues(at + 2, leads[i].size - 2u);
            return whole ? leads[i].size : 0;
        }
    return 0;
}

/* Return true if a character may change how a text appears: the direction controls U+061C, U+200E, U+200F, U+202A to
 * U+202E, U+2066 to U+2069, and the line and paragraph separators U+2028 and U+2029. */
static bool is_direction(const unsigned char *at, size_t length)
{
    if (length == 2)
        return at[0] == 0xd8 && at[1] == 0x9c;
    if (length != 3 || at[0] != 0xe2)
        return false;
    if (at[1] == 0x81)
        return at[2] >= 0xa6 && at[2] <= 0xa9;
    return at[1] == 0x80 && (at[2] == 0x8e || at[2] == 0x8f || (at[2] >= 0xa8 && at[2] <= 0xae));
}

/* Return true for U+FFFE and U+FFFF, which are not characters and not allowed in XML. */
static bool is_no_character(const unsigned char *at, size_t length)
{
    return length == 3 && at[0] == 0xef && at[1] == 0xbf && at[2] >= 0xbe;
}

/* Return true if a character must not be shown: the control characters of C0 and C1 (some terminals obey those of
 * C1), DEL, and the characters for which one of the two functions above returns true. */
static bool is_control(const unsigned char *at, size_t length)
{
    if (length == 1)
        return at[0] < 0x20 || at[0] == 0x7f;
    return (length == 2 && at[0] == 0xc2 && at[1] < 0xa0) || is_direction(at, length) || is_no_character(at, length);
}

/* Write the next character of a text to `shown` as a string. If the character must not be shown or is not valid
 * UTF-8, write its first byte as \xNN instead. Return the number of bytes taken from the text. */
static size_t show_next(const char *at, size_t left, char shown[5])
{
    size_t length = qp_text_character(at, left);
    if (length == 0 || is_control((const unsigned char *)at, length)) {
        snprintf(shown, 5, "\\x%02x", (unsigned char)*at);
        return 1;
    }
    memcpy(shown, at, length);
    shown[length] = '\0';
    return length;
}

size_t qp_text_show(struct qp_text text, char *shown, size_t size)
{
    size_t written = 0;
    for (uint32_t i = 0; i < text.length;) {
        char next[5];
        i += (uint32_t)show_next(text.bytes + i, text.length - i, next);
        if (written + strlen(next) >= size)
            break;
        written = (size_t)(stpcpy(shown + written, next) - shown);
    }
    shown[written] = '\0';
    return written;
}

void qp_text_show_pair(struct qp_text first, const char *sign, struct qp_text second, char *shown, size_t size)
{
    size_t length = 0;
    if (first.length) {
        length = qp_text_show(first, shown, size);
        length += (size_t)snprintf(shown + length, size - length, "%s", sign);
    }
    if (length < size)
        qp_text_show(second, shown + length, size - length);
}

void qp_text_print(FILE *out, struct qp_text text)
{
    for (uint32_t i = 0; i < text.length;) {
        char next[5];
        i += (uint32_t)show_next(text.bytes + i, text.length - i, next);
        fputs(next, out);
    }
}
