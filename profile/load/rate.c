#include "profile/load/rate.h"

#include "profile/load/percentile.h"

bool qp_rate_is_later(const struct qp_clock_pair *pair, const struct qp_clock_pair *than)
{
    return pair->tick > than->tick && pair->monotonic_ns > than->monotonic_ns;
}

struct qp_rate qp_rate_between(const struct qp_clock_pair *start, const struct qp_clock_pair *end)
{
    if (!qp_rate_is_later(end, start))
        return (struct qp_rate){1, 1};
    return (struct qp_rate){end->monotonic_ns - start->monotonic_ns, end->tick - start->tick};
}

uint64_t qp_rate_ns(const struct qp_rate *rate, uint64_t ticks)
{
    return rate->ns == rate->ticks ? ticks : (uint64_t)((unsigned __int128)ticks * rate->ns / rate->ticks);
}

uint64_t qp_rate_carry(const struct qp_rate *rate, struct qp_rounding *rounding, uint64_t ticks)
{
    if (rate->ns == rate->ticks)
        return ticks;
    uint64_t before = rounding->ns;
    rounding->ticks += ticks;
    rounding->ns = qp_rate_ns(rate, rounding->ticks);
    return rounding->ns - before;
}

uint64_t qp_rate_difference(const struct qp_rate *rate, uint64_t difference)
{
    return difference <= INT64_MAX ? qp_rate_ns(rate, difference) : 0 - qp_rate_ns(rate, 0 - difference);
}

/* ---- histograms by powers of two ------------------------------------------------------------------------------- */

static int bucket_of(uint64_t duration)
{
    int bucket = duration ? 63 - __builtin_clzll(duration) : 0;
    return bucket < QP_LIVES_BUCKETS ? bucket : QP_LIVES_BUCKETS - 1;
}

/* Estimate how many durations of a bucket [from, until) are below limit. */
static uint64_t count_below(uint64_t from, uint64_t until, uint64_t limit, uint64_t count)
{
    double share = until > from ? ((double)limit - (double)from) / (double)(until - from) : 0;
    uint64_t below = share > 0 ? (uint64_t)(share * (double)count + 0.5) : 0;
    return below < count ? below : count;
}

void qp_rate_add_durations(const struct qp_rate *rate, const uint64_t *durations, uint64_t longest, uint64_t *sum)
{
    int top = bucket_of(qp_rate_ns(rate, longest)), highest = QP_LIVES_BUCKETS - 1;
    while (highest > 0 && !durations[highest])
        highest--;
    for (int i = 0; i <= highest; i++) {
        if (rate->ns == rate->ticks) {
            sum[i] += durations[i];
            continue;
        }
        uint64_t from = qp_rate_ns(rate, qp_percentile_first(i)), until = qp_rate_ns(rate, qp_percentile_first(i + 1));
        int low = bucket_of(from), high = bucket_of(until > from ? until - 1 : from);
        uint64_t below = low == high ? durations[i] : count_below(from, until, qp_percentile_first(high), durations[i]);
        if (i == highest && durations[i]) { /* the bucket contains the longest duration */
            high = top;
            low = low < top ? low : top;
            below -= below == durations[i];
        }
        sum[low] += below;
        sum[high] += durations[i] - below;
    }
}
