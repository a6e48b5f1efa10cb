/* retire.h - a method is gone, and its id serves another: what was recorded of it gets an id of the recorder's own, in
 * the trees and blocks of all carriers, so that no event takes it for the new one's. */
#ifndef QP_RECORD_RETIRE_H
#define QP_RECORD_RETIRE_H

#include "data/record.h"

#include <stdbool.h>

/* Returns false when the method is not registered. With the cold lock, while events are held. */
bool qp_retire(enum qp_product product, uint64_t id);

#endif
