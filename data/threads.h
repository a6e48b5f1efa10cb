/* threads.h - fills a profile's carriers, groups and virtual threads; after its definitions. */
#ifndef QP_DATA_THREADS_H
#define QP_DATA_THREADS_H

#include "data/model.h"

/* Returns false without memory. */
bool qp_threads_load(struct qp_profile *profile);
void qp_threads_free(struct qp_profile *profile);

#endif
