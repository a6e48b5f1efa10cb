/* file_match.h - matching files of two versions of a program.
 *
 * Files match if their paths are equal. Otherwise two files match if their paths end in the same parts, if no other
 * pair has more parts in common, and if no other file ends in these parts.
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
