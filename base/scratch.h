/* scratch.h - arrays of one computation, allocated one by one and freed together. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A zeroed struct has no arrays. */
struct qp_scratch {
    struct qp_scratch_array *newest;
    bool failed; /* out of memory: some array is NULL */
};

/* qp_scratch_zeros returns an array of zeroed items, qp_scratch_none an array of numbers that are all UINT32_MAX.
 * Both return NULL if out of memory. */
void *qp_scratch_zeros(struct qp_scratch *scratch, size_t count, size_t size);
uint32_t *qp_scratch_none(struct qp_scratch *scratch, size_t count);

void qp_scratch_free(struct qp_scratch *scratch);
