/* changed.h - coverage of changed lines: a table of files, and the missed lines with their text. */
#pragma once

#include "profile/coverage/changed.h"
#include "show/parts/stream.h"

/* Print the table, the missed lines, and the names of changed files that are not in the run. Programs get two tables:
 * files, and missed lines. Return false if out of memory. */
bool qp_changed_print(const struct qp_changed *changed, const struct qp_stream *stream);
