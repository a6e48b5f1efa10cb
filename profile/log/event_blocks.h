/* event_blocks.h - blocks of a data file's log: their list, and copies of their contents. */
#pragma once

#include "profile/load/model.h"

struct qp_event_block {
    uint32_t thread; /* index of a carrier */
    uint32_t product;
    uint32_t extent; /* 0 = in the window */
    uint64_t number;
    uint32_t reference; /* of a block in the window */
    uint32_t size;      /* including its header */
};

struct qp_event_blocks {
    struct qp_profile *profile;
    struct qp_event_block *items; /* by thread, product and number */
    uint32_t count;
};

/* Return false if out of memory; qp_event_blocks_free must be called in any case. The profile must live longer. */
bool qp_event_blocks_load(struct qp_event_blocks *blocks, struct qp_profile *profile);
void qp_event_blocks_free(struct qp_event_blocks *blocks);

/* Copy a block's header, and its words to `bytes`. A flight recorder may reuse the block meanwhile. Return true if
 * it did not. */
bool qp_event_blocks_read(const struct qp_event_blocks *blocks, const struct qp_event_block *block, void *bytes,
                          struct qp_trace_block *header);
