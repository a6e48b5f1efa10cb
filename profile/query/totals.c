#include "profile/query/totals.h"

void qp_totals_add(struct qp_totals *sum, const struct qp_totals *parts)
{
    sum->calls += parts->calls;
    sum->self += parts->self;
    sum->total += parts->total;
    sum->elapsed += parts->elapsed;
    sum->runnable += parts->runnable;
    sum->blocked += parts->blocked;
    sum->waiting += parts->waiting;
    sum->uncounted += parts->uncounted;
    sum->cycles += parts->cycles;
    sum->acquired += parts->acquired;
    sum->released += parts->released;
    sum->outside += parts->outside;
    sum->scheduler += parts->scheduler;
    sum->idle += parts->idle;
    sum->recorder += parts->recorder;
    sum->paused += parts->paused;
    sum->wall += parts->wall;
    sum->estimated |= parts->estimated;
    if (parts->measured) {
        if (!sum->measured || parts->minimum < sum->minimum)
            sum->minimum = parts->minimum;
        if (parts->maximum > sum->maximum)
            sum->maximum = parts->maximum;
        sum->measured += parts->measured;
    }
}

bool qp_totals_is_nothing(const struct qp_totals *totals)
{
    return !(totals->calls | totals->self | totals->total | totals->elapsed | totals->runnable | totals->blocked |
             totals->waiting | totals->uncounted | totals->cycles | totals->acquired | totals->released |
             totals->recorder);
}
