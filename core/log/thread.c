#include "core/log/thread.h"

#include "base/atomic.h"
#include "core/store/diagnose.h"
#include "core/store/string.h"
#include "core/thread/lane.h"
#include "core/thread/occupy.h"
#include "core/carrier/slow.h"
#include "core/log/part.h"
#include "core/log/result.h"
#include "core/log/series.h"
#include "core/log/state.h"

#include <stdio.h>

/* Its record tells the number, unless libqprof's client announced the thread by an id of its own. */
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

int qp_thread_register(struct qp_lane *lane, const struct qp_call *call, int number, const char *name)
{
    int result = QP_LOG_OK;
    lane = qp_slow_begin(lane, call, 0);
    if (!lane)
        return qp_log_refusal();
    struct qp_carrier *carrier = qp_lane_carrier(lane, QP_VT);
    if (qp_thread_number_take(carrier, number) == 0) {
        name_thread(carrier, name);
        qp_series_attach(lane);
    } else {
        result = QP_LOG_BAD_INDEX;
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_BAD_ARGUMENT, "%s(%d)", call->name, number);
    }
    qp_slow_end(lane, QP_VT);
    return result;
}

int qp_thread_ask(struct qp_lane *lane, const struct qp_call *call, int *number)
{
    lane = qp_slow_begin(lane, call, 0);
    if (!lane)
        return qp_log_refusal();
    struct qp_carrier *carrier = qp_lane_carrier(lane, QP_VT);
    int result = qp_thread_number_take(carrier, -1) == 0 ? QP_LOG_OK : QP_LOG_BAD_INDEX;
    if (result == QP_LOG_OK) {
        *number = (int)qp_log_part(carrier)->thread_number - 1;
        qp_cold_lock();
        announce(carrier);
        qp_cold_unlock();
    }
    qp_slow_end(lane, QP_VT);
    return result;
}
