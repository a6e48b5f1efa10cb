#include "core/carrier/lanes.h"

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
        usleep(1000); /* no membarrier: a store buffer drains within microseconds */
}

/* The barrier is here and not in set_limits, where it was half the time of a slow event (38 of 82 ns); a pause
 * costs 5 microseconds for it while other threads run. */
static void poke(enum qp_product first, int count)
{
    const int end = (int)first + count;
    for (int product = (int)first; product < end; product++)
        qp_store_release(&qp_lane_pokes[product], qp_lane_pokes[product] + 1);
    barrier_everywhere(); /* pairs with set_limits */
    for (struct qp_carrier *carrier = qp_carrier_newest(); carrier; carrier = carrier->next)
        for (int product = (int)first; product < end; product++)
            qp_lane_close_limits(&carrier->lanes[product]);
}

void qp_lanes_poke(enum qp_product product)
{
    poke(product, 1);
}

/* An event lasts microseconds; a thread that is stopped inside one (a debugger, a handler that never returns) must
 * not hold up the shutdown: after a second it is left behind. */
static void wait_until_free(enum qp_product product)
{
    uint64_t deadline = qp_clock_monotonic() + 1000000000u;
    for (struct qp_carrier *carrier = qp_carrier_newest(); carrier; carrier = carrier->next) {
        const struct qp_lane *lane = &carrier->lanes[product];
        while (lane != qp_lane_current[product] && qp_load_acquire(&lane->busy) && qp_clock_monotonic() < deadline)
            sched_yield();
    }
}

void qp_lanes_hold(void)
{
    qp_store_release(&qp_process->held, 1);
    poke(QP_QPROF, QP_PRODUCTS);
    barrier_everywhere(); /* an event that began in line before its limits were closed is seen as busy from here on */
    for (int product = 0; product < QP_PRODUCTS; product++)
        wait_until_free(product);
}

void qp_lanes_release(void)
{
    qp_store_release(&qp_process->held, 0);
}
