/* lanes.h - the lanes of all threads: send their next event the slow way, or hold all events. */
#ifndef QP_CARRIER_LANES_H
#define QP_CARRIER_LANES_H

#include "format/record.h"

/* Send the next event of every lane of the product the slow way. */
void qp_lanes_poke(enum qp_product product);

/* Let the events of all products wait until they are released, and wait until none is under way, the caller's own
 * excepted: what a carrier keeps for all products may be used by the caller alone then. With the session lock, for the
 * end of a product, whose recording flag is 0 already. Without the cold lock, since an event may be waiting for it. */
void qp_lanes_hold(void);
void qp_lanes_release(void);

#endif
