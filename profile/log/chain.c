#include "profile/log/chain.h"

#include "format/array.h"

void qp_chains_init(struct qp_chains *chains)
{
    *chains = (struct qp_chains){.free = QP_NONE};
}

void qp_chains_fini(struct qp_chains *chains)
{
    free(chains->segments);
    qp_chains_init(chains);
}

static uint32_t take(struct qp_chains *chains)
{
    uint32_t taken = chains->free;
    if (taken != QP_NONE) {
        chains->free = chains->segments[taken].before;
        return taken;
    }
    return qp_array_add(&chains->segments, &chains->count, sizeof *chains->segments) ? chains->count - 1 : QP_NONE;
}

uint32_t qp_chains_add(struct qp_chains *chains, uint32_t chain, struct qp_chain_segment segment)
{
    uint32_t added = take(chains);
    if (added == QP_NONE) {
        chains->failed = true;
        return chain;
    }
    segment.before = chain;
    segment.references = 1;
    chains->segments[added] = segment;
    return added;
}

uint32_t qp_chains_share(struct qp_chains *chains, uint32_t chain)
{
    if (chain != QP_NONE)
        chains->segments[chain].references++;
    return chain;
}

void qp_chains_drop(struct qp_chains *chains, uint32_t chain)
{
    while (chain != QP_NONE && --chains->segments[chain].references == 0) {
        uint32_t before = chains->segments[chain].before;
        chains->segments[chain].before = chains->free;
        chains->free = chain;
        chain = before;
    }
}
