/* retire.h - retirement of a method, after which the client may reuse its id for another method.
 *
 * The recorder replaces the retired method's id by a new, internal id in the trees and blocks of all carriers. So
 * the events of another method with the old id add nothing to the retired method's data. */
#pragma once

#include "core/method/method.h"

#include <stdbool.h>

/* Retire a method. Return false if the method is not registered. Call this with the cold lock, while events are
 * held. */
bool qp_retire(enum qp_product product, uint64_t id);

/* Return true if the definition equals that of a retired method, and no method is registered with the definition's
 * id. Call this with the cold lock. */
bool qp_retire_can_undo(enum qp_product product, const struct qp_method_definition *definition);

/* Define a method, and give it the recorded data of a retired method that has the same definition. Return false if
 * no such method was retired, or if events were recorded for the id before this definition. Call this with the cold
 * lock, while events are held. */
bool qp_retire_undo(enum qp_product product, const struct qp_method_definition *definition);

/* Handle a method that took over the data of a retired method but now registers other branches. Retire its data
 * again. If another retired method has these branches, the method continues with the data of that method. Otherwise it
 * continues as a new method. Call this with the cold lock, while events are held. */
void qp_retire_change(enum qp_product product, struct qp_method *method, const struct qp_branch_record *branches,
                      uint32_t count);
