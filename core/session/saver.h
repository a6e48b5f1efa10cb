/* saver.h - copies of a run's data file that are asked for in a moment when nobody can write one: by a signal, or by a
 * virtual thread that lived longer than a limit. A thread of its own writes them, at most one a second. */
#ifndef QP_SESSION_SAVER_H
#define QP_SESSION_SAVER_H

#include "core/session/config.h"
#include "core/session/finish.h"

/* A run begins or ends; nothing is done unless its options, which last as long as it, ask for it. With the session
 * lock. */
void qp_saver_start(enum qp_product product, const struct qp_config *config);
void qp_saver_stop(enum qp_product product, enum qp_finish_reason reason);

#endif
