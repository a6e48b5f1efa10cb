/* line_starts.h - where lines of a method's code begin that its tables do not name. */
#ifndef QJVM_LINE_STARTS_H
#define QJVM_LINE_STARTS_H

#include <stdbool.h>

/* Of sound code; line_at: the line that begins at each offset, -1 where none does. A compiler may put a jump of the
 * line above first, and then the line, which other lines jump to behind that jump: Eclipse's does so for `else if`. An
 * instruction that is come to from other lines alone begins its line, too. Returns false without memory. */
bool qjvm_line_starts_add(const unsigned char *code, unsigned size, int *line_at);

#endif
