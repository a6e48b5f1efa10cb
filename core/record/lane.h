/* lane.h - carriers and their lanes: all that a system thread needs to record.
 *
 * Words
 *   carrier   what records for one system thread; when the thread ends, the next new thread continues it
 *   lane      a carrier's part for one product: its first 64 bytes are what every event reads and writes
 *   cold part the part beside a lane that few events read
 *   mounted   the context whose shadow stack the lane works on: the thread's own, or a virtual thread's
 *
 * A lane is written by its thread alone, between busy = 1 and busy = 0. Others may only set its limits to NULL, which
 * sends the next event the slow way; whoever must know that no event is under way does that, then runs a membarrier,
 * then waits until busy is 0 (carrier.h: qp_carrier_quiesce). The memory is wiped by fork, so a child finds base NULL.
 */
#ifndef QP_RECORD_LANE_H
#define QP_RECORD_LANE_H

#include "base/attribute.h"
#include "core/record/index.h"
#include "core/store/store.h"
#include "data/record.h"

#include <stddef.h>
#include <stdint.h>

/* What busy says. */
#define QP_LANE_FREE 0u
#define QP_LANE_BUSY 1u /* an event is under way; in the off lane: a look at whether a run began is due */
#define QP_LANE_OFF  2u /* the off lane while nothing records: events are dropped at once */

struct qp_lane {
    struct qp_frame *top;
    struct qp_frame *limit;         /* the last frame there is room for, for plain events; NULL = the slow way */
    struct qp_frame *virtual_limit; /* the same for events that name a virtual thread */
    uint64_t last;                  /* tick of the last event */
    unsigned char *base;            /* of the window */
    uint64_t virtual_id;            /* of the mounted context */
    struct qp_context *mounted;
    uint32_t busy;   /* QP_LANE_* */
    uint32_t counts; /* one of the limits is not NULL: blocks are counted */
    /* The limits for following calls in line while a pause is the only reason for the slow way; else NULL. */
    struct qp_frame *paused_limit;
    struct qp_frame *paused_virtual_limit;
    /* The mounted stack as it was when it was mounted: where another lane takes the context over and moves its frames
     * in the middle of an event, this one still writes between these. */
    struct qp_frame *bottom; /* the root's frame */
    struct qp_frame *end;    /* the last frame there is room for */
    /* The trace, of a lane of libvt: it goes on at word; below words_end two words have room. */
    uint64_t *word;
    uint64_t *words_end; /* word = words_end = NULL: nothing is logged in line */
    uint64_t logged;     /* tick of the last event in the trace */
    uint64_t horizon;    /* from this tick on events go the slow way: something is due, or ticks find no room */
    struct qp_series_record **series; /* of the carrier (series.h), by the counters' indexes below series_room */
    uint32_t series_room;
    uint32_t location; /* VT_thisloc's, for the next event; 0 = none */
} __attribute__((aligned(64)));

_Static_assert(offsetof(struct qp_lane, paused_limit) == 64, "a lane that records is one cache line");
_Static_assert(offsetof(struct qp_lane, series) == 128, "the trace's part is the rest of the second line");

/* Why every event of a lane goes the slow way. */
#define QP_SLOW_PAUSED   1u
#define QP_SLOW_MEASURED 2u    /* -record-min-max */
#define QP_SLOW_CLOCK    4u    /* the tick is not the time stamp counter */
#define QP_SLOW_CPU      128u  /* the tick is the thread's CPU time */
#define QP_SLOW_BREAK    8u    /* qprof_set_break_on_event */
#define QP_SLOW_NEW      16u   /* the mounted virtual thread has no group yet */
#define QP_SLOW_OVERFLOW 32u   /* frames above the top found no memory */
#define QP_SLOW_CALLBACK 64u   /* the client's callback runs: its time is nobody's */
#define QP_SLOW_RULED    256u  /* some state is located by itself (PCTRACE), or folds (FOLD) */
#define QP_SLOW_FOLDED   512u  /* within a state whose callees are not logged (FOLD) */
#define QP_SLOW_SILENT   1024u /* the thread called VT_traceoff */
#define QP_SLOW_PENDING  2048u /* VT_thisloc told where the next event is */
#define QP_SLOW_OFF      (QP_SLOW_PAUSED | QP_SLOW_SILENT) /* events are not logged, time is nobody's */

