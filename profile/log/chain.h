/* chain.h - stretches of time in a row, that many chains may have in common: each knows the one before it. What no
 * chain reaches any more is free for others. */
#ifndef QP_LOG_CHAIN_H
#define QP_LOG_CHAIN_H

#include "profile/log/life.h"

/* What one virtual thread did from one tick to another. Segments of a chain follow each other without a gap. */
struct qp_chain_segment {
    uint64_t from;
    uint64_t until;
    uint64_t id;         /* the life's, as the next two */
    uint32_t thread;     /* index; QP_NONE = not in the profile */
    uint32_t group;      /* index; QP_NONE = not known */
    uint32_t context;    /* reference */
    uint32_t node;       /* index: where it was suspended, or left its carrier; QP_NONE = not known */
    uint32_t before;     /* index of a segment; QP_NONE = the first */
    uint32_t references; /* of chains that end with it, and of segments behind it; 0 = free */
    uint8_t state;       /* enum qp_context_state */
};

struct qp_chains {
    struct qp_chain_segment *segments;
    uint32_t count;
    uint32_t free; /* index of the first that is; the others by their before; QP_NONE = none */
    bool failed;   /* no memory: segments are missing */
};

/* All of these are about the last segment of a chain: QP_NONE is an empty one. */
void qp_chains_init(struct qp_chains *chains);
void qp_chains_fini(struct qp_chains *chains);

/* The chain with one more segment, in its place. */
uint32_t qp_chains_add(struct qp_chains *chains, uint32_t chain, struct qp_chain_segment segment);

/* The same chain for one more owner; one owner less. */
uint32_t qp_chains_share(struct qp_chains *chains, uint32_t chain);
void qp_chains_drop(struct qp_chains *chains, uint32_t chain);

#endif
