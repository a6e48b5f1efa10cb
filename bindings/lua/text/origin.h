/* origin.h - names and texts of chunks by their source.
 *
 * Lua's `source` of a chunk is "@file", "=name", or the text itself if a string was loaded without a name. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Return the name of a source in reports, to be freed; NULL if out of memory. The name of a text is its first line
 * with a hash of the whole text. The name in Lua's messages, short_src, is not used, because it is the same for many
 * texts. */
char *qlua_origin_file(const char *source, size_t length);

/* Return a short name of a source, to be freed, for use in a sentence. It is the last part of a file's path (the
 * last two parts for an init.lua), the name after '=', or the start of a text in quotes. */
char *qlua_origin_short_name(const char *source, size_t length);

/* Return the text of a source, to be freed, and store its size. Return NULL if the text is unknown. */
char *qlua_origin_text(const char *source, size_t length, size_t *size);

/* Return whether the source is itself the text of the chunk. */
bool qlua_origin_is_text(const char *source);
