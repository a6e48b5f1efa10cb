/* line_patterns.h - lines that a project excludes from coverage by patterns of their text.
 *
 * A pattern without wildcards matches each line that contains it. A pattern with * or ? must match the whole line
 * without the blanks around it. If the lines below a matching line are indented deeper, they are excluded, too: they
 * are the body of a statement or function that begins there, or the rest of its expression. */
#pragma once

#include "profile/load/model.h"
#include "profile/source/source_path.h"

#define QP_LINE_PATTERNS 64

struct qp_line_pattern {
    const char *pattern;
    const char *reason;
    unsigned line; /* line in the file of settings, for messages */
};

/* Lines that a pattern excludes. */
struct qp_line_match {
    uint32_t pattern; /* index */
    uint32_t file;    /* index */
    int32_t first;
    int32_t last;
};

struct qp_line_patterns {
    struct qp_line_pattern items[QP_LINE_PATTERNS];
    uint32_t count;
    struct qp_line_match *matches; /* set by qp_line_patterns_exclude, sorted by file */
    uint32_t match_count;
    uint32_t unread; /* number of files whose text is missing, or has changed since the run */
};

/* Exclude the matching lines of all files of a profile. Texts are looked up as for annotated sources (source_text.h).
 * The patterns must outlive the profile. Return false if out of memory. */
bool qp_line_patterns_exclude(struct qp_line_patterns *patterns, struct qp_profile *profile,
                              struct qp_source_path *path);
void qp_line_patterns_close(struct qp_line_patterns *patterns);
