/* lane.h - carriers and their lanes: all that a system thread needs to record.
 *
 * Words
 *   carrier    what records for one system thread; when the thread ends, the next new thread continues it
 *   lane       a carrier's part for one product: its first 64 bytes are what every event reads and writes
 *   cold part  the part beside a lane that few events read
 *   mounted    the context whose shadow stack the lane works on: the thread's own, or a virtual thread's
 *
 * A lane is written by its thread alone, between busy = 1 and busy = 0. Others may only set its limits to NULL, which
 * sends the next event the slow way; whoever must know that no event is under way does that, then runs a membarrier,
 * then waits until busy is 0. While events are held so (lanes.h: qp_lanes_hold), the holder works on all lanes. The
 * memory is wiped by fork, so a child finds base NULL.
 */
#ifndef QP_THREAD_LANE_H
#define QP_THREAD_LANE_H

#include "base/atomic.h"
#include "base/attribute.h"
#include "core/store/store.h"
#include "core/thread/index.h"
#include "format/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What busy says. The off lane is never free: each of its events goes the slow way, to look whether a run began, or is
 * dropped at once. */
#define QP_LANE_FREE 0u
#define QP_LANE_BUSY 1u /* an event is under way */
#define QP_LANE_OFF  2u /* nothing records */

struct qp_lane {
    struct qp_frame *top;
    struct qp_frame *limit;         /* the last frame there is room for, for plain events; NULL = the slow way */
    struct qp_frame *virtual_limit; /* the same for events that name a virtual thread */
    struct qp_ledger *ledger;       /* of the own root: until when all is counted, and where time went */
    unsigned char *base;            /* of the window */
    uint64_t virtual_id;            /* of the mounted context */
    struct qp_context *mounted;
    uint32_t busy;     /* QP_LANE_* */
    uint32_t patience; /* ticks; what follows a longer time without an event goes the slow way */
    /* The limits for following calls in line while a pause is the only reason for the slow way; else NULL. */
    struct qp_frame *paused_limit;
    struct qp_frame *paused_virtual_limit;
    /* The mounted stack as it was when it was mounted: where another lane takes the context over and moves its frames
     * in the middle of an event, this one still writes between these. */
    struct qp_frame *bottom; /* the root's frame */
    struct qp_frame *end;    /* the last frame there is room for */
    /* The log's part of a lane (trace.h): the trace goes on at word; below words_end two words have room. */
    uint64_t *word;
    uint64_t *words_end; /* NULL: nothing is logged in line */
    uint64_t logged;     /* tick of the last event in the trace */
    uint64_t horizon;    /* from this tick on events go the slow way: something is due, or ticks find no room */
    struct qp_series_record **series; /* of the carrier (series.h), by the counters' indexes below series_room */
    uint32_t series_room;
    uint32_t location; /* VT_thisloc's, for the next event; 0 = it was not called */
    /* The limits for events that read the clock in order, one call away (frame.h), while that is the only reason for
     * the slow way; else NULL. */
    struct qp_frame *ordered_limit;
    struct qp_frame *ordered_virtual_limit;
} __attribute__((aligned(64)));

_Static_assert(offsetof(struct qp_lane, top) == 0,
               "who looks at a running program finds the top (profile/load/on_top.c)");
_Static_assert(offsetof(struct qp_lane, paused_limit) == 64, "a lane that records is one cache line");
_Static_assert(offsetof(struct qp_lane, series) == 128, "the trace's part is the rest of the second line");

/* The blocks of the lane's part of the event log (trace.h). */
struct qp_trace {
    struct qp_trace_block *block; /* the one in use */
    uint32_t file;                /* number of the data file they are in */
    bool outside;                 /* of the window: it is to be unmapped */
    bool off;                     /* nothing is logged, or no more */
    struct qp_chunk *spare;       /* extents that were taken with the last one, neighbours */
    uint32_t spares;
    uint32_t fillers;        /* words since `counted` that are not events */
    uint64_t number;         /* of the last block */
    const uint64_t *counted; /* up to this word its events are counted */
    uint64_t *missing;       /* counts lost events, in the block or in unwritten; NULL = the last event found room */
    uint64_t unwritten;      /* lost events that no block could count */
    uint64_t untold;         /* lost events that are not counted elsewhere yet */
    uint64_t *held_end;      /* words_end of a lane whose recording is paused (timeline.h) */
};

#define QP_LANE_LIVES    16
#define QP_LANE_RESUMERS 16 /* a power of two */

/* What the lane had when another one took its virtual thread. Written by the other one before the lane can notice. */
struct qp_lane_loss {
    const struct qp_frame *top;
    uint64_t last; /* tick until when all was counted */
    uint64_t virtual_id;
};

