#include "profile/change/patch_name.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- quotes ------------------------------------------------------------------------------------------------------ */

/* Return the byte that an escape sequence of C stands for, and move *at behind it. *at points behind the backslash.
 * Return 0 if the sequence is invalid, or for NUL, which no name contains. */
static int decode(const char **at)
{
    static const char letters[] = "abtnvfr\"\\", bytes[] = "\a\b\t\n\v\f\r\"\\";
    const char *letter = **at ? strchr(letters, **at) : NULL;
    int byte = 0;
    if (letter) {
        ++*at;
        return (unsigned char)bytes[letter - letters];
    }
    for (int i = 0; i < 3; i++, ++*at) {
        if (**at < '0' || **at > '7')
            return 0;
        byte = byte * 8 + (**at - '0');
    }
    return byte & 0xff;
}

/* Decode a name in quotes. Set *end to the text behind it. Return NULL if the quotes are not closed, if an escape
 * sequence is invalid, or if out of memory. */
static char *unquote(const char *text, const char **end)
{
    char *name = malloc(strlen(text) + 1);
    size_t length = 0;
    const char *at = text + 1;
    while (name && *at && *at != '"') {
        int byte = (unsigned char)*at++;
        if (byte == '\\')
            byte = decode(&at);
        if (!byte)
            break;
        name[length++] = (char)byte;
    }
    if (!name || *at != '"') {
        free(name);
        return NULL;
    }
    name[length] = '\0';
    *end = at + 1;
    return name;
}

/* ---- names of a header ------------------------------------------------------------------------------------------- */

/* Return true if a text begins like " 2024-01-31 12:00:00". Each 'd' of the format stands for a digit. */
static bool is_time(const char *text)
{
    static const char format[] = " dddd-dd-dd dd:dd";
    for (size_t i = 0; i < sizeof format - 1; i++) {
        if (format[i] == 'd' ? !isdigit((unsigned char)text[i]) : text[i] != format[i])
            return false;
    }
    return true;
}

static size_t plain_length(const char *text)
{
    size_t length = strcspn(text, "\t");
    for (size_t i = 1; i < length; i++) {
        if (text[i] == ' ' && is_time(text + i))
            return i;
    }
    return length;
}

char *qp_patch_name(const char *text)
{
    const char *end;
    char *name = *text == '"' ? unquote(text, &end) : NULL;
    return name ? name : strndup(text, plain_length(text));
}

/* Return the length of the first of two names without quotes that are equal after their first folder; 0 if there are no
 * such names. With the prefixes a/ and b/, or without any, the two names have the same length. */
static size_t half(const char *text)
{
    size_t length = strlen(text), middle = length / 2;
    const char *one = strchr(text, '/'), *other = length % 2 && text[middle] == ' ' ? text + middle + 1 : NULL;
    if (!other)
        return 0;
    if (strncmp(text, other, middle) == 0)
        return middle;
    const char *slash = strchr(other, '/');
    size_t prefix = one && one < text + middle ? (size_t)(one - text) : middle;
    bool equal = slash && (size_t)(slash - other) == prefix && strncmp(one, slash, middle - prefix) == 0;
    return equal ? middle : 0;
}

bool qp_patch_name_pair(const char *text, char **one, char **other)
{
    const char *end = NULL;
    *one = *other = NULL;
    char *first = *text == '"' ? unquote(text, &end) : NULL;
    if (*text == '"' && !first)
        return true;
    size_t length = first ? (size_t)(end - text) : half(text);
    const char *quote = first || length ? NULL : strstr(text, " \"");
    if (quote)
        length = (size_t)(quote - text);
    if (!length || text[length] != ' ') {
        free(first);
        return true;
    }
    *one = first ? first : strndup(text, length);
    *other = qp_patch_name(text + length + 1);
    return *one && *other;
}

/* ---- prefixes ---------------------------------------------------------------------------------------------------- */

/* Prefixes of git's two sides: a and b, or with diff.mnemonicPrefix i (index), w (working tree), c (commit), o
 * (object), and 1 and 2 with --no-index. */
static bool has_prefix(const char *name)
{
    return name && strchr("abiwco12", name[0]) && name[0] && name[1] == '/' && name[2];
}

bool qp_patch_name_strip(char *one, char *other)
{
    bool both = one && other;
    if ((one && !has_prefix(one)) || (other && !has_prefix(other)) || (both && one[0] == other[0]))
        return false;
    if (one)
        memmove(one, one + 2, strlen(one) - 1);
    if (other)
        memmove(other, other + 2, strlen(other) - 1);
    return true;
}
