/* wrap.h - stream that breaks wide lines.
 *
 * Lines break between words; a word wider than a line breaks anywhere. The rest of a line begins below the line's last
 * column of text (text after two blanks) in the first half of the width, or after two blanks if there is none. */
#pragma once

#include <stddef.h>
#include <stdio.h>

/* Return a stream that writes to `out` and breaks lines wider than `columns`. Escape sequences have no width. A line is
 * written when it is complete; fclose writes an incomplete one, and leaves `out` open. Return NULL if out of memory. */
FILE *qp_wrap_open(FILE *out, size_t columns);
