/* base64.h - base64 encoding (RFC 4648), whole or in pieces. */
#pragma once

#include <stddef.h>

/* Size of the encoded text of a number of bytes, with a NUL. */
#define QP_BASE64_SIZE(bytes) (((bytes) + 2) / 3 * 4 + 1)

/* Encode bytes into text (QP_BASE64_SIZE). Return its length. Pieces whose size is a multiple of 3 can be
 * concatenated. */
size_t qp_base64(const unsigned char *bytes, size_t size, char *text);
