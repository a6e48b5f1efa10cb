/* definitions.h - fills a profile's files, methods, sources and exclusions. */
#ifndef QP_DATA_DEFINITIONS_H
#define QP_DATA_DEFINITIONS_H

#include "data/model.h"

/* Returns false without memory. */
bool qp_definitions_load(struct qp_profile *profile);
void qp_definitions_free(struct qp_profile *profile);

/* The index of a file name, added when it is new; QP_NONE without a name. *ok turns false without memory. */
uint32_t qp_definitions_file(struct qp_profile *profile, struct qp_text name, bool *ok);

/* The index of a method, added as an unregistered one when it is new. */
uint32_t qp_definitions_method(struct qp_profile *profile, uint32_t product, uint64_t client_id, bool *ok);

#endif
