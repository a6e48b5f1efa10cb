/* tstate_run.h - a thread state in a run: made ready when its thread attaches, closed when the thread ends. */
#pragma once

#include "core/thread/tstate.h"

/* Prepare a product's thread state for the current run: all but its limits, with the carrier's own stack mounted.
 * The thread state is busy. Return false if there is no room. */
bool qp_tstate_run_begin(struct qp_carrier *carrier, enum qp_product product);

/* Charge the open time and take the thread state out of its run; it is not busy then. */
void qp_tstate_run_end(struct qp_carrier *carrier, enum qp_product product);
