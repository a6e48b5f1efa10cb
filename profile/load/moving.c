#include "profile/load/moving.h"

#include "base/atomic.h"

#include <stdlib.h>

static size_t index_of(uint32_t carrier, uint32_t product)
{
    return (size_t)carrier * QP_PRODUCTS + product;
}

bool qp_moving_is_later(const struct qp_profile *profile, const struct qp_profile_root *root)
{
    const struct qp_root *now = qp_reader_at(&profile->reader, root->reference, sizeof *now);
    return qp_load_acquire(&now->ledger.arriving) != root->ledger.arriving ||
           qp_load_relaxed(&now->ledger.last) != root->ledger.last;
}

bool qp_moving_find(struct qp_moving *moving, const struct qp_profile *profile)
{
    bool live = profile->reader.ending == QP_ENDING_RUNNING;
    bool grown = live && qp_reader_has_grown(&profile->reader); /* the program has added nodes that this profile
                                                                 * lacks */
    *moving = (struct qp_moving){
        .carriers = calloc((size_t)profile->carrier_count * QP_PRODUCTS + 1, sizeof *moving->carriers)};
    for (uint32_t i = 0; moving->carriers && i < profile->root_count; i++) {
        const struct qp_profile_root *root = &profile->roots[i];
        bool under_way = root->ledger.arriving != root->ledger.last;
        if (root->group != QP_NONE || root->hidden)
            continue;
        if (!under_way && !grown && !(live && qp_moving_is_later(profile, root)))
            continue;
        moving->carriers[index_of(root->thread, root->product)] = true;
        moving->products[root->product] |= live;
    }
    return moving->carriers;
}

void qp_moving_free(struct qp_moving *moving)
{
    free(moving->carriers);
    *moving = (struct qp_moving){0};
}

bool qp_moving_has(const struct qp_moving *moving, uint32_t carrier, uint32_t product)
{
    return moving->carriers[index_of(carrier, product)];
}
