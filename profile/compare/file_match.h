/* file_match.h - which file of one version of a program is which of another version: the same path, else the path with
 * the longest common end, in whole parts, when of both sides exactly one file has it.
 *
 *   /home/ann/app/src/lexer.lua    /tmp/build/app/src/lexer.lua    the same file: app/src/lexer.lua
 *   /home/ann/app/init.lua         /tmp/build/one/init.lua         neither: two files end in init.lua
 *                                  /tmp/build/two/init.lua
 */
#ifndef QP_COMPARE_FILE_MATCH_H
#define QP_COMPARE_FILE_MATCH_H

#include "base/text.h"

/* Fill match, by file of the first: its number among the second, UINT32_MAX = none. Paths of one side differ from each
 * other. Returns false without memory. */
bool qp_file_match(const struct qp_text *first, uint32_t first_count, const struct qp_text *second,
                   uint32_t second_count, uint32_t *match);

#endif
