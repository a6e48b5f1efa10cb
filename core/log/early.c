#include "core/log/early.h"

#include "base/atomic.h"
#include "core/log/state.h"
#include "core/record/run.h"

/* What the thread has open from before. */
static _Thread_local struct {
    uint32_t entered;
    uint32_t begun;
} early;

void qp_early_open(uint32_t how)
{
    if (!qp_load_relaxed(&qp_run_awaited))
        return;
    if (how == QP_STATE_ENTERED)
        early.entered++;
    else
        early.begun++;
}

/* VT_end may close what VT_enter opened. */
bool qp_early_takes_end(uint32_t how)
{
    uint32_t *open = how == QP_STATE_ENTERED || early.begun == 0 ? &early.entered : &early.begun;
    if (*open == 0)
        return false;
    --*open;
    return true;
}

void qp_early_close(uint32_t how)
{
    if (qp_load_relaxed(&qp_run_awaited))
        qp_early_takes_end(how);
}
