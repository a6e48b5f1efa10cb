/* life.h - the life of a virtual thread in the timeline, from its creation to its end.
 *
 * When a virtual thread has ended, its context is reused for another one. So a life is identified by the reference of a
 * context together with a tick within that life. */
#pragma once

#include "profile/load/model.h"

struct qp_life {
    uint32_t context;    /* reference */
    uint32_t thread;     /* index of the virtual thread if it is living or top-k; else QP_NONE */
    uint32_t group;      /* index; QP_NONE = unknown so far */
    uint32_t node;       /* index of the node that was on top when the virtual thread last left its carrier; QP_NONE
                          * = none, or unknown */
    uint32_t carrier;    /* index of the carrier that it runs on, or ran on last; QP_NONE = unknown */
    uint32_t generation; /* generation of the timeline (timeline.h) for which `state` is valid */
    uint64_t id;         /* 0 = unknown */
    uint64_t created;    /* tick; 0 = unknown */
    uint64_t since;      /* tick at which its state began; 0 = unknown */
    uint64_t woken;      /* tick at which the thread was woken: from then on it is runnable, whatever `state` is; 0 =
                          * not woken */
    uint8_t state;       /* enum qp_context_state, FREE = unknown */
    bool over;
    bool resumes; /* the thread left its carrier because it resumed another virtual thread; it continues when that
                   * thread leaves the carrier */
};

/* Index of the top-k virtual threads that ended, sorted by context and start. */
struct qp_life_index {
    const struct qp_profile *profile;
    uint32_t *kept; /* indexes */
    uint32_t count;
};

/* Make the index. Return false if out of memory; then nothing needs to be closed. */
bool qp_life_index_open(struct qp_life_index *index, const struct qp_profile *profile);
void qp_life_index_close(struct qp_life_index *index);

/* Return the life on a context that includes a tick, filled with the profile's data about this virtual thread. */
struct qp_life qp_life_at(const struct qp_life_index *index, uint32_t context, uint64_t tick);

/* Write a life's name and id, printable. If the virtual thread has no name, write its group's name. */
void qp_life_show(const struct qp_profile *profile, const struct qp_life *life, char *shown, size_t size);

/* Return true if `wanted` is the virtual thread's id (0x7, or 7), a part of its name, or the text of qp_life_show. */
bool qp_life_is(const struct qp_profile *profile, const struct qp_life *life, const char *wanted);
