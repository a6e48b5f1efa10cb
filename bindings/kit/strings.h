/* strings.h - small things about bytes and strings. */
#ifndef KIT_STRINGS_H
#define KIT_STRINGS_H

#include <stddef.h>
#include <stdint.h>

/* FNV-1a, 64 bits: few lines to write again where a test or a script must find the same number. */
uint64_t kit_hash(const void *bytes, size_t size);

/* What printf would write, in memory of its own; NULL when there is none. */
char *kit_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
