#include "core/thread/run.h"

#include "base/atomic.h"
#include "base/clock.h"
#include "core/store/diagnose.h"
#include "core/thread/reason.h"

#include <signal.h>
#include <string.h>

struct qp_run_settings qp_runs[QP_PRODUCTS];
uint32_t qp_run_file;
uint32_t qp_run_rank;
uint32_t qp_run_ranks;
uint64_t qp_run_job;
uint32_t qp_run_world;
uint32_t qp_run_awaited;

void qp_run_wrong_flavour(enum qp_product product, const char *function)
{
    const char **misused = qp_runs[product].misused;
    for (int i = 0; i < QP_RUN_FLAVOURED; i++) {
        const char *known = NULL;
        if (__atomic_compare_exchange_n(&misused[i], &known, function, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
            qp_diagnose(product, QP_DIAGNOSTIC_WRONG_FLAVOUR, "%s", function);
            return;
        }
        if (strcmp(known, function) == 0)
            return;
    }
}

uint32_t qp_run_breaks(enum qp_product product)
{
    return qp_load_acquire(&qp_runs[product].break_flags) != 0 ? QP_SLOW_BREAK : 0;
}

bool qp_run_is_break(enum qp_product product, uint64_t method, uint32_t flag)
{
    const struct qp_run_settings *run = &qp_runs[product];
    return qp_load_acquire(&run->break_flags) & flag && qp_load_relaxed(&run->break_method) == method;
}

void qp_run_break(enum qp_product product, uint64_t method, uint32_t flag)
{
    if (qp_run_is_break(product, method, flag))
        raise(SIGTRAP);
}

_Thread_local uint64_t qp_run_given_cpu;

uint64_t qp_run_tick(enum qp_product product)
{
    const struct qp_run_settings *run = &qp_runs[product];
    if (!run->timed)
        return 0;
    if (run->slow & QP_SLOW_SAMPLED && qp_run_given_cpu)
        return qp_run_given_cpu;
    if (run->slow & QP_SLOW_CPU)
        return run->samples_elapsed_time ? qp_clock_monotonic() : qp_clock_cpu();
    return run->slow & QP_SLOW_ORDERED ? qp_clock_ordered() : qp_clock_read();
}
