#include "page/joined.h"

enum qp_side qp_joined_side(const struct qp_joined_row *row)
{
    int side = 0;
    while (side < QP_SIDES - 1 && row->in[side] == QP_NONE)
        side++;
    return (enum qp_side)side;
}

enum qp_side qp_joined_first(const struct qp_joined *joined, enum qp_side side)
{
    int first = 0;
    while (joined->queries[first] != joined->queries[side])
        first++;
    return (enum qp_side)first;
}

bool qp_joined_is_first(const struct qp_joined *joined, enum qp_side side)
{
    return joined->queries[side] && qp_joined_first(joined, side) == side;
}

void qp_joined_copy_sides(const struct qp_joined *joined, struct qp_joined_row *rows, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        for (int side = 0; side < QP_SIDES; side++)
            rows[i].in[side] = rows[i].in[qp_joined_first(joined, (enum qp_side)side)];
    }
}
