/* marks.h - fills a profile's marks, and its phases, which marks begin. */
#ifndef QP_DATA_MARKS_H
#define QP_DATA_MARKS_H

#include "data/model.h"

/* Returns false without memory. */
bool qp_marks_load(struct qp_profile *profile);
void qp_marks_free(struct qp_profile *profile);

#endif
