/* cover.h - the coverage table: lines, branches and functions per file. */
#pragma once

#include "profile/coverage/coverage.h"
#include "show/parts/stream.h"

struct qp_cover_choice {
    struct qp_filter filter; /* selects files by name */
    uint32_t top;            /* maximum number of files, those with the most missed lines first; 0 = all, by name */
    bool ranges;             /* add a column of missed lines */
};

/* Print the coverage of each file that passes the filter, and set *total to their sum. Print nothing if no file passes.
 * If out of memory, return false; *total is set even then. */
bool qp_cover_print(const struct qp_query *query, const struct qp_cover_choice *choice, const struct qp_stream *stream,
                    struct qp_coverage *total);
