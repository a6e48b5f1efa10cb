#include "vt/argument.h"

#include "VT.h"

#include <stdlib.h>
#include <string.h>

const char *vt_text_take(struct vt_text *text, const char *characters, size_t length)
{
    text->bytes = NULL;
    text->failed = false;
    if (!characters)
        return NULL;
    length = strnlen(characters, length);
    while (length > 0 && characters[length - 1] == ' ')
        length--;
    text->bytes = length < sizeof text->buffer ? text->buffer : malloc(length + 1);
    text->failed = !text->bytes;
    if (text->failed)
        return NULL;
    memcpy(text->bytes, characters, length);
    text->bytes[length] = '\0';
    return text->bytes;
}

int vt_text_drop(struct vt_text *text, int result)
{
    if (text->bytes != text->buffer)
        free(text->bytes);
    return text->failed ? VT_ERR_NOMEMORY : result;
}
