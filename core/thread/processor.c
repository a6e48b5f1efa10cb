#include "core/thread/processor.h"

#include "base/clock.h"

uint32_t qp_processor_gap = UINT32_MAX;
uint32_t qp_processor_stale = UINT32_MAX;

/* Number of ticks per nanosecond of the clock that measures all recorded times (base/clock.h). */
static double rate = 1;

/* Measure the rate by two clock readings a millisecond apart. The result is exact to 0.01 %. The first run of a
 * process waits for this millisecond. */
static double measure_rate(void)
{
    uint64_t first_tick, first_ns, tick, ns;
    qp_clock_pair(&first_tick, &first_ns);
    do {
        qp_clock_pair(&tick, &ns);
    } while (ns - first_ns < 1000000);
    return (double)(tick - first_tick) / (double)(ns - first_ns);
}

void qp_processor_start(void)
{
    if (qp_clock_fake || qp_processor_gap != UINT32_MAX)
        return;
    rate = qp_clock_tsc ? measure_rate() : 1;
    qp_store_relaxed(&qp_processor_stale, (uint32_t)qp_processor_ticks(1000000));
    qp_store_release(&qp_processor_gap, (uint32_t)qp_processor_ticks(QP_PROCESSOR_GAP));
}

bool qp_processor_knows(void)
{
    return qp_clock_fake || qp_load_acquire(&qp_processor_gap) != UINT32_MAX;
}

uint64_t qp_processor_ticks(uint64_t ns)
{
    const uint64_t most = UINT64_C(1) << 53; /* 104 days; a greater number might not fit when it is multiplied */
    return (uint64_t)((double)(ns < most ? ns : most) * rate);
}

/* The id of another thread's CPU clock is computed from the thread id, as clock_getcpuclockid(3) documents for process
 * ids. */
static uint64_t read_clock(struct qp_tstate *tstate, enum qp_product product)
{
    if (tstate == qp_tstate_current[product])
        return qp_clock_cpu();
    const struct qp_thread_record *record = qp_tstate_carrier(tstate, product)->record;
    return record ? qp_clock_cpu_of((int)record->system_id) : 0;
}

void qp_processor_sample(struct qp_tstate *tstate, enum qp_product product, uint64_t tick)
{
    if (qp_clock_fake)
        return;
    struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    cold->processor = read_clock(tstate, product);
    cold->processor_tick = tick;
}

uint64_t qp_processor_used(struct qp_tstate *tstate, enum qp_product product, uint64_t from, uint64_t now)
{
    if (qp_clock_fake)
        return now - from;
    const struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    uint64_t before = cold->processor, before_tick = cold->processor_tick;
    qp_processor_sample(tstate, product, now);
    uint64_t used = cold->processor > before ? (uint64_t)((double)(cold->processor - before) * rate) : 0;
    uint64_t known = from > before_tick ? from - before_tick : 0; /* ticks from the last reading to the gap; the
                                                                   * thread was on the processor for all of them */
    uint64_t in_gap = used > known ? used - known : 0;
    return in_gap < now - from ? in_gap : now - from;
}
