/* exclusion_use.h - the effect of a project's exclusions (line_patterns.h), for warnings about wrong ones. */
#pragma once

#include "profile/query/query.h"
#include "profile/source/line_patterns.h"
#include "profile/source/pattern.h"

struct qp_exclusion_use {
    uint32_t lines; /* number of executable lines that the pattern excludes */
    uint32_t ran;   /* number of these lines that ran. If a match has several lines, its first line is not counted: a
                     * condition is evaluated, and a function is defined, even if the lines below it never run */
    uint32_t file;  /* index of the file of the first line that ran */
    int32_t line;
};

/* Compute the effect of each pattern on the files that pass the filter. The patterns must have been applied to the
 * query's profile. Return one item per pattern, to be freed; NULL if out of memory. */
struct qp_exclusion_use *qp_exclusion_use_of(const struct qp_query *query, const struct qp_line_patterns *patterns,
                                             const struct qp_filter *filter);
