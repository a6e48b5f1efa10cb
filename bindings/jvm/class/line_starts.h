/* line_starts.h - starts of lines that the line tables of a method's code omit. */
#pragma once

#include <stdbool.h>

/* Add the missing line starts to valid code. line_at[offset] is the line that begins at the offset, -1 if none begins
 * there.
 *
 * The Eclipse compiler begins an `else if` line with a jump that belongs to the line above, and other lines jump to the
 * instruction after it. Therefore an instruction that is reached only from other lines begins its line, too. Return
 * false if out of memory. */
bool qjvm_line_starts_add(const unsigned char *code, unsigned size, int *line_at);
