/* base64.h - bytes as base64 (RFC 4648), whole and piece by piece. */
#ifndef QP_PAGE_BASE64_H
#define QP_PAGE_BASE64_H

#include <stddef.h>

/* What so many bytes take, with a NUL. */
#define QP_BASE64_SIZE(bytes) (((bytes) + 2) / 3 * 4 + 1)

/* The text of bytes: QP_BASE64_SIZE of them. Returns its length. Pieces of a multiple of 3 bytes make one text. */
size_t qp_base64(const unsigned char *bytes, size_t size, char *text);

#endif
