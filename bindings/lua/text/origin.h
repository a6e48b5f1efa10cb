/* origin.h - where a chunk comes from.
 *
 * Lua's `source` of a chunk is "@file", "=name", or the text itself when a string was loaded without a name. */
#ifndef QLUA_ORIGIN_H
#define QLUA_ORIGIN_H

#include <stdbool.h>
#include <stddef.h>

/* The name that reports show for a source, in memory of its own; NULL without memory. A text appears as its
 * first line with the hash of the whole: short_src, which Lua's messages use, is the same for many texts. */
char *qlua_origin_file(const char *source, size_t length);

/* A short one, to stand within a sentence: the last part of a file's path (two of them for init.lua), the name, or the
 * beginning of the text in quotes. */
char *qlua_origin_short_name(const char *source, size_t length);

/* The text itself and its size, in memory of its own; NULL when it cannot be known. */
char *qlua_origin_text(const char *source, size_t length, size_t *size);

/* Whether the source is the text itself. */
bool qlua_origin_is_text(const char *source);

#endif
