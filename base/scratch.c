#include "base/scratch.h"

#include <stdlib.h>
#include <string.h>

struct qp_scratch_array {
    struct qp_scratch_array *older;
    uint64_t aligned; /* items begin at a multiple of 16 bytes */
    unsigned char items[];
};

void *qp_scratch_zeros(struct qp_scratch *scratch, size_t count, size_t size)
{
    bool fits = count <= (SIZE_MAX - sizeof(struct qp_scratch_array)) / size;
    struct qp_scratch_array *array = fits ? calloc(1, sizeof *array + count * size) : NULL;
    if (!array) {
        scratch->failed = true;
        return NULL;
    }
    array->older = scratch->newest;
    scratch->newest = array;
    return array->items;
}

uint32_t *qp_scratch_none(struct qp_scratch *scratch, size_t count)
{
    uint32_t *numbers = qp_scratch_zeros(scratch, count, sizeof *numbers);
    return numbers ? memset(numbers, 0xff, count * sizeof *numbers) : NULL;
}

void qp_scratch_free(struct qp_scratch *scratch)
{
    while (scratch->newest) {
        struct qp_scratch_array *array = scratch->newest;
        scratch->newest = array->older;
        free(array);
    }
    scratch->failed = false;
}
