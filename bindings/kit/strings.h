/* strings.h - helpers for hashes, formatted strings and growing arrays. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/cdefs.h>

__BEGIN_DECLS

/* Return true if a text, which may be NULL, is this word. */
bool kit_is(const char *text, const char *word);

/* Return the 64-bit FNV-1a hash. The hash is a simple one, since tests and scripts must compute it too. */
uint64_t kit_hash(const void *bytes, size_t size);

/* Return the formatted text, to be freed; NULL if out of memory. */
char *kit_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Make room for one more element in an array of `count` elements of this size: if the array is full, double it. Return
 * the array, which may have moved. If out of memory, return NULL and leave the array unchanged. */
void *kit_array_more(void *array, size_t count, size_t size);

__END_DECLS
