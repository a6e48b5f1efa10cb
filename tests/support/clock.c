#include "tests/support/clock.h"

#include "base/atomic.h"
#include "base/clock.h"

#include <stddef.h>

static uint64_t now, step;

static uint64_t read_now(void)
{
    return qp_add_relaxed(&now, qp_load_relaxed(&step));
}

void clock_moves_by(uint64_t ticks)
{
    qp_store_relaxed(&step, ticks);
}

void clock_at(uint64_t tick)
{
    qp_store_relaxed(&now, tick);
    if (qp_clock_fake == NULL)
        qp_clock_fake = read_now;
}
