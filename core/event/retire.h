/* retire.h - a method is gone, and its id serves another: what was recorded of it gets an id of the recorder's own, in
 * the trees and blocks of all carriers, so that no event takes it for the new one's. */
#ifndef QP_EVENT_RETIRE_H
#define QP_EVENT_RETIRE_H

#include "core/method/method.h"

#include <stdbool.h>

/* Returns false when the method is not registered. With the cold lock, while events are held. */
bool qp_retire(enum qp_product product, uint64_t id);

/* Return whether an unregistered method has the definition of a retired one. With the cold lock. */
bool qp_retire_can_undo(enum qp_product product, const struct qp_method_definition *definition);

/* Define a method as one that was retired: what was recorded of that is its again. Returns false where there is none,
 * or where something was recorded of the id before it was defined. With the cold lock, while events are held. */
bool qp_retire_undo(enum qp_product product, const struct qp_method_definition *definition);

/* A method that was defined again has other branches than the retired one: it goes on as one that has these, or is new.
 * The same. */
void qp_retire_change(enum qp_product product, struct qp_method *method, const struct qp_branch_record *branches,
                      uint32_t count);

#endif
