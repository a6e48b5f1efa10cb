/* argument.h - conversion of Fortran arguments for the C functions.
 *
 * Numbers come by reference; NULL is an absent optional argument, taken as 0. Texts have a length instead of a
 * terminator, and are padded with blanks. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

static inline int vt_argument_number(const int *number)
{
    return number ? *number : 0;
}

static inline double vt_argument_time(const double *time)
{
    return time ? *time : 0;
}

/* A C copy of a Fortran text. Names of symbols have less than 200 bytes in all but generated programs; longer ones are
 * allocated. */
struct vt_text {
    char *bytes; /* NULL if the text is absent or its allocation failed */
    bool failed; /* allocation failed */
    char buffer[256];
};

/* Copy up to a NUL or the length, without trailing blanks. Return text->bytes. */
const char *vt_text_take(struct vt_text *text, const char *characters, size_t length);

/* Free the copy. Return result, or VT_ERR_NOMEMORY if the copy had failed. */
int vt_text_drop(struct vt_text *text, int result);
