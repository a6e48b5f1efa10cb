#include "core/log/sampler.h"

#include "core/vthread/charge.h"
#include "core/thread/reason.h"
#include "core/thread/run.h"
#include "core/carrier/slow.h"
#include "core/log/counter.h"
#include "core/log/series.h"

#include <errno.h>

/* Ticks until the next check while the length of a tick is not known well. This many ticks take much less than a
 * second. */
#define SOON 1000000u

/* Minimum number of nanoseconds between two clock readings from which the length of a tick is computed. */
#define LONG_ENOUGH 1000000u

static struct {
    uint32_t busy; /* 1 while a thread is sampling */
    unsigned count;
    int handles[QP_SAMPLER_MOST];
    qp_sampler_read *read;
    uint64_t period; /* ns, 0 = off */
    uint64_t last;   /* time of the last sample on the monotonic clock */
    uint64_t next;   /* time of the next sample on the monotonic clock */
    uint64_t start_tick;
    uint64_t start_ns;
} sampler;

void qp_sampler_set(uint64_t period_ns, const int *handles, unsigned count, qp_sampler_read *read)
{
    sampler.period = period_ns;
    sampler.count = count;
    memcpy(sampler.handles, handles, count * sizeof *handles);
    sampler.read = read;
    qp_sampler_reset();
}

/* Restart sampling. The first reading yields no values: it only begins the interval that the second reading
 * measures. */
void qp_sampler_reset(void)
{
    double unused[QP_SAMPLER_MOST];
    sampler.busy = 0;
    qp_store_relaxed(&qp_trace_due, UINT64_MAX);
    if (sampler.period == 0)
        return;
    qp_clock_pair(&sampler.start_tick, &sampler.start_ns);
    sampler.read(unused, 0);
    sampler.last = sampler.start_ns;
    sampler.next = sampler.last + sampler.period;
    qp_store_relaxed(&qp_trace_due, sampler.start_tick + SOON);
}

/* Return the tick at which the next sample is due, estimated from the average length of a tick so far. If the
 * estimate is too early, the event at that tick takes no sample and only estimates again. */
static uint64_t tick_of_next(uint64_t now_ns)
{
    uint64_t tick = qp_clock_read();
    uint64_t elapsed = now_ns - sampler.start_ns;
    if (elapsed < LONG_ENOUGH || sampler.next <= now_ns)
        return tick + SOON;
    double ticks_per_ns = (double)(tick - sampler.start_tick) / (double)elapsed;
    return tick + (uint64_t)((double)(sampler.next - now_ns) * ticks_per_ns) + 1;
}

static void sample(struct qp_tstate *tstate, uint64_t now_ns)
{
    double values[QP_SAMPLER_MOST];
    qp_charge(tstate, QP_VT);
    unsigned have = sampler.read(values, now_ns - sampler.last);
    for (unsigned i = 0; i < sampler.count; i++)
        if (have & 1u << i)
            qp_series_put(tstate, qp_counter_find(sampler.handles[i]), qp_series_float_bits(values[i]));
    sampler.last = now_ns;
    sampler.next = now_ns + sampler.period;
}

/* Take a sample. The time that it takes is charged to no state. */
static void sample_uncharged(struct qp_tstate *tstate, uint64_t now_ns)
{
    sample(tstate, now_ns);
    uint64_t tick = qp_run_tick(QP_VT);
    if (tick <= tstate->ledger->last)
        return;
    tstate->ledger->recorder += tick - tstate->ledger->last;
    tstate->ledger->last = tick;
}

void qp_sampler_run(struct qp_tstate *tstate)
{
    int kept = errno;
    uint32_t off = qp_tstate_cold(tstate, QP_VT)->slow & QP_SLOW_OFF;
    if (off || qp_exchange(&sampler.busy, 1) != 0)
        return;
    uint64_t now_ns = qp_clock_monotonic();
    if (now_ns >= sampler.next)
        sample_uncharged(tstate, now_ns);
    qp_store_relaxed(&qp_trace_due, tick_of_next(now_ns));
    qp_store_release(&sampler.busy, 0);
    qp_trace_set_horizon(tstate);
    errno = kept;
}
