/* ignore.h - the lines that a source text itself leaves out of coverage, by comments:
 *
 *     os.exit(1)  -- qii: ignore needs a program that fails        this line
 *     -- qii: ignore begin only on Windows                         from here ...
 *     -- qii: ignore end                                           ... to here; without it, to the end of the text
 *     -- qii: ignore file written by a generator                   all of it
 *
 * On a line without code `-- qii: ignore` is about the next line; on the line where a function begins, about all of the
 * function (chunk.c knows where it ends). What follows is the reason, after a colon if it begins with one of the three
 * words. */
#ifndef QP_LUA_IGNORE_H
#define QP_LUA_IGNORE_H

#include <stddef.h>

/* Called for each range of lines; reason is NULL where the comment has none. */
typedef void qp_ignore_range(void *data, int first, int last, const char *reason);

void qp_ignore_find(const char *text, size_t size, qp_ignore_range *range, void *data);

#endif
