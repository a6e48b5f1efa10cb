/* origin.h - names and texts of chunks by their source.
 *
 * Lua's `source` of a chunk is "@file", "=name", or the text itself if a string was loaded without a name. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Return the name of a source in reports, to be freed; NULL if out of memory. A text is shown as its first line with
 * the hash of the whole, since short_src, which Lua's messages use, is the same for many texts. */
char *qlua_origin_file(const char *source, size_t length);

/* Return a short name, to be freed, for use in a sentence: the last part of a file's path (two parts for init.lua), the
 * name, or the start of the text in quotes. */
char *qlua_origin_short_name(const char *source, size_t length);

/* Return the text of a source and its size, to be freed; NULL if it is unknown. */
char *qlua_origin_text(const char *source, size_t length, size_t *size);

/* Return whether the source is the text itself. */
bool qlua_origin_is_text(const char *source);
