/* strings.h - small things about bytes, strings and arrays. */
#ifndef KIT_STRINGS_H
#define KIT_STRINGS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* FNV-1a, 64 bits: few lines to write again where a test or a script must find the same number. */
uint64_t kit_hash(const void *bytes, size_t size);

/* What printf would write, in memory of its own; NULL when there is none. */
char *kit_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* An array of count elements that is going to have one more: the array, moved where its room is used up, which doubles
 * at each power of two. NULL without memory, with the array as it was. */
void *kit_array_more(void *array, size_t count, size_t size);

#ifdef __cplusplus
}
#endif

#endif
