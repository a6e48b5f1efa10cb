#include "base/glob.h"

#include <string.h>

/* A star of the pattern (`*` or `**`) to which the comparison returns after a mismatch. The star then matches one
 * more byte than before. */
struct star {
    const char *pattern; /* rest of the pattern after the star; NULL = no star yet */
    const char *text;    /* end of the bytes that the star matches */
};

static int lower(int c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static const char *next_character(const char *text, const char *end)
{
    do
        text++;
    while (text < end && ((unsigned char)*text & 0xc0) == 0x80);
    return text;
}

static bool take_one_more(struct star *star, const char *end, int separator)
{
    if (!star->pattern || star->text == end || (unsigned char)*star->text == separator)
        return false;
    star->text++;
    return true;
}

/* After a mismatch, it is enough to return to the last star: everything before that star may keep its first match.
 * But `*` cannot match a separator. If the last star is a `*` that cannot match one more byte, return to the last `**`.
 */
bool qp_glob_matches(const char *pattern, const char *text, size_t length, int separator, bool ignore_case)
{
    const char *const end = text + length;
    struct star star = {NULL, NULL}, wide = {NULL, NULL};
    while (*pattern || text < end) {
        if (*pattern == '*') {
            bool is_wide = pattern[1] == '*';
            pattern += strspn(pattern, "*");
            star = (struct star){is_wide ? NULL : pattern, text};
            if (is_wide)
                wide = (struct star){pattern, text};
        } else if (text < end && *pattern == '?' && (unsigned char)*text != separator) {
            text = next_character(text, end);
            pattern++;
        } else if (text < end && *pattern && (*pattern == *text || (ignore_case && lower(*pattern) == lower(*text)))) {
            text++;
            pattern++;
        } else {
            bool is_star = take_one_more(&star, end, separator);
            if (!is_star && !take_one_more(&wide, end, QP_GLOB_ANY))
                return false;
            if (!is_star)
                star.pattern = NULL;
            pattern = is_star ? star.pattern : wide.pattern;
            text = is_star ? star.text : wide.text;
        }
    }
    return true;
}

bool qp_glob_is_pattern(const char *pattern)
{
    return strpbrk(pattern, "*?") != NULL;
}

bool qp_glob_selects(const char *pattern, const char *name, size_t length)
{
    if (qp_glob_is_pattern(pattern))
        return qp_glob_matches(pattern, name, length, QP_GLOB_ANY, false);
    return !*pattern || (length > 0 && memmem(name, length, pattern, strlen(pattern)) != NULL);
}
