/* pattern.h - which names a user means by a text: those that it is a part of, or with * or ? in it those that are like
 * it. A * stands for any characters, also for '/', a ? for one. */
#ifndef QP_SOURCE_PATTERN_H
#define QP_SOURCE_PATTERN_H

#include "profile/load/model.h"

#define QP_PATTERNS 32

struct qp_patterns {
    const char *items[QP_PATTERNS];
    uint32_t count;
};

/* Those that are asked for, without those that are not; nothing asked for means all. */
struct qp_filter {
    struct qp_patterns only;
    struct qp_patterns except;
    bool files_only; /* no path passes that stands for code without a file */
};

/* Whether a path stands for code that was loaded from a string or typed in, as interpreters name it: in brackets, such
 * as [string "return 1"] 0123456789abcdef, (command line) or <string>. */
bool qp_pattern_is_no_file(struct qp_text path);

bool qp_pattern_matches(const char *pattern, struct qp_text name);

/* The same of a file's path: one that is like the pattern from its beginning, or behind a '/'. */
bool qp_pattern_matches_path(const char *pattern, struct qp_text path);

bool qp_filter_is_empty(const struct qp_filter *filter);
bool qp_filter_passes_path(const struct qp_filter *filter, struct qp_text path);
bool qp_filter_passes_name(const struct qp_filter *filter, struct qp_text name);

/* Something of two names is meant by either; one without bytes is none. */
bool qp_filter_passes_names(const struct qp_filter *filter, struct qp_text one, struct qp_text other);

/* A function is meant by its name or its file's; a path without bytes is none. */
bool qp_filter_passes_function(const struct qp_filter *filter, struct qp_text name, struct qp_text path);
bool qp_filter_passes_method(const struct qp_filter *filter, const struct qp_profile *profile, uint32_t method);

#endif
