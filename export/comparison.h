/* comparison.h - comparisons of two sides of runs as JSON and Markdown. Both write the rows selected by the choice, and
 * return false if out of memory; output errors stay in the stream. */
#pragma once

#include "profile/compare/compared_rows.h"

#include <stdio.h>

/* Write JSON (doc/compare.md). */
bool qp_comparison_write_json(const struct qp_comparison *comparison, const struct qp_compared_choice *choice,
                              FILE *out);

/* Write Markdown for GitHub and GitLab. With 20 rows per table it stays below GitHub's limit for comments (65,536
 * characters). */
bool qp_comparison_write_markdown(const struct qp_comparison *comparison, const struct qp_compared_choice *choice,
                                  FILE *out);
