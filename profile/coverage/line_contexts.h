/* line_contexts.h - the contexts (qprof_context) for which each line of a file ran: the tests of a line. */
#pragma once

#include "profile/coverage/target.h"
#include "profile/query/contexts.h"

struct qp_line_contexts {
    struct qp_line_users {
        int32_t line;
        uint32_t first; /* index of its first context in `named` */
        uint32_t count;
    } * items; /* lines that ran in a context, sorted */
    uint32_t count;
    uint32_t *named; /* indexes of contexts, ascending for each line; loads of files are left out */
};

/* Collect the contexts of the lines of a file or method. Return false if out of memory; then nothing needs to be freed.
 */
bool qp_line_contexts_open(struct qp_line_contexts *lines, const struct qp_query *query, struct qp_contexts *contexts,
                           struct qp_target target);
void qp_line_contexts_close(struct qp_line_contexts *lines);

/* Return the contexts of a line, NULL if it has none. */
const struct qp_line_users *qp_line_contexts_find(const struct qp_line_contexts *lines, int32_t line);