struct qp_lane_cold {
    struct qp_context own; /* of the system thread; where a lane stands that has no virtual thread mounted */
    uint32_t run;          /* of the product, that the lane records in; 0 = none */
    uint32_t slow;         /* why its events go the slow way: QP_SLOW_* (reason.h) */
    uint32_t marks;        /* that were worked through */
    uint32_t epoch;
    uint32_t root;                 /* reference of the own root's qp_root, in this epoch */
    uint32_t fold;                 /* reference of the node under which call paths without room fold, 0 = none yet */
    uint32_t pokes;                /* of the product, when the limits were set */
    uint64_t lives[QP_LANE_LIVES]; /* reference of a group, and of its lives record here: those used last (lives.h) */
    uint32_t free;                 /* reference of a free context, which has the next one (vthread.c) */
    uint32_t free_count;
    struct qp_context *before; /* virtual thread that was mounted before, and often is the next; NULL = none */
    struct qp_context *made;   /* virtual thread that was created here last; NULL = none */
    /* What the last new virtual thread here had, since the next one has the same. */
    uint32_t name;       /* reference, 0 = none */
    uint32_t group;      /* reference, 0 = none */
    uint32_t group_name; /* its key (group.h) */
    uint32_t group_creator;
    uint32_t group_resumer;
    bool carries; /* the system thread has had a virtual thread mounted */
    bool claims;  /* no other lane takes what is mounted before the event's end */
    bool begins;  /* what is mounted has not begun to run: the time until it does is the recorder's (mount.h) */
    struct qp_lane_loss loss;
    /* Virtual threads that resumed another one here and wait for it, the newest ones: control goes to the last one when
     * that ends while it runs. */
    struct qp_context *resumers[QP_LANE_RESUMERS];
    uint32_t resumer_count; /* of all, older ones too */
    int entered;            /* why what ran before left for what is mounted: QPROF_REASON_* */
    uint64_t slice;         /* tick at which what is mounted began to run here */
    uint64_t ungrouped;     /* ticks of what is mounted that went to the own root, since it has no group yet */
    uint64_t processor;     /* nanoseconds of the thread's CPU clock, and the tick at which it was read (processor.h) */
    uint64_t processor_tick;
    uint64_t sample; /* tick since which the client looks for what a sample is to meet, 0 = it does not (sample.h) */
    /* The frame at which an exit left none, and how often its node was called then (frame.c). */
    const struct qp_frame *idle_frame;
    uint64_t idle_calls;
    struct qp_trace trace;
};

/* Room for what the log keeps for a carrier (core/log/part.h). */
#define QP_CARRIER_LOG 20

struct qp_carrier {
    struct qp_lane lanes[QP_PRODUCTS]; /* first: a lane's address gives its carrier */
    struct qp_lane_cold cold[QP_PRODUCTS];
    struct qp_thread_record *record;
    uint32_t number; /* from 1; 0 in a forked child */
    uint32_t file;   /* number of the data file that the rest belongs to */
    struct qp_arena nodes;
    struct qp_arena folds; /* the same, from the reserve */
    struct qp_arena blocks;
    struct qp_arena extras;
    struct qp_arena edges;
    struct qp_index index;
    struct qp_index method_nodes; /* method_nodes.h */
    uint64_t log[QP_CARRIER_LOG];
    struct qp_carrier *next;      /* of all there ever were */
    struct qp_carrier *next_free; /* of those without a thread */
};

/* The lane of the calling thread for each product. Never NULL: it starts at the product's off lane, where no event ever
 * begins. */
extern QP_SHARED _Thread_local struct qp_lane *qp_lane_current[QP_PRODUCTS] __attribute__((tls_model("initial-exec")));
extern QP_SHARED struct qp_lane qp_lane_off[QP_PRODUCTS];

static inline struct qp_carrier *qp_lane_carrier(struct qp_lane *lane, enum qp_product product)
{
    return (struct qp_carrier *)(lane - product);
}

static inline struct qp_lane_cold *qp_lane_cold(struct qp_lane *lane, enum qp_product product)
{
    return &qp_lane_carrier(lane, product)->cold[product];
}

/* What store.h does with references, for events in line: the store is not theirs to see. */
static inline void *qp_lane_at(const struct qp_lane *lane, uint32_t reference)
{
    return lane->base + (uint64_t)reference * QP_UNIT;
}

static inline uint32_t qp_lane_reference(const struct qp_lane *lane, const void *record)
{
    return (uint32_t)((uint64_t)((const unsigned char *)record - lane->base) / QP_UNIT);
}

