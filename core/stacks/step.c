#include "core/stacks/step.h"

uint64_t qp_step_table[1u << QP_STEP_BUCKET_BITS][QP_STEP_WAYS] __attribute__((aligned(64)));

uint64_t qp_step_find_further(uint64_t address, bool exact)
{
    uint64_t *ways = qp_step_ways(address);
    for (int way = 0; way < QP_STEP_WAYS; way++) {
        uint64_t step = qp_load_relaxed(&ways[way]);
        if (step >> QP_STEP_TAG_SHIFT == qp_step_tag(address, exact))
            return step;
    }
    return QP_STEP_UNKNOWN;
}

static uint64_t *way_for(uint64_t address, bool exact)
{
    uint64_t *ways = qp_step_ways(address);
    for (int way = 0; way < QP_STEP_WAYS; way++) {
        uint64_t step = qp_load_relaxed(&ways[way]);
        if (step == 0 || step >> QP_STEP_TAG_SHIFT == qp_step_tag(address, exact))
            return &ways[way];
    }
    return &ways[address >> 32 & (QP_STEP_WAYS - 1)];
}

uint64_t qp_step_put(uint64_t address, bool exact, enum qp_step_kind kind, uint64_t size, uint64_t saved)
{
    uint64_t step = kind | size | saved << QP_STEP_SAVED_SHIFT;
    if (size & ~(uint64_t)QP_STEP_SIZE || saved & ~(uint64_t)QP_STEP_SAVED)
        step = QP_STEP_UNWIND;
    qp_store_relaxed(way_for(address, exact), step | qp_step_tag(address, exact) << QP_STEP_TAG_SHIFT);
    return step;
}

void qp_step_forget(void)
{
    for (uint32_t bucket = 0; bucket < 1u << QP_STEP_BUCKET_BITS; bucket++)
        for (int way = 0; way < QP_STEP_WAYS; way++)
            if (qp_load_relaxed(&qp_step_table[bucket][way]) != 0)
                qp_store_relaxed(&qp_step_table[bucket][way], 0);
}
