/* chain.h - chains of segments in time, whose common beginnings are shared.
 *
 * Each segment has a link to the one before it. Segments that no chain reaches any more are reused. */
#pragma once

#include "profile/log/life.h"

/* An interval of one virtual thread. Segments of a chain follow each other without a gap. */
struct qp_chain_segment {
    uint64_t from;
    uint64_t until;
    uint64_t id;         /* of the life, like thread and group */
    uint32_t thread;     /* index; QP_NONE = not in the profile */
    uint32_t group;      /* index; QP_NONE = unknown */
    uint32_t context;    /* reference */
    uint32_t node;       /* index: where it was suspended, or left its carrier; QP_NONE = unknown */
    uint32_t before;     /* index of the previous segment; QP_NONE = none */
    uint32_t references; /* number of chains that end here, and of segments that follow; 0 = free */
    uint8_t state;       /* enum qp_context_state */
};

struct qp_chains {
    struct qp_chain_segment *segments;
    uint32_t count;
    uint32_t free; /* index of the first free segment; the others are linked by before; QP_NONE = none */
    bool failed;   /* no memory: segments are missing */
};

/* Functions identify a chain by its last segment; QP_NONE is an empty chain. */
void qp_chains_init(struct qp_chains *chains);
void qp_chains_fini(struct qp_chains *chains);

/* Return the chain extended by a segment. The caller's reference moves to the result. */
uint32_t qp_chains_add(struct qp_chains *chains, uint32_t chain, struct qp_chain_segment segment);

/* Add an owner to a chain, and return the chain; remove an owner. */
uint32_t qp_chains_share(struct qp_chains *chains, uint32_t chain);
void qp_chains_drop(struct qp_chains *chains, uint32_t chain);
