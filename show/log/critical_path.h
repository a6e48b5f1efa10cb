/* critical_path.h - the path that a run, or a virtual thread, waited for: what it is, its parts by name, state and
 * function, and its longest segments in the order of time. */
#ifndef QP_SHOW_LOG_CRITICAL_PATH_H
#define QP_SHOW_LOG_CRITICAL_PATH_H

#include "profile/log/critical_path.h"
#include "show/parts/stream.h"

/* wanted is what the path was asked for, NULL = the run; most: rows of each table, 0 = all. Returns false without
 * memory. */
bool qp_critical_path_print(const struct qp_critical_path *path, const struct qp_profile *profile, const char *wanted,
                            uint32_t most, const struct qp_stream *stream);

#endif
