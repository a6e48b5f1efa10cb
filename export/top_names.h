/* top_names.h - names of call tree roots, for formats that know only functions: a thread ("thread 1 main"), or a group
 * of virtual threads ("virtual threads worker, created in serve").
 *
 * Groups with the same name have different creators, or the same creator on different paths: the latter get their
 * number in the data file as a suffix ("#3"). No two threads have the same number. */
#pragma once

#include "profile/source/labels.h"

struct qp_top_names {
    const struct qp_labels *labels;
    bool *numbered; /* by group */
};

#define QP_TOP_NAME_SIZE (QP_LABEL_SIZE + 600) /* bytes of a name with its NUL; longer parts are cut */

/* Return false if out of memory; then there is nothing to close. The labels must outlive the names. */
bool qp_top_names_open(struct qp_top_names *names, const struct qp_labels *labels);
void qp_top_names_close(struct qp_top_names *names);

/* Write the name of a thread, or of a group, in the form that labels have. The index that does not apply is QP_NONE. */
void qp_top_names_text(const struct qp_top_names *names, uint32_t thread, uint32_t group, char shown[QP_TOP_NAME_SIZE]);
