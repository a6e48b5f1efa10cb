#include "core/thread/lane.h"

#include "core/store/process.h"
#include "core/thread/mark.h"
#include "core/thread/reason.h"
#include "core/thread/run.h"

#include <sched.h>

/* Calls before the first start are counted, so they look. */
struct qp_lane qp_lane_off[QP_PRODUCTS] = {{.busy = QP_LANE_BUSY}, {.busy = QP_LANE_BUSY}, {.busy = QP_LANE_BUSY}};

_Thread_local struct qp_lane *qp_lane_current[QP_PRODUCTS] = {&qp_lane_off[QP_QPROF], &qp_lane_off[QP_CPROF],
                                                              &qp_lane_off[QP_VT]};

uint32_t qp_lane_pokes[QP_PRODUCTS];

void qp_lane_detach(enum qp_product product)
{
    qp_lane_current[product] = &qp_lane_off[product];
}

void qp_lane_wait(struct qp_lane *lane)
{
    while (qp_load_acquire(&qp_process->held)) {
        qp_store_release(&lane->busy, QP_LANE_FREE);
        while (qp_load_acquire(&qp_process->held)) /* the holder takes a lane that is busy for one left behind */
            sched_yield();
        qp_store_relaxed(&lane->busy, QP_LANE_BUSY);
        qp_fence_full(); /* pairs with hold: it sees busy, or this sees that it holds */
    }
}

/* Where one virtual thread runs twice the frames may be another lane's by now, but not the span that they lie in. */
bool qp_lane_is_valid(const struct qp_lane *lane)
{
    const struct qp_frame *limit = qp_load_relaxed(&lane->limit);
    const struct qp_frame *virtual_limit = qp_load_relaxed(&lane->virtual_limit);
    return lane->base && lane->mounted && lane->bottom <= lane->top && lane->top <= lane->end &&
           qp_load_relaxed(&lane->busy) == QP_LANE_BUSY && (!limit || !virtual_limit) &&
           (!limit || limit == lane->end) && (!virtual_limit || virtual_limit == lane->end) &&
           (!lane->words_end || lane->word <= lane->words_end + 3);
}

/* ---- limits ---------------------------------------------------------------------------------------------- */

void qp_lane_close_limits(struct qp_lane *lane)
{
    qp_store_relaxed(&lane->limit, NULL);
    qp_store_relaxed(&lane->virtual_limit, NULL);
    qp_store_relaxed(&lane->paused_limit, NULL);
    qp_store_relaxed(&lane->paused_virtual_limit, NULL);
    qp_store_relaxed(&lane->ordered_limit, NULL);
    qp_store_relaxed(&lane->ordered_virtual_limit, NULL);
}

bool qp_lane_has_limits(const struct qp_lane *lane)
{
    return qp_load_relaxed(&lane->limit) || qp_load_relaxed(&lane->virtual_limit) ||
           qp_load_relaxed(&lane->paused_limit) || qp_load_relaxed(&lane->paused_virtual_limit) ||
           qp_load_relaxed(&lane->ordered_limit) || qp_load_relaxed(&lane->ordered_virtual_limit);
}

void qp_lane_set_limits(struct qp_lane *lane, enum qp_product product)
{
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    struct qp_frame *open = cold->slow == 0 ? lane->end : NULL;
    struct qp_frame *paused = (cold->slow & ~QP_SLOW_ORDERED) == QP_SLOW_PAUSED ? lane->end : NULL;
    struct qp_frame *ordered = cold->slow == QP_SLOW_ORDERED ? lane->end : NULL;
    cold->pokes = qp_load_acquire(&qp_lane_pokes[product]); /* pairs with poke: what it told of is seen below */
    bool virtual_threads = qp_runs[product].virtual_threads;
    qp_store_relaxed(&lane->limit, virtual_threads ? NULL : open);
    qp_store_relaxed(&lane->virtual_limit, virtual_threads ? open : NULL);
    qp_store_relaxed(&lane->paused_limit, virtual_threads ? NULL : paused);
    qp_store_relaxed(&lane->paused_virtual_limit, virtual_threads ? paused : NULL);
    qp_store_relaxed(&lane->ordered_limit, virtual_threads ? NULL : ordered);
    qp_store_relaxed(&lane->ordered_virtual_limit, virtual_threads ? ordered : NULL);
    qp_fence_signal(); /* pairs with poke: what changed meanwhile is seen here, or poke's NULL comes after */
    uint32_t breaks = qp_run_breaks(product);
    if (cold->marks != qp_mark_count(product) || breaks != (cold->slow & QP_SLOW_BREAK) ||
        !qp_load_relaxed(&qp_process->recording[product]) || qp_load_relaxed(&qp_process->held))
        qp_lane_close_limits(lane);
}
