#include "core/carrier/safepoint.h"

#include "base/atomic.h"
#include "base/clock.h"
#include "core/store/process.h"
#include "core/carrier/carrier.h"

#include <linux/membarrier.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

static void barrier_everywhere(void)
{
    static int registered;
    if (!registered)
        registered = syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
    if (!registered || syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) != 0)
        usleep(1000); /* without membarrier, wait until store buffers have drained; this takes microseconds */
}

/* Close the limits of all thread states, which sends their next events down the slow path. The memory barrier is
 * here, where it costs 5 us per pause while other threads run. A barrier in qp_tstate_set_limits would take 38 of the
 * 82 ns of every event on the slow path. */
static void safepoint(enum qp_product first, int count)
{
    const int end = (int)first + count;
    for (int product = (int)first; product < end; product++)
        qp_store_release(&qp_safepoint_requests[product], qp_safepoint_requests[product] + 1);
    barrier_everywhere(); /* pairs with qp_tstate_set_limits */
    for (struct qp_carrier *carrier = qp_carrier_newest(); carrier; carrier = carrier->next)
        for (int product = (int)first; product < end; product++)
            qp_tstate_close_limits(&carrier->tstates[product]);
}

void qp_safepoint_request(enum qp_product product)
{
    safepoint(product, 1);
}

/* Wait until no event is in progress. An event takes microseconds. But a debugger, or a signal handler that never
 * returns, may stop a thread inside an event. Stop waiting for such a thread after a second and mark it `left_behind`,
 * so that it does not block the shutdown. */
static void wait_until_free(enum qp_product product)
{
    uint64_t deadline = qp_clock_monotonic() + 1000000000u;
    for (struct qp_carrier *carrier = qp_carrier_newest(); carrier; carrier = carrier->next) {
        const struct qp_tstate *tstate = &carrier->tstates[product];
        bool own = tstate == qp_tstate_current[product], is_free;
        while (!(is_free = own || !qp_load_acquire(&tstate->busy)) && qp_clock_monotonic() < deadline)
            sched_yield();
        carrier->cold[product].left_behind = !is_free;
    }
}

void qp_safepoint_begin(void)
{
    qp_store_release(&qp_process->held, 1);
    safepoint(QP_QPROF, QP_PRODUCTS);
    barrier_everywhere(); /* now this thread sees `busy` of each event that began inline before the limits were
                           * closed */
    for (int product = 0; product < QP_PRODUCTS; product++)
        wait_until_free(product);
}

void qp_safepoint_end(void)
{
    qp_store_release(&qp_process->held, 0);
}

bool qp_safepoint_left_behind(void)
{
    bool left_behind = false;
    for (const struct qp_carrier *carrier = qp_carrier_newest(); carrier; carrier = carrier->next)
        for (int product = 0; product < QP_PRODUCTS; product++)
            left_behind = left_behind || carrier->cold[product].left_behind;
    return left_behind;
}
