/* text.h - small things about bytes and strings. */
#ifndef QP_LUA_TEXT_H
#define QP_LUA_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* FNV-1a, 64 bits: few lines to write again where a test or a script must find the same number. */
uint64_t qp_text_hash(const void *bytes, size_t size);

/* What printf would write, in memory of its own; NULL when there is none. */
char *qp_text_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
