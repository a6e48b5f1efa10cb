/* argument.h - conversion of Fortran arguments for the C functions.
 *
 * Fortran passes numbers by reference. A NULL reference stands for an absent optional argument, whose value is then 0.
 * A text has a length instead of a terminator, and is padded with blanks. */
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

/* A C copy of a Fortran text. A short text is in `buffer`, a longer text is allocated, which is rare: only generated
 * programs have symbol names of 200 bytes or more. */
struct vt_text {
    char *bytes; /* NULL if the text is absent or its allocation failed */
    bool failed; /* allocation failed */
    char buffer[256];
};

/* Copy `characters` up to a NUL or up to the length, without trailing blanks. Return text->bytes. */
const char *vt_text_take(struct vt_text *text, const char *characters, size_t length);

/* Free the copy. Return `result`, or VT_ERR_NOMEMORY if vt_text_take failed. */
int vt_text_drop(struct vt_text *text, int result);
