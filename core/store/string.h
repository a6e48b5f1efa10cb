/* string.h - strings in the data file, each stored once. Call these functions with the cold lock. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Return the reference of a qp_string with this text. Return 0 if the text is NULL or there is no space. */
uint32_t qp_string_put(const char *text);

/* Store bytes, such as a source text, without a search for equal bytes stored before. Return the reference, 0 if
 * there is no room. */
uint32_t qp_string_put_text(const char *bytes, size_t size);

/* Forget all strings, since a new data file begins. */
void qp_string_reset(void);
