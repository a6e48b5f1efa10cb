/* cover_diff.h - qii cover --diff: coverage of changed lines. */
#pragma once

#include "profile/source/pattern.h"
#include "show/parts/stream.h"
#include "tools/qii/input.h"

struct qii_cover_diff {
    const char *change;             /* revision, or "-" for a patch on standard input */
    const struct qp_filter *filter; /* selects files */
    double least;                   /* limit of --fail-under in per cent, < 0 = no limit */
};

/* Print the coverage of the changed lines, and check the limit. Return the exit code. */
int qii_cover_diff(struct qii_input *input, const struct qii_cover_diff *wanted, const struct qp_stream *stream);
