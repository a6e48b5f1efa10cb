/* moving.h - which carriers of a file recorded while it was read. Their numbers do not fit together: some are older. */
#ifndef QP_LOAD_MOVING_H
#define QP_LOAD_MOVING_H

#include "profile/load/model.h"

struct qp_moving {
    bool *carriers;             /* QP_PRODUCTS each */
    bool products[QP_PRODUCTS]; /* a live file: one of the carriers is */
};

/* Ask the file once more. Returns false without memory. */
bool qp_moving_find(struct qp_moving *moving, const struct qp_profile *profile);
void qp_moving_free(struct qp_moving *moving);

/* Whether an event is under way on the carrier, or was while the file was read. */
bool qp_moving_has(const struct qp_moving *moving, uint32_t carrier, uint32_t product);

#endif
