/* cover.h - the coverage table: lines, branches and functions per file. */
#pragma once

#include "profile/coverage/coverage.h"
#include "show/parts/stream.h"

struct qp_cover_choice {
    struct qp_filter filter; /* by file */
    uint32_t top;            /* number of files, those with most missed lines first; 0 = all, by name */
    bool ranges;             /* add a column of missed lines */
};

/* Print nothing if no file passes the filter. Return false if out of memory. *total is always set. */
bool qp_cover_print(const struct qp_query *query, const struct qp_cover_choice *choice, const struct qp_stream *stream,
                    struct qp_coverage *total);