#define QP_LANE_EXTRAS   8

struct qp_lane_cold {
    struct qp_context own; /* of the system thread; where a lane stands that has no virtual thread mounted */
    uint32_t run;          /* of the product, that the lane records in; 0 = none */
    uint32_t slow;
    uint32_t marks; /* that were worked through */
    uint32_t epoch;
    uint32_t root;                   /* reference of the own root's qp_root, in this epoch */
    uint32_t fold;                   /* reference of the node under which call paths without room fold, 0 = none yet */
    uint32_t pokes;                  /* of the product, when the limits were set (carrier.h) */
    uint64_t extras[QP_LANE_EXTRAS]; /* reference of a node, and of its extra record: those used last (switch.h) */
    struct qp_context *before;       /* virtual thread that was mounted before, and often is the next; NULL = none */
    /* What the last new virtual thread here had, since the next one has the same. */
    uint32_t name;  /* reference, 0 = none */
    uint32_t group; /* reference, 0 = none */
    uint32_t group_name;
    uint64_t group_parent;
};

/* The blocks of a carrier's trace (trace.h). */
struct qp_trace {
    struct qp_trace_block *block; /* the one in use */
    uint32_t file;                /* number of the data file they are in */
    uint16_t outside;             /* of the window: it is to be unmapped */
    uint16_t off;                 /* nothing is logged, or no more */
    struct qp_chunk *spare;       /* extents that were taken with the last one, neighbours */
    uint32_t spares;
    uint32_t fillers;        /* words since counted that are no events of their own */
    uint64_t number;         /* of the last block */
    const uint64_t *counted; /* up to this word its events are counted */
    uint64_t *missing;       /* counts the events that found no room since one did; NULL = none did not */
    uint64_t unwritten;      /* the same, where there is no block that could say it */
    uint64_t told;           /* of the lost events of the thread record */
};

/* What a carrier logged of each counter (series.h). */
#ifdef QP_SMALL
#define QP_SERIES_FEW 2
#else
#define QP_SERIES_FEW 16
#endif

struct qp_series {
    struct qp_series_record *few[QP_SERIES_FEW]; /* the table, until a counter has a larger index */
    struct qp_series_record *next;               /* records that were taken for it */
    uint32_t left;
    uint32_t stopped;   /* there was no room for more */
    uint32_t dependent; /* reference of the first whose membership depends on the thread, 0 = none */
    uint32_t unused;
};

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
    struct qp_index index;
    struct qp_trace trace;
    struct qp_series series;
    uint32_t thread_number;       /* of the thread, as VT_registerthread counts (thread.h), + 1; 0 = none */
    struct qp_carrier *next;      /* of all there ever were */
    struct qp_carrier *next_free; /* of those without a thread */
};

/* The lane of the calling thread for each product. Never NULL: it starts at the product's off lane, where no event ever
 * begins. */
extern QP_SHARED _Thread_local struct qp_lane *qp_lane_current[QP_PRODUCTS] __attribute__((tls_model("initial-exec")));
extern struct qp_lane qp_lane_off[QP_PRODUCTS];

static inline struct qp_carrier *qp_lane_carrier(struct qp_lane *lane, enum qp_product product)
{
    return (struct qp_carrier *)(lane - product);
}

static inline struct qp_lane_cold *qp_lane_cold(struct qp_lane *lane, enum qp_product product)
{
    return &qp_lane_carrier(lane, product)->cold[product];
}

static inline struct qp_node *qp_lane_node(const struct qp_lane *lane, uint32_t reference)
{
    return (struct qp_node *)(lane->base + (uint64_t)reference * QP_UNIT);
}

static inline struct qp_node *qp_frame_node(const struct qp_frame *frame)
{
    return (struct qp_node *)(uintptr_t)frame->node;
}

#endif
