/* reference.h - the work beside which the cost of events is measured.
 *
 * A processor executes part of an event in parallel with the work around it, so an event's cost depends on that work:
 * on one processor an entry and its exit add 33 ns to a chain of multiplications, 60 ns to independent work, and 40 to
 * 50 ns to bytecode, most of whose steps depend on each other (bench/own_cost). */
#ifndef QP_SESSION_REFERENCE_H
#define QP_SESSION_REFERENCE_H

#include <stdint.h>

/* Do this many steps of at most a nanosecond each. A call takes the result of the previous one. */
typedef uint64_t qp_reference(uint64_t value, unsigned steps);

/* Each step depends on the one before, so an event costs least. */
qp_reference qp_reference_chain;

/* Steps are independent, so an event costs most. */
qp_reference qp_reference_independent;

#endif
