/* ignore.h - lines that comments in a source text exclude from coverage.
 *
 * In a language whose comments begin with two dashes:
 *
 *     os.exit(1)  -- qii: ignore needs a program that fails        excludes this line
 *     -- qii: ignore begin only on Windows                         excludes the lines from here ...
 *     -- qii: ignore end                                           ... to here (default: the end of the text)
 *     -- qii: ignore file written by a generator                   excludes the whole text
 *
 * On a line without code the first form excludes the next line. The rest of the comment is the reason. If the reason
 * itself starts with "begin", "end" or "file", write a colon before it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/cdefs.h>

__BEGIN_DECLS

/* Callback for a comment, or for the part of a comment that is on one line. `text` is the comment without its
 * delimiters. `after_code` is true if code precedes it on the line. */
typedef void kit_comment(void *data, const char *text, size_t length, int line, bool after_code);

/* Scanner for the comments of a language: call `comment` for each comment of the text, in order. Return the number of
 * the last line. */
typedef int kit_find_comments(const char *text, size_t size, kit_comment *comment, void *data);

/* Callback for a range of excluded lines. `reason` is NULL if the comment gives none; it is valid until the callback
 * returns. */
typedef void kit_ignore_range(void *data, int first, int last, const char *reason);

/* Find all ranges of lines that comments of the text exclude. `find` is the scanner of its language. */
void kit_ignore_find(const char *text, size_t size, kit_find_comments *find, kit_ignore_range *range, void *data);

__END_DECLS
