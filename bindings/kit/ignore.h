/* ignore.h - the lines that a source text itself leaves out of coverage, by comments. In a language whose comments
 * begin with two dashes:
 *
 *     os.exit(1)  -- qii: ignore needs a program that fails        this line
 *     -- qii: ignore begin only on Windows                         from here ...
 *     -- qii: ignore end                                           ... to here; without it, to the end of the text
 *     -- qii: ignore file written by a generator                   all of it
 *
 * On a line without code the first form is about the next line. What follows is the reason, after a colon if it begins
 * with one of the three words. */
#ifndef KIT_IGNORE_H
#define KIT_IGNORE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One comment on one line, without the signs that begin and end it. after_code: code stands before it on the line. */
typedef void kit_comment(void *data, const char *text, size_t length, int line, bool after_code);

/* What a language gives: call `comment` for each comment of the text, from its beginning to its end. Returns the number
 * of the text's last line. */
typedef int kit_find_comments(const char *text, size_t size, kit_comment *comment, void *data);

/* Called for each range of lines; reason is NULL where the comment has none, and lives until the call returns. */
typedef void kit_ignore_range(void *data, int first, int last, const char *reason);

void kit_ignore_find(const char *text, size_t size, kit_find_comments *find, kit_ignore_range *range, void *data);

#ifdef __cplusplus
}
#endif

#endif
