/* session.h - start and stop of products, also at exit and fork.
 *
 * The first product that starts opens the data file, and the last product that stops completes it. Each function takes
 * the session lock, unless its comment says otherwise, so two threads that shut down at once take turns. Do not call
 * these functions in an event. */
#pragma once

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

/* Start a product. Return QPROF_REPORT_BLOCKS or QPROF_METHODS_ONLY. On an error, print one line and return a QPROF_ERR
 * code. */
QP_SHARED int qp_session_start(const struct qp_start *start);
QP_SHARED void qp_session_stop(enum qp_product product);

/* Set the callback for unregistered methods, in place of the callback in qp_start. NULL restores the callback in
 * qp_start. Return 0, or -1 if out of memory. */
QP_SHARED int qp_session_set_callback(enum qp_product product, void (*callback)(qprof_MethodID, void *), void *user);

/* Set the rank of the process, which became known after the library was loaded. The rank applies to the open data
 * file and to later data files. */
QP_SHARED void qp_session_join(uint32_t rank, uint32_t ranks);

/* Set the job of the process and its MPI_COMM_WORLD's number in it (run.h) for the open data file and later ones. */
QP_SHARED void qp_session_join_job(uint64_t job, uint32_t world);

/* Give the data file's name the next free number from `least` on, which is at least 1. To get a common number,
 * processes that run together call this repeatedly, each time with the largest number that any of them got, until all
 * have the same number. Return the number. Return 0 if the name cannot have a number, because nothing is recorded, the
 * file is in memory, or the file was moved or removed. */
QP_SHARED unsigned qp_session_number(unsigned least);

QP_SHARED void *qp_session_option(enum qp_product product, const char *name);

/* Return the current options. Requires the session lock. */
const struct qp_config *qp_session_config(enum qp_product product);
