#include "core/log/thread.h"

#include "VT.h"

#include "base/atomic.h"
#include "core/log/part.h"
#include "core/record/carrier.h"
#include "core/store/diagnose.h"
#include "core/record/occupy.h"
#include "core/store/process.h"
#include "core/log/series.h"
#include "core/log/state.h"
#include "core/record/slow.h"

#include <stdio.h>
#include <string.h>

static uint64_t taken[QP_THREAD_NUMBERS / 64]; /* a bit a number */

static int take(uint32_t number)
{
    uint64_t bit = (uint64_t)1 << number % 64;
    return !(__atomic_fetch_or(&taken[number / 64], bit, __ATOMIC_ACQ_REL) & bit);
}

static void give(uint32_t number)
{
    __atomic_fetch_and(&taken[number / 64], ~((uint64_t)1 << number % 64), __ATOMIC_ACQ_REL);
}

static int take_any(void)
{
    for (uint32_t number = 1; number < QP_THREAD_NUMBERS; number++) {
        uint64_t word = qp_load_relaxed(&taken[number / 64]);
        if (word == UINT64_MAX)
            number |= 63;
        else if (!(word >> number % 64 & 1) && take(number))
            return (int)number;
    }
    return -1;
}

int qp_thread_take(struct qp_carrier *carrier, int number)
{
    int has = (int)qp_log_part(carrier)->thread_number - 1;
    if (has >= 0 && (number == has || number < 0))
        return 0;
    if (number < 0)
        number = take_any();
    else if (number >= QP_THREAD_NUMBERS || !take((uint32_t)number))
        number = -1;
    if (number < 0)
        return -1;
    if (has >= 0)
        give((uint32_t)has);
    qp_store_relaxed(&qp_log_part(carrier)->thread_number, (uint32_t)number + 1);
    return 0;
}

void qp_thread_leave(struct qp_carrier *carrier)
{
    if (qp_log_part(carrier)->thread_number != 0)
        give(qp_log_part(carrier)->thread_number - 1);
    qp_log_part(carrier)->thread_number = 0;
}

void qp_thread_reset(void)
{
    memset(taken, 0, sizeof taken);
}

int qp_thread_index(void)
{
    struct qp_lane *lane = qp_lane_current[QP_VT];
    return lane == &qp_lane_off[QP_VT] ? -1 : (int)qp_load_relaxed(&qp_log_part_of(lane)->thread_number) - 1;
}

/* ---- events ----------------------------------------------------------------------------------------------- */

/* Its record tells the number, unless libqprof's client announced the thread by an id of its own. */
static void announce(struct qp_carrier *carrier)
{
    uint32_t number = qp_log_part(carrier)->thread_number - 1;
    if (carrier->record->flags & QP_THREAD_ANNOUNCED || number == 0)
        return;
    qp_carrier_announce(carrier, number);
}

static void name_thread(struct qp_carrier *carrier, const char *name)
{
    char by_number[32];
    snprintf(by_number, sizeof by_number, "Thread %u", qp_log_part(carrier)->thread_number - 1);
    qp_cold_lock();
    announce(carrier);
    qp_carrier_set_name(carrier, name != NULL ? name : by_number);
    qp_cold_unlock();
}

int qp_thread_register(struct qp_lane *lane, const struct qp_call *call, int number, const char *name)
{
    int result = VT_OK;
    lane = qp_slow_begin(lane, call, 0);
    if (lane == NULL)
        return qp_state_refusal();
    struct qp_carrier *carrier = qp_lane_carrier(lane, QP_VT);
    if (qp_thread_take(carrier, number) == 0) {
        name_thread(carrier, name);
        qp_series_attach(lane);
    } else {
        result = VT_ERR_BADINDEX;
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_BAD_ARGUMENT, "%s(%d)", call->name, number);
    }
    qp_slow_end(lane, QP_VT);
    return result;
}

int qp_thread_ask(struct qp_lane *lane, const struct qp_call *call, int *number)
{
    lane = qp_slow_begin(lane, call, 0);
    if (lane == NULL)
        return qp_state_refusal();
    struct qp_carrier *carrier = qp_lane_carrier(lane, QP_VT);
    int result = qp_thread_take(carrier, -1) == 0 ? VT_OK : VT_ERR_BADINDEX;
    if (result == VT_OK) {
        *number = (int)qp_log_part(carrier)->thread_number - 1;
        qp_cold_lock();
        announce(carrier);
        qp_cold_unlock();
    }
    qp_slow_end(lane, QP_VT);
    return result;
}
