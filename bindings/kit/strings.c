#include "bindings/kit/strings.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_ROOM 16u /* capacity of a new array; a power of two */

bool kit_is(const char *text, const char *word)
{
    return text && strcmp(text, word) == 0;
}

uint64_t kit_hash(const void *bytes, size_t size)
{
    const unsigned char *byte = bytes;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
    return hash;
}

char *kit_format(const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    va_end(arguments);
    return text;
}

void *kit_array_more(void *array, size_t count, size_t size)
{
    if (count && (count < LEAST_ROOM || (count & (count - 1))))
        return array;
    return realloc(array, (count ? 2 * count : LEAST_ROOM) * size);
}
