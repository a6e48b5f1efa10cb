/* base64.h - base64 encoding (RFC 4648) of data as a whole or in pieces. */
#pragma once

#include <stddef.h>

/* Size of the text into which a number of bytes is encoded, with a NUL. */
#define QP_BASE64_SIZE(bytes) (((bytes) + 2) / 3 * 4 + 1)

/* Encode bytes into a text of QP_BASE64_SIZE(size) bytes. Return its length. If data is encoded in pieces, the size of
 * each piece but the last must be a multiple of 3. */
size_t qp_base64(const unsigned char *bytes, size_t size, char *text);
