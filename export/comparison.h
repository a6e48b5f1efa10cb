/* comparison.h - what changed between two sides of runs, for programs and for a comment to a change. Both write the
 * rows that the choice names, and return false without memory; output errors stay in the stream. */
#ifndef QP_EXPORT_COMPARISON_H
#define QP_EXPORT_COMPARISON_H

#include "profile/compare/compared_rows.h"

#include <stdio.h>

/* JSON (doc/compare.md). */
bool qp_comparison_write_json(const struct qp_comparison *comparison, const struct qp_compared_choice *choice,
                              FILE *out);

/* GitHub's and GitLab's Markdown. Of 20 rows a table it is less than GitHub takes in a comment (65,536 characters). */
bool qp_comparison_write_markdown(const struct qp_comparison *comparison, const struct qp_compared_choice *choice,
                                  FILE *out);

#endif
