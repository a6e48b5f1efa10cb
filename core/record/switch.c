#include "core/record/switch.h"

#include "core/record/slow.h"
#include "core/record/node_extra.h"

struct qp_node_extra_record *qp_switch_search_extra(struct qp_lane *lane, enum qp_product product,
                                                    const struct qp_node *node)
{
    struct qp_node_extra_record *extra =
        qp_slow_is_nested(product) ? NULL : qp_node_extra_find(qp_lane_carrier(lane, product), node);
    uint32_t reference = qp_store_reference(node);
    if (extra != NULL)
        qp_lane_cold(lane, product)->extras[reference / 2 % QP_LANE_EXTRAS] =
            (uint64_t)reference << 32 | qp_store_reference(extra);
    return extra;
}
