/* load.h - fills a profile, part by part in this order: what profile.c calls, and what the parts share. */
#ifndef QP_DATA_LOAD_H
#define QP_DATA_LOAD_H

#include "data/model.h"

/* Files, methods, sources, exclusions; carriers, groups, virtual threads; marks and phases; roots, nodes, their extra
 * numbers, block arrays. Return false without memory; profile.c frees what is there. */
bool qp_definitions_load(struct qp_profile *profile);
bool qp_threads_load(struct qp_profile *profile);
bool qp_marks_load(struct qp_profile *profile);
bool qp_nodes_load(struct qp_profile *profile);

/* The index of a file name, added when it is new; QP_NONE without a name. *ok turns false without memory. */
uint32_t qp_definitions_file(struct qp_profile *profile, struct qp_text name, bool *ok);

/* The index of a method, added as an unregistered one when it is new. */
uint32_t qp_definitions_method(struct qp_profile *profile, uint32_t product, uint64_t client_id, bool *ok);

#endif
