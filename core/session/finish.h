/* finish.h - the end of a run: last times, end of the file, summary, command.
 *
 * Requires the session lock; the product's thread states must be at rest. */
#pragma once

#include "core/session/config.h"
#include "core/session/file.h"

/* Print a product's summary, read from the open data file, to the descriptor `log`. */
typedef int qp_finish_show(int data_file, const char *path, int log);

enum qp_finish_reason { QP_FINISH_SHUTDOWN, QP_FINISH_EXIT };

/* Charge the time since each thread's last event to its top node. */
void qp_finish_product(enum qp_product product);

/* Mark the file as complete. */
void qp_finish_file(enum qp_finish_reason reason);

/* Print the summary on stderr or in the log file, unless -quiet. */
void qp_finish_summary(enum qp_product product, const struct qp_config *config, qp_finish_show *summary,
                       const struct qp_file *file, const char *program);

/* Run -run-at-exit, with %f replaced by the data file. */
void qp_finish_command(enum qp_product product, const struct qp_config *config, const struct qp_file *file);
