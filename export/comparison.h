/* comparison.h - comparisons of two sides of runs as JSON and Markdown.
 *
 * Both functions write the rows that `choice` selects, and return false if out of memory. Output errors stay in the
 * stream: check it with ferror. */
#pragma once

#include "profile/compare/compared_rows.h"

#include <stdio.h>

/* Write JSON (doc/compare.md). */
bool qp_comparison_write_json(const struct qp_comparison *comparison, const struct qp_compared_choice *choice,
                              FILE *out);

/* Write Markdown for GitHub and GitLab. If the choice has 20 rows per table, the text stays below GitHub's limit for
 * comments (65,536 characters). */
bool qp_comparison_write_markdown(const struct qp_comparison *comparison, const struct qp_compared_choice *choice,
                                  FILE *out);
