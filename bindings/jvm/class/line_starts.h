/* line_starts.h - starts of lines in a method's code that its line tables omit. */
#pragma once

#include <stdbool.h>

/* Add missing line starts to valid code. line_at: by offset, the line that begins there, -1 if none does. The Eclipse
 * compiler places a jump of the line above at the start of an `else if` line, and other lines jump to the instruction
 * after it. So an instruction reached only from other lines begins its line, too. Return false if out of memory. */
bool qjvm_line_starts_add(const unsigned char *code, unsigned size, int *line_at);
