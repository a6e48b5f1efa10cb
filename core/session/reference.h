/* reference.h - work that the cost of events is measured beside.
 *
 * A processor does a part of an event at the same time as the work around it. So what an event costs depends on that
 * work: on one processor an entry and its exit add 33 ns to a chain of multiplications, 60 ns to work that waits for
 * nothing, and 40 to 50 ns to bytecode, whose steps wait for each other mostly (bench/own_cost). */
#ifndef QP_SESSION_REFERENCE_H
#define QP_SESSION_REFERENCE_H

#include <stdint.h>

/* So many steps, a nanosecond or less each. The value of one call goes into the next one. */
typedef uint64_t qp_reference(uint64_t value, unsigned steps);

/* Each step waits for the one before, so that an event costs least. */
qp_reference qp_reference_chain;

/* No step waits for another, so that an event costs most. */
qp_reference qp_reference_independent;

#endif
