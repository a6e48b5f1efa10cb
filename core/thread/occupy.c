#include "core/thread/occupy.h"

#include "base/atomic.h"
#include "core/store/process.h"

#include <errno.h>

static _Thread_local uint32_t depth; /* of stretches */
static _Thread_local struct {
    struct qp_lane *lane; /* NULL = none */
    uint32_t depth;       /* of the stretch that frees it */
} taken[QP_PRODUCTS];

void qp_occupy_close(void)
{
    depth++;
    qp_fence_signal();
}

void qp_occupy_lane(struct qp_lane *lane, enum qp_product product)
{
    taken[product].lane = lane;
    taken[product].depth = depth > 1 ? depth - 1 : 1;
}

/* A handler that comes between the look at busy and the store finds the lane free, uses it, and leaves it free when it
 * returns. So what it notes in `taken` is over, too, before the notes here. */
void qp_occupy_lanes(void)
{
    for (int product = 0; product < QP_PRODUCTS; product++) {
        struct qp_lane *lane = qp_lane_current[product];
        if (lane == &qp_lane_off[product] || qp_load_relaxed(&lane->busy) != QP_LANE_FREE)
            continue;
        qp_store_relaxed(&lane->busy, QP_LANE_BUSY);
        qp_fence_signal();
        taken[product].lane = lane;
        taken[product].depth = depth;
    }
    qp_fence_signal();
}

void qp_occupy_begin(void)
{
    qp_occupy_close();
    qp_occupy_lanes();
}

void qp_occupy_end(void)
{
    qp_fence_signal();
    for (int product = 0; product < QP_PRODUCTS; product++) {
        struct qp_lane *lane = taken[product].lane;
        if (!lane || taken[product].depth != depth)
            continue;
        taken[product].lane = NULL;
        qp_fence_signal();
        qp_store_release(&lane->busy, QP_LANE_FREE); /* pairs with hold */
    }
    qp_fence_signal();
    depth--;
}

bool qp_occupy_is(void)
{
    return depth != 0;
}

static _Thread_local bool cold; /* from before the lock to after it */

void qp_cold_lock(void)
{
    qp_occupy_begin();
    cold = true;
    qp_fence_signal();
    pthread_mutex_lock(&qp_process->cold);
}

void qp_cold_unlock(void)
{
    pthread_mutex_unlock(&qp_process->cold);
    qp_fence_signal();
    cold = false;
    qp_occupy_end();
}

bool qp_cold_is_held(void)
{
    return cold;
}

static int host_errno; /* with the session lock */

void qp_session_lock(void)
{
    int kept = errno;
    qp_occupy_close(); /* a handler may come between the lock and the lanes */
    pthread_mutex_lock(&qp_process->session);
    qp_occupy_lanes(); /* after the lock: who holds it may be waiting until no event is under way */
    host_errno = kept;
}

void qp_session_unlock(void)
{
    errno = host_errno;
    pthread_mutex_unlock(&qp_process->session);
    qp_occupy_end();
}
