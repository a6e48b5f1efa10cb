/* exclusions.h - warnings about exclusions of the project's settings that have no effect, or hide what ran. */
#pragma once

#include "tools/qii/input.h"

/* Print a line on stderr for each pattern that excludes no file or line, or that hides lines that ran. `filter` is the
 * filter of the report. Return false if out of memory. */
bool qii_exclusions_warn(const struct qii_input *input, const struct qp_filter *filter);
