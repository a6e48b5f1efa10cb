#include "core/run.h"

#include "base/clock.h"
#include "core/lane.h"

struct qp_run qp_runs[QP_PRODUCTS];
uint32_t qp_run_wanted[QP_PRODUCTS] = {1, 1, 1}; /* calls before the first start are counted */
uint32_t qp_run_file;

uint64_t qp_run_tick(enum qp_product product)
{
    const struct qp_run *run = &qp_runs[product];
    if (!run->timed)
        return 0;
    return run->careful & QP_CAREFUL_CPU ? qp_clock_cpu() : qp_clock_read();
}
