/* source.h - where a chunk comes from.
 *
 * Lua's `source` of a chunk is "@file", "=name", or the text itself when a string was loaded without a name. */
#ifndef QP_LUA_SOURCE_H
#define QP_LUA_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

/* The name that reports show for a source, in memory of its own; NULL when there is none. A text appears as its
 * first line with the hash of the whole: short_src, which Lua's messages use, is the same for many texts. */
char *qp_source_file(const char *source, size_t length);

/* A short one, to stand within a sentence: the last part of a file's path (two of them for init.lua), the name, or the
 * beginning of the text in quotes. */
char *qp_source_short_name(const char *source, size_t length);

/* The text itself and its size, in memory of its own; NULL when it cannot be known. */
char *qp_source_text(const char *source, size_t length, size_t *size);

/* Whether the source is the text itself. */
bool qp_source_is_text(const char *source);

#endif