static inline struct qp_node *qp_lane_node(const struct qp_lane *lane, uint32_t reference)
{
    return qp_lane_at(lane, reference);
}

static inline struct qp_node *qp_frame_node(const struct qp_frame *frame)
{
    return (struct qp_node *)(uintptr_t)frame->node;
}

/* Whether the lane has the virtual thread that is mounted still: another lane may have taken it over. In a run with
 * virtual threads the thread's own stack counts as nobody's. */
static inline bool qp_lane_has(const struct qp_lane *lane)
{
    return qp_load_acquire(&lane->mounted->owner) == (uint64_t)(uintptr_t)lane;
}

/* The same in an event that may have claimed it (mount.h). */
static inline bool qp_lane_keeps(const struct qp_lane *lane, const struct qp_lane_cold *cold)
{
    return cold->claims || qp_lane_has(lane);
}

/* Whether no virtual thread is mounted, and the time is the scheduler's, since the thread carries some. */
static inline bool qp_lane_is_idle(const struct qp_lane *lane, const struct qp_lane_cold *cold)
{
    return lane->mounted == &cold->own && cold->carries && lane->top == lane->bottom;
}

/* Whether what is mounted is the lane's still, the own stack in any case. */
static inline bool qp_lane_owns(const struct qp_lane *lane, const struct qp_lane_cold *cold)
{
    return lane->mounted == &cold->own || qp_lane_has(lane);
}

/* ---- an event of the calling thread ---------------------------------------------------------------------- */

/* Returns QP_LANE_FREE when the event has begun, else why not. */
static inline uint32_t qp_lane_begin(struct qp_lane *lane)
{
    uint32_t busy = qp_load_relaxed(&lane->busy);
    if (QP_LIKELY(busy == QP_LANE_FREE)) {
        qp_store_relaxed(&lane->busy, QP_LANE_BUSY);
        qp_fence_signal();
    }
    return busy;
}

static inline void qp_lane_end(struct qp_lane *lane)
{
    qp_fence_signal();
    qp_store_release(&lane->busy, QP_LANE_FREE); /* pairs with hold */
}

/* Begin an event of a product in the calling thread's lane. NULL where it did not begin. */
static inline struct qp_lane *qp_lane_take(enum qp_product product)
{
    struct qp_lane *lane = qp_lane_current[product];
    return qp_lane_begin(lane) == QP_LANE_FREE ? lane : NULL;
}

/* Wait while events are held (lanes.h), with the event that has begun the slow way put off. */
void qp_lane_wait(struct qp_lane *lane);

/* Whether a lane is in order at the end of an event, its limits set and its busy flag still, for QP_CHECK. */
bool qp_lane_is_valid(const struct qp_lane *lane);

/* Whether the calling thread is in the middle of an event of another product, which its signal handler interrupted: the
 * index of nodes, the arenas and the locks are both products'. */
static inline bool qp_lane_is_nested(enum qp_product product)
{
    for (int other = 0; other < QP_PRODUCTS; other++) {
        const struct qp_lane *lane = qp_lane_current[other];
        if (other != (int)product && lane != &qp_lane_off[other] && qp_load_relaxed(&lane->busy) == QP_LANE_BUSY)
            return true;
    }
    return false;
}

/* The calling thread's lane leaves its run: events are off from now on. */
void qp_lane_detach(enum qp_product product);

/* ---- limits ---------------------------------------------------------------------------------------------- */

/* Set the lane's limits by its reasons for the slow way; all are NULL when a mark or a break waits or the product
 * stopped. */
void qp_lane_set_limits(struct qp_lane *lane, enum qp_product product);

/* Whether some event of the lane may go on in line. */
bool qp_lane_has_limits(const struct qp_lane *lane);

/* The lane's next event goes the slow way. Any thread. */
void qp_lane_close_limits(struct qp_lane *lane);

/* How often all limits of a product were closed; a lane's limits are good while its cold part has the same number. */
extern QP_SHARED uint32_t qp_lane_pokes[QP_PRODUCTS];

/* Let events that name a virtual thread go on in line, as before, up to the end of the mounted frames, unless poke has
 * closed the limits meanwhile. */
static inline void qp_lane_stay_open(struct qp_lane *lane, enum qp_product product, const struct qp_lane_cold *cold)
{
    qp_store_relaxed(&lane->virtual_limit, lane->end);
    qp_fence_signal(); /* pairs with poke, as in set_limits */
    if (QP_UNLIKELY(qp_load_relaxed(&qp_lane_pokes[product]) != cold->pokes))
        qp_store_relaxed(&lane->virtual_limit, NULL);
}

#endif
