/* cover.h - the table of files with the lines, branches and functions that ran. */
#ifndef QP_SHOW_COVER_H
#define QP_SHOW_COVER_H

#include "profile/coverage/coverage.h"
#include "show/parts/stream.h"

struct qp_cover_choice {
    struct qp_filter filter; /* of files */
    uint32_t top;            /* files, those with most missed lines first; 0 = all, by name */
    bool ranges;             /* with a column of missed lines */
};

/* Nothing is drawn when no file passes. Returns false without memory. *total is set in any case. */
bool qp_cover_print(const struct qp_query *query, const struct qp_cover_choice *choice, const struct qp_stream *stream,
                    struct qp_coverage *total);

#endif
