#include "core/session/control.h"

#include "base/atomic.h"
#include "base/clock.h"
#include "core/store/diagnose.h"
#include "core/store/process.h"
#include "core/event/block_counters.h"
#include "core/carrier/safepoint.h"
#include "core/thread/mark.h"
#include "core/thread/occupy.h"
#include "core/thread/run.h"
#include "core/session/datafile.h"
#include "core/session/session.h"
#include "core/session/throttle.h"

#include <string.h>

/* Number of the run that was paused for good, 0 = none. */
static uint32_t disabled[QP_PRODUCTS];

bool qp_control_is_running(enum qp_product product)
{
    return qp_load_acquire(&qp_process->recording[product]) != 0;
}

bool qp_control_is_recording(enum qp_product product)
{
    return qp_control_is_running(product) && !qp_mark_is_paused(product);
}

/* Add a mark while the product runs, and make every thread state process it. Return true if the mark was added. */
static bool mark(enum qp_product product, enum qp_mark_kind kind, const char *text)
{
    if (!qp_control_is_running(product)) {
        qp_diagnose(product, QP_DIAGNOSTIC_NOT_RUNNING, "mark %d", (int)kind);
        return false;
    }
    bool concerns_tstates = kind != QP_MARK_NOTE;
    if (concerns_tstates)
        qp_safepoint_begin(); /* so that every event either has an older tick or sees the mark */
    qp_cold_lock();
    if (concerns_tstates)
        qp_block_counters_snapshot(product);
    int result = qp_mark_add(product, kind, qp_clock_read(), text);
    qp_cold_unlock();
    if (concerns_tstates)
        qp_safepoint_end();
    return result == 0;
}

bool qp_control_pause(enum qp_product product, bool for_good)
{
    qp_session_lock();
    bool done = (qp_control_is_running(product) && qp_mark_is_paused(product)) || mark(product, QP_MARK_PAUSE, NULL);
    if (done && for_good)
        disabled[product] = qp_run_number(product);
    qp_session_unlock();
    return done;
}

bool qp_control_resume(enum qp_product product)
{
    qp_session_lock();
    bool done = false;
    if (disabled[product] != qp_run_number(product))
        done = (qp_control_is_running(product) && !qp_mark_is_paused(product)) || mark(product, QP_MARK_RESUME, NULL);
    qp_session_unlock();
    return done;
}

bool qp_control_mark(enum qp_product product, enum qp_mark_kind kind, const char *text)
{
    qp_session_lock();
    bool done = mark(product, kind, text);
    qp_session_unlock();
    return done;
}

bool qp_control_save(enum qp_product product)
{
    qp_session_lock();
    bool done = qp_control_is_running(product) && qp_datafile_save(product, qp_session_config(product));
    qp_session_unlock();
    return done;
}

int qp_control_throttle(enum qp_product product, unsigned long *methods, int size)
{
    int count = 0;
    qp_session_lock();
    const struct qp_config *config = qp_session_config(product);
    double budget = (double)config->number[QP_OPTION_OVERHEAD] / QP_CONFIG_FACTOR;
    if (qp_control_is_running(product) && qp_runs[product].timed && budget > 0 && methods && size > 0)
        count = qp_throttle_find(product, budget, methods, size);
    qp_session_unlock();
    return count;
}

int qp_control_data_file(enum qp_product product, char *path, size_t size)
{
    qp_session_lock();
    const char *own = qp_control_is_running(product) ? qp_datafile.file.draft.path : NULL;
    size_t length = own ? strlen(own) : size;
    if (length < size)
        memcpy(path, own, length + 1);
    qp_session_unlock();
    return length < size ? (int)length : 0;
}

void qp_control_break(enum qp_product product, uint32_t flags, uint64_t method)
{
    qp_session_lock();
    struct qp_run_settings *run = &qp_runs[product];
    qp_store_relaxed(&run->break_method, method);
    qp_store_release(&run->break_flags, flags);
    qp_safepoint_request(product);
    qp_session_unlock();
}
