#include "bindings/python/text/characters.h"

#include <string.h>

const bool qpy_words[256] = {
    ['0' ... '9'] = true, ['A' ... 'Z'] = true, ['_'] = true, ['a' ... 'z'] = true, [0x80 ... 0xff] = true};

const unsigned char qpy_classes[256] = {['b'] = QPY_PREFIX,
                                        ['B'] = QPY_PREFIX,
                                        ['u'] = QPY_PREFIX,
                                        ['U'] = QPY_PREFIX,
                                        ['f'] = QPY_PREFIX | QPY_FORMAT,
                                        ['F'] = QPY_PREFIX | QPY_FORMAT,
                                        ['t'] = QPY_PREFIX | QPY_FORMAT,
                                        ['T'] = QPY_PREFIX | QPY_FORMAT,
                                        ['r'] = QPY_PREFIX | QPY_RAW,
                                        ['R'] = QPY_PREFIX | QPY_RAW,
                                        ['('] = QPY_OPEN,
                                        ['['] = QPY_OPEN,
                                        ['{'] = QPY_OPEN,
                                        [')'] = QPY_CLOSE,
                                        [']'] = QPY_CLOSE,
                                        ['}'] = QPY_CLOSE};

const char *qpy_after_break(const char *at, const char *end)
{
    if (end - at >= 2 && at[0] == '\r' && at[1] == '\n')
        return at + 2;
    return at < end && (*at == '\n' || *at == '\r') ? at + 1 : at;
}

int qpy_count_breaks(const char *at, const char *end)
{
    int count = 0;
    for (const char *feed = at; (feed = memchr(feed, '\n', (size_t)(end - feed))); feed++)
        count++;
    for (const char *other = at; (other = memchr(other, '\r', (size_t)(end - other))); other++)
        count += other + 1 == end || other[1] != '\n';
    return count;
}
