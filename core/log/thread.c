#include "core/log/thread.h"

#include "core/store/diagnose.h"
#include "core/store/string.h"
#include "core/thread/tstate.h"
#include "core/thread/occupy.h"
#include "core/carrier/slow.h"
#include "core/log/part.h"
#include "core/log/result.h"
#include "core/log/series.h"
#include "core/log/state.h"

#include <stdio.h>

/* Store the thread's number in its record, unless a client of libqprof has stored an id of its own there. */
static void announce(struct qp_carrier *carrier)
{
    uint32_t number = qp_log_part(carrier)->thread_number - 1;
    if (carrier->record->flags & QP_THREAD_ANNOUNCED || number == 0)
        return;
    carrier->record->client_id = number;
    carrier->record->flags |= QP_THREAD_ANNOUNCED;
}

static void name_thread(struct qp_carrier *carrier, const char *name)
{
    char by_number[32];
    snprintf(by_number, sizeof by_number, "Thread %u", qp_log_part(carrier)->thread_number - 1);
    qp_cold_lock();
    announce(carrier);
    carrier->record->name = qp_string_put(name ? name : by_number);
    qp_cold_unlock();
}

int qp_thread_register(struct qp_tstate *tstate, const struct qp_call *call, int number, const char *name)
{
    int result = QP_LOG_OK;
    tstate = qp_slow_begin(tstate, call, 0);
    if (!tstate)
        return qp_log_refusal();
    struct qp_carrier *carrier = qp_tstate_carrier(tstate, QP_VT);
    if (qp_thread_number_take(carrier, number) == 0) {
        name_thread(carrier, name);
        qp_series_attach(tstate);
    } else {
        result = QP_LOG_BAD_INDEX;
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_BAD_ARGUMENT, "%s(%d)", call->name, number);
    }
    qp_slow_end(tstate, QP_VT);
    return result;
}

int qp_thread_get_number(struct qp_tstate *tstate, const struct qp_call *call, int *number)
{
    tstate = qp_slow_begin(tstate, call, 0);
    if (!tstate)
        return qp_log_refusal();
    struct qp_carrier *carrier = qp_tstate_carrier(tstate, QP_VT);
    int result = qp_thread_number_take(carrier, -1) == 0 ? QP_LOG_OK : QP_LOG_BAD_INDEX;
    if (result == QP_LOG_OK) {
        *number = (int)qp_log_part(carrier)->thread_number - 1;
        qp_cold_lock();
        announce(carrier);
        qp_cold_unlock();
    }
    qp_slow_end(tstate, QP_VT);
    return result;
}
