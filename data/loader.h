/* loader.h - the parts that fill a profile, in this order. Each returns false without memory. */
#ifndef QP_DATA_LOADER_H
#define QP_DATA_LOADER_H

#include "data/events.h"
#include "data/profile.h"

bool qp_definitions_load(struct qp_profile *profile);
void qp_definitions_free(struct qp_profile *profile);
bool qp_course_load(struct qp_profile *profile);
void qp_course_free(struct qp_profile *profile);
bool qp_nodes_load(struct qp_profile *profile);
void qp_nodes_free(struct qp_profile *profile);

/* The scopes and channels of the log. */
bool qp_events_load_definitions(struct qp_events *events);

/* The index of a file name, added when it is new; QP_NONE without a name. *ok turns false without memory. */
uint32_t qp_definitions_file(struct qp_profile *profile, struct qp_text name, bool *ok);

/* The index of a method, added as an unregistered one when it is new. */
uint32_t qp_definitions_method(struct qp_profile *profile, uint32_t product, uint64_t client_id, bool *ok);

#endif
