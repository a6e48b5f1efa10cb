/* pattern.h - user patterns for names: a part of the name, or a glob with * and ?.
 *
 * A * matches any characters, including '/'. A ? matches one character. */
#pragma once

#include "profile/load/model.h"

#define QP_PATTERNS 32

struct qp_patterns {
    const char *items[QP_PATTERNS];
    uint32_t count;
};

/* Names pass if they match `only` and do not match `except`. An empty `only` matches all names. */
struct qp_filter {
    struct qp_patterns only;
    struct qp_patterns except;
    bool files_only; /* if true, paths that name code without a file (qp_pattern_is_no_file) do not pass */
};

/* Return true if a path is not a file's path but a name for code that was loaded from a string or typed in.
 * Interpreters write such names in brackets: [string "return 1"] 0123456789abcdef, (command line) or <string>. */
bool qp_pattern_is_no_file(struct qp_text path);

bool qp_pattern_matches(const char *pattern, struct qp_text name);

/* Match a file's path; a glob may match from its beginning or after any '/'. The comparison takes at most as many steps
 * as the product of the lengths. If out of memory, return false. */
bool qp_pattern_matches_path(const char *pattern, struct qp_text path);

bool qp_filter_is_empty(const struct qp_filter *filter);
bool qp_filter_passes_path(const struct qp_filter *filter, struct qp_text path);
bool qp_filter_passes_name(const struct qp_filter *filter, struct qp_text name);

/* Apply the filter to something with two names: `only` and `except` match if either name does. A name whose `bytes`
 * is NULL is ignored. */
bool qp_filter_passes_names(const struct qp_filter *filter, struct qp_text one, struct qp_text other);

/* Apply the filter to a function: `only` and `except` match if its name or its file's path does. A path whose
 * `bytes` is NULL is ignored. */
bool qp_filter_passes_function(const struct qp_filter *filter, struct qp_text name, struct qp_text path);
bool qp_filter_passes_method(const struct qp_filter *filter, const struct qp_profile *profile, uint32_t method);
