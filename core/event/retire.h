/* retire.h - retirement of a method, whose id another method may have afterwards.
 *
 * In the trees and blocks of all carriers the recorder gives the method's data a new id of its own. So events of
 * another method with the old id add nothing to it. */
#pragma once

#include "core/method/method.h"

#include <stdbool.h>

/* Retire a method. Return false if it is not registered. Call this with the cold lock, while events are held. */
bool qp_retire(enum qp_product product, uint64_t id);

/* Return true if the definition is that of a retired method and its id is not registered. Call this with the cold
 * lock. */
bool qp_retire_can_undo(enum qp_product product, const struct qp_method_definition *definition);

/* Define a method again that was retired with the same definition: it gets the recorded data of the retired method.
 * Return false if there is no such method, or if something was recorded for the id before it was defined. Call this
 * with the cold lock, while events are held. */
bool qp_retire_undo(enum qp_product product, const struct qp_method_definition *definition);

/* Handle a method that was defined again, but whose branches differ from those of the retired method. If another
 * retired method has these branches, it becomes that method, otherwise a new one. Call this with the cold lock, while
 * events are held. */
void qp_retire_change(enum qp_product product, struct qp_method *method, const struct qp_branch_record *branches,
                      uint32_t count);
