/* retire.h - retirement of a method, whose id may serve another one afterwards.
 *
 * The method's recorded data gets an id of the recorder's own in the trees and blocks of all carriers, so that no event
 * adds to it for the method that has the old id now. */
#pragma once

#include "core/method/method.h"

#include <stdbool.h>

/* Retire a method. Return false if it is not registered. With the cold lock, while events are held. */
bool qp_retire(enum qp_product product, uint64_t id);

/* Return true if an unregistered method has the definition of a retired one. With the cold lock. */
bool qp_retire_can_undo(enum qp_product product, const struct qp_method_definition *definition);

/* Define a method as one that was retired: the retired one's recorded data belongs to it again. Return false if there
 * is none, or if something was recorded for the id before it was defined. With the cold lock, while events are held. */
bool qp_retire_undo(enum qp_product product, const struct qp_method_definition *definition);

/* Handle a method that was defined again with other branches than the retired one: it becomes the retired method that
 * has these branches, or a new one. With the cold lock, while events are held. */
void qp_retire_change(enum qp_product product, struct qp_method *method, const struct qp_branch_record *branches,
                      uint32_t count);
