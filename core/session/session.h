/* session.h - the run of the process: products start and stop; exit, fork.
 *
 * The first product that starts opens the data file, the last to end completes it. All take the session lock, so two
 * threads that shut down at once do it in turn. Not from events. */
#ifndef QP_SESSION_SESSION_H
#define QP_SESSION_SESSION_H

#include "base/attribute.h"
#include "core/session/finish.h"
#include "format/record.h"
#include "qprof.h"

#include <stdbool.h>
#include <stdint.h>

struct qp_start {
    enum qp_product product;
    const char *options;
    void (*callback)(qprof_MethodID);
    bool virtual_threads;
    bool timed;
    qp_finish_show *summary;
    const struct qp_run_hooks *hooks; /* NULL = none */
};

/* Returns QPROF_REPORT_BLOCKS, QPROF_METHODS_ONLY or a QPROF_ERR code; a failure has been told in one line. */
QP_SHARED int qp_session_start(const struct qp_start *start);
QP_SHARED void qp_session_stop(enum qp_product product);

/* Ask this function about methods that are not registered, in place of the one that the start named; NULL = that one
 * again. Returns 0, or -1 without memory. */
QP_SHARED int qp_session_ask(enum qp_product product, void (*callback)(qprof_MethodID, void *), void *user);

/* The rank of the process, learned after the load: for the next data file, and the one that is open. */
QP_SHARED void qp_session_join(uint32_t rank, uint32_t ranks);

/* Have a number in the data file's name that is not below this one, from 1: the next one that is free. So files of
 * processes that run together get one number, when all ask for the largest until nobody has a larger one. Returns the
 * number, 0 where the name cannot have one: nothing is recorded, or in memory, or the file is not at its name any more.
 */
QP_SHARED unsigned qp_session_number(unsigned least);

QP_SHARED void *qp_session_option(enum qp_product product, const char *name);

/* The options in force, with the lock. */
const struct qp_config *qp_session_config(enum qp_product product);

#endif
