/* top_names.h - names of call tree roots, for formats in which a root is a function: a thread ("thread 1 main"), or a
 * group of virtual threads ("virtual threads worker, created in serve").
 *
 * Each name is unique. Threads have different numbers. If groups have the same name and the same creator (on different
 * call paths), their number in the data file is added ("#3"). */
#pragma once

#include "profile/source/labels.h"

struct qp_top_names {
    const struct qp_labels *labels;
    bool *numbered; /* indexed by group: true if the group's number is part of its name */
};

#define QP_TOP_NAME_SIZE (QP_LABEL_SIZE + 600) /* bytes of a name with its NUL; long parts of it are truncated */

/* Find the groups whose names need a number. Return false if out of memory; then there is nothing to close. The labels
 * must outlive the names. */
bool qp_top_names_open(struct qp_top_names *names, const struct qp_labels *labels);
void qp_top_names_close(struct qp_top_names *names);

/* Write the name of a thread or of a group. Pass QP_NONE as `group` for a thread, and as `thread` for a group. The
 * labels' reserved character is replaced. */
void qp_top_names_text(const struct qp_top_names *names, uint32_t thread, uint32_t group, char shown[QP_TOP_NAME_SIZE]);
