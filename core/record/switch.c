#include "core/record/switch.h"

#include "core/record/careful.h"
#include "core/record/side.h"

struct qp_side_record *qp_switch_search_side(struct qp_lane *lane, enum qp_product product, const struct qp_node *node)
{
    struct qp_side_record *side =
        qp_careful_is_nested(product) ? NULL : qp_side_find(qp_lane_carrier(lane, product), node);
    uint32_t reference = qp_store_reference(node);
    if (side != NULL)
        qp_lane_track(lane, product)->sides[reference / 2 % QP_TRACK_SIDES] =
            (uint64_t)reference << 32 | qp_store_reference(side);
    return side;
}
