/* typed.h - a text that a user types, in UTF-8. */
#ifndef QP_WATCH_TYPED_H
#define QP_WATCH_TYPED_H

#include <stddef.h>

/* A code point more at its end, where it finds room in size bytes with the NUL. */
void qp_typed_add(char *text, size_t size, unsigned key);

/* Without its last character. */
void qp_typed_remove(char *text);

#endif
