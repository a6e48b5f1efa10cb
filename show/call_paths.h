/* call_paths.h - the call tree, one line per call path, heaviest first. */
#pragma once

#include "profile/tree/calltree.h"
#include "show/parts/stream.h"

struct qp_call_paths_choice {
    uint32_t depth; /* maximum number of levels, 0 = all */
    double share;   /* threshold in per cent of total time; paths below it are hidden */
    struct qp_calltree_choice paths;
    bool reverse; /* inverted tree: from the functions that spent the time up to their callers */
};

/* Print the call tree. Return false if out of memory. */
bool qp_call_paths_print(const struct qp_query *query, const struct qp_call_paths_choice *choice,
                         const struct qp_stream *stream);
