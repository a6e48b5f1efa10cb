/* event_blocks.h - blocks of a data file's log: their list, and copies of their contents. */
#pragma once

#include "profile/load/model.h"

struct qp_event_block {
    uint32_t thread; /* index of a carrier */
    uint32_t product;
    uint32_t extent; /* number of the extent that contains the block; 0 = the block lies in the mapped window */
    uint64_t number;
    uint32_t reference; /* reference of a block in the window */
    uint32_t size;      /* including its header */
};

struct qp_event_blocks {
    struct qp_profile *profile;
    struct qp_event_block *items; /* sorted by thread, product and number */
    uint32_t count;
};

/* List the blocks of a file's log. Return false if out of memory; call qp_event_blocks_free in either case. The
 * profile must outlive the list. */
bool qp_event_blocks_load(struct qp_event_blocks *blocks, struct qp_profile *profile);
void qp_event_blocks_free(struct qp_event_blocks *blocks);

/* Copy a block's header to `header`, and its words to `bytes`. Return false if a flight recorder has reused the
 * block for newer events meanwhile. */
bool qp_event_blocks_read(const struct qp_event_blocks *blocks, const struct qp_event_block *block, void *bytes,
                          struct qp_trace_block *header);
