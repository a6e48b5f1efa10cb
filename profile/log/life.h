/* life.h - the life of a virtual thread as the time line tells it, from its creation to its end, and whose it is.
 *
 * Contexts are used again, so that a reference alone tells no life: the tick must fall into it. */
#ifndef QP_LOG_LIFE_H
#define QP_LOG_LIFE_H

#include "profile/load/model.h"

struct qp_life {
    uint32_t context;    /* reference */
    uint32_t thread;     /* index: it lives in the profile, or was kept; QP_NONE = it ended and was not */
    uint32_t group;      /* index; QP_NONE = not known (yet) */
    uint32_t node;       /* index: on top when it left its carrier last; QP_NONE = none, or not known */
    uint32_t carrier;    /* index: it runs there, or did last; QP_NONE = not known */
    uint32_t generation; /* of what is known of its state (timeline.h) */
    uint64_t id;         /* 0 = not known */
    uint64_t created;    /* tick; 0 = not known */
    uint64_t since;      /* tick at which its state began; 0 = not known */
    uint64_t woken;      /* tick from which on it is runnable, though suspended; 0 = none */
    uint8_t state;       /* enum qp_context_state, FREE = not known */
    bool over;
    bool resumes; /* while it is suspended: it runs another one, and goes on when that leaves the carrier */
};

/* Virtual threads that ended and were kept, by context and start. */
struct qp_life_index {
    const struct qp_profile *profile;
    uint32_t *kept; /* indexes */
    uint32_t count;
};

/* Returns false without memory; nothing is to be closed then. */
bool qp_life_index_open(struct qp_life_index *index, const struct qp_profile *profile);
void qp_life_index_close(struct qp_life_index *index);

/* A life on this context that a tick falls into, with all that the profile tells of it. */
struct qp_life qp_life_at(const struct qp_life_index *index, uint32_t context, uint64_t tick);

/* Its name and id, printable; of one that has no name of its own the group's. */
void qp_life_show(const struct qp_profile *profile, const struct qp_life *life, char *shown, size_t size);

/* Whether a user's ID (0x7, or 7) or part of a name means it. */
bool qp_life_is(const struct qp_profile *profile, const struct qp_life *life, const char *wanted);

#endif
