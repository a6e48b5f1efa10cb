/* chain.h - chains of time segments; chains with a common beginning share its segments.
 *
 * Each segment has a link to the one before it. Segments that belong to no chain any more are reused. */
#pragma once

#include "profile/log/life.h"

/* An interval of one virtual thread. Segments of a chain follow each other without a gap. */
struct qp_chain_segment {
    uint64_t from;
    uint64_t until;
    uint64_t id;         /* id, thread and group as in struct qp_life of the virtual thread */
    uint32_t thread;     /* index; QP_NONE = not in the profile */
    uint32_t group;      /* index; QP_NONE = unknown */
    uint32_t context;    /* reference */
    uint32_t node;       /* index of the node in which the thread was suspended, or in which it left its carrier;
                          * QP_NONE = unknown */
    uint32_t before;     /* index of the previous segment; QP_NONE = none */
    uint32_t references; /* number of references from chains that end with this segment and from segments that follow
                          * it; 0 = free */
    uint8_t state;       /* enum qp_context_state */
};

struct qp_chains {
    struct qp_chain_segment *segments;
    uint32_t count;
    uint32_t free; /* index of the first free segment, QP_NONE = none; `before` links to the next free one */
    bool failed;   /* out of memory: segments are missing */
};

/* A chain is identified by the index of its last segment. QP_NONE is an empty chain. */
void qp_chains_init(struct qp_chains *chains);
void qp_chains_fini(struct qp_chains *chains);

/* Extend a chain by a segment, and return the new chain. The caller no longer owns the old chain, and owns the new
 * one instead. */
uint32_t qp_chains_add(struct qp_chains *chains, uint32_t chain, struct qp_chain_segment segment);

/* qp_chains_share adds an owner to a chain, and returns the chain. qp_chains_drop removes an owner. */
uint32_t qp_chains_share(struct qp_chains *chains, uint32_t chain);
void qp_chains_drop(struct qp_chains *chains, uint32_t chain);
