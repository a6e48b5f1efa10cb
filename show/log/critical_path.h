/* critical_path.h - print a critical path: its title, its parts by name, state and function, and its longest
 * segments. */
#pragma once

#include "profile/log/critical_path.h"
#include "show/parts/stream.h"

/* Print the path. `wanted` is the argument of --critical, NULL if the path of the whole run was asked for. Each table
 * has at most `most` rows, 0 = all. Return false if out of memory. */
bool qp_critical_path_print(const struct qp_critical_path *path, const struct qp_profile *profile, const char *wanted,
                            uint32_t most, const struct qp_stream *stream);
