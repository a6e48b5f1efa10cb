/* moving.h - carriers that recorded while their file was read.
 *
 * The numbers of such a carrier were read one after another while they changed, so they need not add up. */
#pragma once

#include "profile/load/model.h"

struct qp_moving {
    bool *carriers;             /* array of QP_PRODUCTS elements for each carrier: true if the carrier recorded for
                                 * the product while the file was read */
    bool products[QP_PRODUCTS]; /* by product: true if the program is running and a carrier has recorded for the
                                 * product */
};

/* Find the carriers that recorded while the file was read: compare the profile with the current contents of the
 * file. Return false if out of memory. */
bool qp_moving_find(struct qp_moving *moving, const struct qp_profile *profile);
void qp_moving_free(struct qp_moving *moving);

/* Return true if a root's ledger has changed since it was read. */
bool qp_moving_is_later(const struct qp_profile *profile, const struct qp_profile_root *root);

/* Return true if the carrier had an event while the file was read or since then, or has one in progress. */
bool qp_moving_has(const struct qp_moving *moving, uint32_t carrier, uint32_t product);
