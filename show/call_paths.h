/* call_paths.h - the call tree: a line for each call path, the heavy ones first. */
#ifndef QP_SHOW_CALL_PATHS_H
#define QP_SHOW_CALL_PATHS_H

#include "profile/tree/calltree.h"
#include "show/parts/stream.h"

struct qp_call_paths_choice {
    uint32_t depth; /* levels, 0 = all */
    double share;   /* per cent of all time that a path needs to be shown */
    struct qp_calltree_choice paths;
    bool reverse; /* from the functions that spent the time up to those that called them */
};

/* Returns false without memory. */
bool qp_call_paths_print(const struct qp_query *query, const struct qp_call_paths_choice *choice,
                         const struct qp_stream *stream);

#endif
