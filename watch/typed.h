/* typed.h - edit a UTF-8 text typed by the user. */
#ifndef QP_WATCH_TYPED_H
#define QP_WATCH_TYPED_H

#include <stddef.h>

/* Append a code point, if it fits into size bytes with the NUL. */
void qp_typed_add(char *text, size_t size, unsigned key);

/* Remove the last character. */
void qp_typed_remove(char *text);

#endif
