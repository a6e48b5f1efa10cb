/* session.h - the run of the process: products start and stop, pause and save; exit, fork.
 *
 * The first product that starts opens the data file, the last to end completes it. All take the session lock, so two
 * threads that shut down at once do it in turn. Not from events. */
#ifndef QP_CORE_SESSION_H
#define QP_CORE_SESSION_H

#include "base/attribute.h"
#include "core/config.h"
#include "data/record.h"
#include "qprof.h"

#include <stdint.h>

/* What a product adds to the session: how it shows its result at the end, on log (a descriptor), from the data file. */
typedef int qp_session_summary(int data_file, const char *path, int log);

struct qp_start {
    enum qp_product product;
    const char *options;
    void (*callback)(qprof_MethodID);
    int virtual_threads;
    int timed;
    qp_session_summary *summary;
};

/* Returns. QPROF_REPORT_BLOCKS, QPROF_METHODS_ONLY or a QPROF_ERR code; a failure has been told in one line. */
QP_SHARED int qp_session_start(const struct qp_start *start);
QP_SHARED void qp_session_stop(enum qp_product product);

QP_SHARED int qp_session_is_running(enum qp_product product);
QP_SHARED int qp_session_is_recording(enum qp_product product);
QP_SHARED void *qp_session_option(enum qp_product product, const char *name);

/* Pause, resume (until disabled), clear, phase, note. Returns. Non-zero = done. */
QP_SHARED int qp_session_pause(enum qp_product product, int for_good);
QP_SHARED int qp_session_resume(enum qp_product product);
QP_SHARED int qp_session_clear(enum qp_product product);
QP_SHARED int qp_session_phase(enum qp_product product, const char *name);
QP_SHARED int qp_session_note(enum qp_product product, const char *text);
QP_SHARED int qp_session_save(enum qp_product product);
QP_SHARED void qp_session_break(enum qp_product product, uint32_t flags, uint64_t method);

#endif
