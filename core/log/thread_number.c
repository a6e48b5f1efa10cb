#include "core/log/thread_number.h"

#include "base/atomic.h"
#include "core/log/part.h"

#include <string.h>

static uint64_t taken[QP_THREAD_NUMBERS / 64]; /* one bit per number */

static bool take(uint32_t number)
{
    uint64_t bit = (uint64_t)1 << number % 64;
    return !(__atomic_fetch_or(&taken[number / 64], bit, __ATOMIC_ACQ_REL) & bit);
}

static void release(uint32_t number)
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

int qp_thread_number_take(struct qp_carrier *carrier, int number)
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
        release((uint32_t)has);
    qp_store_relaxed(&qp_log_part(carrier)->thread_number, (uint32_t)number + 1);
    return 0;
}

void qp_thread_number_release(struct qp_carrier *carrier)
{
    if (qp_log_part(carrier)->thread_number != 0)
        release(qp_log_part(carrier)->thread_number - 1);
    qp_log_part(carrier)->thread_number = 0;
}

void qp_thread_number_reset(void)
{
    memset(taken, 0, sizeof taken);
}

int qp_thread_number(void)
{
    struct qp_tstate *tstate = qp_tstate_current[QP_VT];
    return tstate == &qp_tstate_off[QP_VT] ? -1 : (int)qp_load_relaxed(&qp_log_part_of(tstate)->thread_number) - 1;
}
