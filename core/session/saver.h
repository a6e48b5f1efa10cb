/* saver.h - copies of a run's data file that a signal or a long-lived virtual thread requests.
 *
 * Signal handlers and events cannot write a copy themselves, so a separate thread writes the copies, at most one per
 * second. */
#pragma once

#include "core/session/config.h"
#include "core/session/finish.h"

/* Start or stop the thread that writes the copies of a run. If the run's options request no copies, do nothing. The
 * options must live as long as the run. Call these functions with the session lock. */
void qp_saver_start(enum qp_product product, const struct qp_config *config);
void qp_saver_stop(enum qp_product product, enum qp_finish_reason reason);
