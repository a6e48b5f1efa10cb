#include "tests/support/sums.h"

static bool is_of(const struct qp_profile *profile, const struct qp_profile_lives *lives, uint32_t group)
{
    return profile->roots[lives->root].group == group;
}

uint64_t sums_created(const struct qp_profile *profile, uint32_t group)
{
    uint64_t created = 0;
    for (uint32_t i = 0; i < profile->lives_count; i++)
        created += is_of(profile, &profile->lives[i], group) ? profile->lives[i].created : 0;
    return created;
}

uint64_t sums_ended(const struct qp_profile *profile, uint32_t group)
{
    uint64_t ended = 0;
    for (uint32_t i = 0; i < profile->lives_count; i++)
        ended += is_of(profile, &profile->lives[i], group) ? profile->lives[i].ended : 0;
    return ended;
}

uint64_t sums_times(const struct qp_profile *profile, uint32_t group, enum qp_context_state state)
{
    uint64_t ticks = 0;
    for (uint32_t i = 0; i < profile->lives_count; i++)
        ticks += is_of(profile, &profile->lives[i], group) ? profile->lives[i].times[state - 1] : 0;
    return ticks;
}

struct qp_ledger sums_ledger(const struct qp_profile *profile, uint32_t carrier, enum qp_product product)
{
    struct qp_ledger sum = {0};
    for (uint32_t i = 0; i < profile->root_count; i++) {
        const struct qp_profile_root *root = &profile->roots[i];
        if (root->thread != carrier || root->group != QP_NONE || root->product != (uint32_t)product || root->hidden)
            continue;
        sum.wall += root->ledger.wall;
        sum.paused += root->ledger.paused;
        sum.recorder += root->ledger.recorder;
        sum.scheduler += root->ledger.scheduler;
        sum.idle += root->ledger.idle;
    }
    return sum;
}
