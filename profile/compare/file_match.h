/* file_match.h - matching files of two versions of a program.
 *
 * Files match if their paths are equal. Otherwise they match if they have the longest common end, in whole parts, and
 * exactly one file of each side has it.
 *
 *   /home/ann/app/src/lexer.lua    /tmp/build/app/src/lexer.lua    the same file: app/src/lexer.lua
 *   /home/ann/app/init.lua         /tmp/build/one/init.lua         no match: two files end in init.lua
 *                                  /tmp/build/two/init.lua */
#pragma once

#include "base/text.h"

/* For each file of the first side, set `match` to the number of the matching file of the second side, UINT32_MAX =
 * none. Paths of one side are unique. Return false if out of memory. */
bool qp_file_match(const struct qp_text *first, uint32_t first_count, const struct qp_text *second,
                   uint32_t second_count, uint32_t *match);
