/* event_blocks.h - the blocks of a data file's log: which there are, and a copy of what one of them has. */
#ifndef QP_LOG_EVENT_BLOCKS_H
#define QP_LOG_EVENT_BLOCKS_H

#include "profile/load/model.h"

struct qp_event_block {
    uint32_t thread; /* index of a carrier */
    uint32_t product;
    uint32_t extent; /* 0 = in the window */
    uint64_t number;
    uint32_t reference; /* of the block, in the window */
    uint32_t size;      /* with its header */
};

struct qp_event_blocks {
    struct qp_profile *profile;
    struct qp_event_block *items; /* by thread, product and number */
    uint32_t count;
};

/* Returns false without memory; what there is by then is to be freed all the same. The profile must live longer. */
bool qp_event_blocks_load(struct qp_event_blocks *blocks, struct qp_profile *profile);
void qp_event_blocks_free(struct qp_event_blocks *blocks);

/* Copy a block's header, and the words behind it to bytes. A flight recorder may use the block again while it is read:
 * returns whether it was the block from begin to end. */
bool qp_event_blocks_read(const struct qp_event_blocks *blocks, const struct qp_event_block *block, void *bytes,
                          struct qp_trace_block *header);

#endif
