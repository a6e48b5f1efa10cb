#include "profile/merge/merging.h"

#include "format/array.h"

uint32_t qp_numbers_add(struct qp_numbers *numbers, uint64_t hash)
{
    uint32_t newest = qp_numbers_newest(numbers, hash);
    if (!qp_array_room(&numbers->older, numbers->count, sizeof *numbers->older) ||
        qp_map_put(&numbers->newest, hash, (uint64_t)numbers->count + 1) != 0)
        return QP_NONE;
    numbers->older[numbers->count] = newest;
    return numbers->count++;
}
