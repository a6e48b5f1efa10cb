/* tstate_run.h - a thread state in a run: prepared when its thread joins the run, closed when the thread ends. */
#pragma once

#include "core/thread/tstate.h"

/* Prepare a product's thread state for the current run: mount the carrier's own stack, and set everything except the
 * limits. The thread state must be busy. Return false if the data file has no room. */
bool qp_tstate_run_begin(struct qp_carrier *carrier, enum qp_product product);

/* Charge the time until now and take the thread state out of its run. The thread state must not be busy. */
void qp_tstate_run_end(struct qp_carrier *carrier, enum qp_product product);
