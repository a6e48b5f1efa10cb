/* strings.h - helpers for hashes, formatted strings and growing arrays. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/cdefs.h>

__BEGIN_DECLS

/* Return the FNV-1a hash, 64 bits. It is simple, since tests and scripts must compute the same number. */
uint64_t kit_hash(const void *bytes, size_t size);

/* Return the formatted text, to be freed; NULL if out of memory. */
char *kit_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Make room for one more than `count` elements, by doubling the array if it is full. Return the array, which may have
 * moved. If out of memory, return NULL and leave the array unchanged. */
void *kit_array_more(void *array, size_t count, size_t size);

__END_DECLS
