/* argument.h - what Fortran hands over, as the C functions want it.
 *
 * Numbers come by reference, NULL from an absent optional argument: 0 then. Texts have a length and no end, and are
 * filled up with blanks. */
#ifndef QP_VT_ARGUMENT_H
#define QP_VT_ARGUMENT_H

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

static inline void vt_argument_give(int *to, int value)
{
    if (to)
        *to = value;
}

/* A copy as C has it. Names of symbols are below 200 bytes in all but generated programs; longer ones take memory. */
struct vt_text {
    char *bytes; /* NULL when there is none, or no memory for it */
    bool failed; /* no memory */
    char near[256];
};

/* Up to a NUL or the length, without blanks at the end. Returns text->bytes. */
const char *vt_text_take(struct vt_text *text, const char *characters, size_t length);

/* Returns the result of what used the text, VT_ERR_NOMEMORY when it had none. */
int vt_text_drop(struct vt_text *text, int result);

#endif
