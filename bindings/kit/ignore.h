/* ignore.h - lines that comments in a source text exclude from coverage. In a language whose comments begin with two
 * dashes:
 *
 *     os.exit(1)  -- qii: ignore needs a program that fails        this line
 *     -- qii: ignore begin only on Windows                         from here ...
 *     -- qii: ignore end                                           ... to here; without it, to the end of the text
 *     -- qii: ignore file written by a generator                   the whole text
 *
 * On a line without code the first form excludes the next line. The rest of the comment is the reason; if the reason
 * starts with one of the three words, write a colon before it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/cdefs.h>

__BEGIN_DECLS

/* Called for one comment on one line, without its delimiters. after_code: code precedes it on the line. */
typedef void kit_comment(void *data, const char *text, size_t length, int line, bool after_code);

/* Scanner of a language: call `comment` for each comment of the text, in order. Return the number of the last line. */
typedef int kit_find_comments(const char *text, size_t size, kit_comment *comment, void *data);

/* Called for each range of lines. reason: NULL if the comment has none; valid until the call returns. */
typedef void kit_ignore_range(void *data, int first, int last, const char *reason);

/* Find all excluded ranges of a text. */
void kit_ignore_find(const char *text, size_t size, kit_find_comments *find, kit_ignore_range *range, void *data);

__END_DECLS
