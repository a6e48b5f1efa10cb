/* finish.h - the end of a run: the last times, the file's end, the summary, the command. With the session lock, after
 * the product's lanes came to rest. */
#ifndef QP_SESSION_FINISH_H
#define QP_SESSION_FINISH_H

#include "core/session/config.h"
#include "core/session/file.h"

/* How a product shows its result at the end, on log (a descriptor), from the data file. */
typedef int qp_finish_show(int data_file, const char *path, int log);

enum qp_finish_reason { QP_FINISH_SHUTDOWN, QP_FINISH_EXIT };

/* Charge the time since each thread's last event to the node on its top. */
void qp_finish_product(enum qp_product product);

/* The file is whole. */
void qp_finish_file(enum qp_finish_reason reason);

/* Show the result on stderr or in the log file, unless -quiet. */
void qp_finish_summary(enum qp_product product, const struct qp_config *config, qp_finish_show *summary,
                       const struct qp_file *file, const char *program);

/* Run -run-at-exit; %f in it is the data file. */
void qp_finish_command(enum qp_product product, const struct qp_config *config, const struct qp_file *file);

#endif
