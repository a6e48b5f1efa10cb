#include "core/thread/occupy.h"

#include "base/atomic.h"
#include "core/store/process.h"

#include <errno.h>

static _Thread_local uint32_t depth; /* number of occupied sections that the thread is in */
static _Thread_local struct {
    struct qp_tstate *tstate; /* NULL = none */
    uint32_t depth;           /* depth of the section at whose end the thread state becomes free */
} taken[QP_PRODUCTS];

void qp_occupy_close(void)
{
    depth++;
    qp_fence_signal();
}

void qp_occupy_tstate(struct qp_tstate *tstate, enum qp_product product)
{
    taken[product].tstate = tstate;
    taken[product].depth = depth > 1 ? depth - 1 : 1;
}

/* A signal handler that runs between the check of `busy` and the store finds the thread state free, uses it, and leaves
 * it free when it returns. By then the handler has also removed its entries from `taken`, so the entries made here do
 * not overwrite any. */
void qp_occupy_tstates(void)
{
    for (int product = 0; product < QP_PRODUCTS; product++) {
        struct qp_tstate *tstate = qp_tstate_current[product];
        if (tstate == &qp_tstate_off[product] || qp_load_relaxed(&tstate->busy) != QP_TSTATE_FREE)
            continue;
        qp_store_relaxed(&tstate->busy, QP_TSTATE_BUSY);
        qp_fence_signal();
        taken[product].tstate = tstate;
        taken[product].depth = depth;
    }
    qp_fence_signal();
}

void qp_occupy_begin(void)
{
    qp_occupy_close();
    qp_occupy_tstates();
}

void qp_occupy_end(void)
{
    qp_fence_signal();
    for (int product = 0; product < QP_PRODUCTS; product++) {
        struct qp_tstate *tstate = taken[product].tstate;
        if (!tstate || taken[product].depth != depth)
            continue;
        taken[product].tstate = NULL;
        qp_fence_signal();
        qp_store_release(&tstate->busy, QP_TSTATE_FREE); /* pairs with qp_safepoint_begin */
    }
    qp_fence_signal();
    depth--;
}

bool qp_occupy_is(void)
{
    return depth != 0;
}

bool qp_occupy_interrupts(void)
{
    bool interrupts = false;
    for (int product = 0; product < QP_PRODUCTS; product++) {
        const struct qp_tstate *tstate = qp_tstate_current[product];
        bool busy = tstate != &qp_tstate_off[product] && qp_load_relaxed(&tstate->busy) != QP_TSTATE_FREE;
        interrupts = interrupts || (busy && taken[product].tstate != tstate);
    }
    return interrupts;
}

static _Thread_local bool cold; /* true from just before the lock is taken until just after it is released */

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

static int host_errno; /* guarded by the session lock */

void qp_session_lock(void)
{
    int kept = errno;
    qp_occupy_close(); /* close before taking the lock, since a signal handler that runs meanwhile must not make a
                        * thread state */
    pthread_mutex_lock(&qp_process->session);
    qp_occupy_tstates(); /* occupy after taking the lock, since the previous holder may wait until no thread state is
                          * busy */
    host_errno = kept;
}

void qp_session_unlock(void)
{
    errno = host_errno;
    pthread_mutex_unlock(&qp_process->session);
    qp_occupy_end();
}
