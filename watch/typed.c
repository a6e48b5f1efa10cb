#include "watch/typed.h"

#include <stdio.h>
#include <string.h>

void qp_typed_add(char *text, size_t size, unsigned key)
{
    char bytes[5] = "";
    if (key < 0x80)
        bytes[0] = (char)key;
    else if (key < 0x800)
        sprintf(bytes, "%c%c", 0xc0 | key >> 6, 0x80 | (key & 0x3f));
    else if (key < 0x10000)
        sprintf(bytes, "%c%c%c", 0xe0 | key >> 12, 0x80 | (key >> 6 & 0x3f), 0x80 | (key & 0x3f));
    else
        sprintf(bytes, "%c%c%c%c", 0xf0 | key >> 18, 0x80 | (key >> 12 & 0x3f), 0x80 | (key >> 6 & 0x3f),
                0x80 | (key & 0x3f));
    if (strlen(text) + strlen(bytes) < size)
        strcat(text, bytes);
}

void qp_typed_remove(char *text)
{
    size_t length = strlen(text);
    while (length && ((unsigned char)text[length - 1] & 0xc0) == 0x80)
        length--;
    text[length ? length - 1 : 0] = '\0';
}
