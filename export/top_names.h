/* top_names.h - names of what has a call tree of its own, for formats that know functions alone: a thread ("thread 1
 * main"), and a group of virtual threads ("virtual threads worker, created in serve").
 *
 * Groups of one name are created by different functions, whose labels then differ, or along different paths: those have
 * their place in the data file behind their name ("#3"). No two threads have the same number. */
#ifndef QP_EXPORT_TOP_NAMES_H
#define QP_EXPORT_TOP_NAMES_H

#include "profile/source/labels.h"

struct qp_top_names {
    const struct qp_labels *labels;
    bool *numbered; /* by group */
};

#define QP_TOP_NAME_SIZE (QP_LABEL_SIZE + 600) /* of a name with its NUL; longer parts are cut */

/* Returns false without memory; nothing is to be closed then. The labels must live longer. */
bool qp_top_names_open(struct qp_top_names *names, const struct qp_labels *labels);
void qp_top_names_close(struct qp_top_names *names);

/* The name of a thread, or of a group (the other is QP_NONE), as labels are shown. */
void qp_top_names_text(const struct qp_top_names *names, uint32_t thread, uint32_t group, char shown[QP_TOP_NAME_SIZE]);

#endif
