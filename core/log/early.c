#include "core/log/early.h"

#include "base/atomic.h"
#include "core/record/run.h"

/* What the thread has open from before. */
static _Thread_local struct {
    uint32_t entered;
    uint32_t begun;
} early;

void qp_early_open(bool entered)
{
    if (!qp_load_relaxed(&qp_run_awaited))
        return;
    if (entered)
        early.entered++;
    else
        early.begun++;
}

/* VT_end may close what VT_enter opened. */
bool qp_early_takes_end(bool entered)
{
    uint32_t *open = entered || early.begun == 0 ? &early.entered : &early.begun;
    if (*open == 0)
        return false;
    --*open;
    return true;
}

void qp_early_close(bool entered)
{
    if (qp_load_relaxed(&qp_run_awaited))
        qp_early_takes_end(entered);
}
