/* string.h - strings in the data file, each kept once. With the cold lock. */
#ifndef QP_STORE_STRING_H
#define QP_STORE_STRING_H

#include <stddef.h>
#include <stdint.h>

/* The reference of a qp_string with this text; 0 for NULL or when there is no room. */
uint32_t qp_string_put(const char *text);

/* The same for bytes that are kept as they are, without looking for an equal one: source texts. */
uint32_t qp_string_put_text(const char *bytes, size_t size);

/* A new data file begins. */
void qp_string_reset(void);

#endif
