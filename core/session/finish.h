/* finish.h - the end of a run: charge the last times, complete the file, print the summary, run the command.
 *
 * Call these functions with the session lock, while no event of the product is in progress. */
#pragma once

#include "core/session/config.h"
#include "core/session/file.h"

/* Print a product's summary, read from the open data file, to the descriptor `log`. */
typedef int qp_finish_show(int data_file, const char *path, int log);

enum qp_finish_reason { QP_FINISH_SHUTDOWN, QP_FINISH_EXIT };

/* Charge the time since each thread's last event to the thread's top node, and end its virtual threads. */
void qp_finish_product(enum qp_product product);

/* Mark the file as complete. */
void qp_finish_file(enum qp_finish_reason reason);

/* Print the summary on stderr or into the log file, unless -quiet is set. */
void qp_finish_summary(enum qp_product product, const struct qp_config *config, qp_finish_show *summary,
                       const struct qp_file *file, const char *program);

/* Run the command of -run-at-exit, in which %f stands for the data file. */
void qp_finish_command(enum qp_product product, const struct qp_config *config, const struct qp_file *file);
