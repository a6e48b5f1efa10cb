/* pattern.h - user patterns for names: a part of the name, or a glob with * and ?.
 *
 * A * matches any characters, also '/', a ? matches one. */
#pragma once

#include "profile/load/model.h"

#define QP_PATTERNS 32

struct qp_patterns {
    const char *items[QP_PATTERNS];
    uint32_t count;
};

/* Names that match only, and not except; an empty only matches all. */
struct qp_filter {
    struct qp_patterns only;
    struct qp_patterns except;
    bool files_only; /* reject paths that stand for code without a file */
};

/* Return true if a path stands for code that was loaded from a string or typed in. Interpreters show these in
 * brackets: [string "return 1"] 0123456789abcdef, (command line) or <string>. */
bool qp_pattern_is_no_file(struct qp_text path);

bool qp_pattern_matches(const char *pattern, struct qp_text name);

/* Match a file's path; a glob may match from its beginning or after any '/'. */
bool qp_pattern_matches_path(const char *pattern, struct qp_text path);

bool qp_filter_is_empty(const struct qp_filter *filter);
bool qp_filter_passes_path(const struct qp_filter *filter, struct qp_text path);
bool qp_filter_passes_name(const struct qp_filter *filter, struct qp_text name);

/* Either of two names may match; one without bytes is absent. */
bool qp_filter_passes_names(const struct qp_filter *filter, struct qp_text one, struct qp_text other);

/* A function matches by its name or its file's path; a path without bytes is absent. */
bool qp_filter_passes_function(const struct qp_filter *filter, struct qp_text name, struct qp_text path);
bool qp_filter_passes_method(const struct qp_filter *filter, const struct qp_profile *profile, uint32_t method);
