/* tstate.h - carriers and their thread states: everything a system thread needs to record.
 *
 * Words
 *   carrier       records for one system thread; when that thread ends, the next new thread reuses it
 *   thread state  a carrier's part for one product; its first 64 bytes are what every event reads and writes
 *   cold part     the part of a thread state that few events read, stored beside it
 *   mounted       the context whose shadow stack is in use: the thread's own, or a virtual thread's
 *
 * Only its own thread writes a thread state, between busy = 1 and busy = 0. Other threads may only set its limits to
 * NULL, which sends the next event down the slow path. To be sure that no other thread has an event in progress, a
 * thread sets all limits to NULL, executes a membarrier, and waits until each `busy` is 0. While events are held that
 * way (safepoint.h: qp_safepoint_begin), the holder may work on all thread states. Fork wipes this memory, so in a
 * child `base` is NULL. */
#pragma once

#include "base/atomic.h"
#include "base/attribute.h"
#include "core/store/store.h"
#include "core/thread/index.h"
#include "format/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Values of `busy`. A thread that is in no run uses a shared thread state, qp_tstate_off, whose `busy` is never
 * FREE: each event of the thread takes the slow path to check if a run has begun, or is dropped at once. */
#define QP_TSTATE_FREE 0u
#define QP_TSTATE_BUSY 1u /* an event is in progress */
#define QP_TSTATE_OFF  2u /* no run is recording */

/* Flag of `busy`: an entry or exit is in progress, and a signal handler may abandon it by a jump (frame_unwind.c). The
 * other bits are those of the event's stack address divided by 16. The event has changed nothing yet that must be
 * completed, but the ticks since the last event may be charged twice. */
#define QP_TSTATE_ABANDONABLE (1u << 31)

struct qp_tstate {
    struct qp_frame *top;
    struct qp_frame *limit;         /* last usable frame for plain events; NULL = slow path */
    struct qp_frame *virtual_limit; /* last usable frame for events that name a virtual thread; NULL = slow path */
    struct qp_ledger *ledger;       /* ledger of the thread's own root: sums of time, and the tick up to which time
                                     * is charged */
    unsigned char *base;            /* start of the mapping of the data file (store.h) */
    uint64_t virtual_id;            /* id of the mounted virtual thread; 0 while the thread's own stack is mounted */
    struct qp_context *mounted;
    uint32_t busy;     /* QP_TSTATE_* */
    uint32_t patience; /* number of ticks; an event after a longer gap takes the slow path */
    /* Limits for entries and exits during a pause. Such an event is not counted, and only pushes or pops its frame
     * inline. The limits are NULL unless a pause is the only reason for the slow path. */
    struct qp_frame *paused_limit;
    struct qp_frame *paused_virtual_limit;
    /* Bounds that the mounted stack had when it was mounted. If another thread state takes the context over and
     * moves its frames during an event, this thread state still writes within these bounds. */
    struct qp_frame *bottom; /* the root's frame */
    struct qp_frame *end;    /* last usable frame */
    /* For the event log (trace.h): `word` is the next word to write. While `word` is below `words_end`, there is
     * space for an event of two words. */
    uint64_t *word;
    uint64_t *words_end;              /* no event begins at or after this address; NULL = nothing is logged inline */
    uint64_t logged;                  /* tick of the last event in the trace */
    uint64_t horizon;                 /* tick from which events are logged on the slow path (trace.h); 0 = no log of
                                       * virtual threads (timeline.h) */
    struct qp_series_record **series; /* array of series_room elements, indexed by counter: counter series of the
                                       * carrier (series.h) */
    uint32_t series_room;
    uint32_t location; /* location that VT_thisloc set for the next event; 0 = none */
    /* Limits for events on the middle path (frame.h). They are NULL unless the clock, which the fast path cannot read
     * (QP_SLOW_CLOCKS), is the only reason for another path. */
    struct qp_frame *middle_limit;
    struct qp_frame *middle_virtual_limit;
} __attribute__((aligned(64)));

_Static_assert(offsetof(struct qp_tstate, top) == 0,
               "who looks at a running program finds the top (profile/load/on_top.c)");
_Static_assert(offsetof(struct qp_tstate, paused_limit) == 64, "a thread state that records is one cache line");
_Static_assert(offsetof(struct qp_tstate, series) == 128, "the trace's part is the rest of the second line");

/* Blocks of the thread's part of the event log (trace.h). */
struct qp_trace {
    struct qp_trace_block *block; /* block in use */
    uint32_t file;                /* number of the data file that contains the blocks */
    bool outside;                 /* the block lies outside the window and must be unmapped */
    bool off;                     /* logging is off, or has stopped */
    struct qp_chunk *spare;       /* unused extents that were taken together with the extent before them */
    uint32_t spares;
    uint32_t fillers;        /* number of words after `counted` that are not events */
    uint64_t number;         /* number of the newest block */
    const uint64_t *counted; /* the log's event counts include the words before this address */
    uint64_t *missing;       /* pointer to the count of lost events, in the block or in `unwritten`; NULL = the last
                              * event was logged */
    uint64_t unwritten;      /* number of lost events that no block could record yet */
    uint64_t unreported;     /* number of lost events that qp_trace_settle has not reported yet */
    uint64_t *held_end;      /* value that `words_end` gets back when paused logging resumes (timeline.h); NULL = not
                              * paused */
};

#define QP_TSTATE_LIVES    16
#define QP_TSTATE_RESUMERS 16 /* power of two */

/* State of this thread at the moment when another thread took over its virtual thread. The other thread writes these
 * values before this thread can notice the loss. */
struct qp_tstate_loss {
    const struct qp_frame *top;
    uint64_t last; /* tick up to which time was charged */
    uint64_t virtual_id;
};

struct qp_tstate_cold {
    struct qp_context own; /* context of the system thread, mounted while no virtual thread is */
    uint32_t run;          /* number of the product's run that this thread records in; 0 = none */
    uint32_t slow;         /* set of reasons why events take the slow path: QP_SLOW_* (reason.h) */
    uint32_t marks;        /* number of marks that this thread has processed */
    uint32_t epoch;
    uint32_t root;                   /* reference of the thread's own root (qp_root) in this epoch */
    uint32_t fold;                   /* reference of the node that collects call paths without room; 0 = none yet */
    uint32_t safepoints;             /* value of the product's qp_safepoint_requests when the limits were set */
    uint64_t lives[QP_TSTATE_LIVES]; /* cache of lives records (lives.h): the upper half is the reference of a group,
                                      * the lower half the reference of the group's lives record on this carrier */
    uint32_t free;                   /* reference of the first context in the list of free ones (vthread.c) */
    uint32_t free_count;
    struct qp_context *before; /* virtual thread mounted before this one, often mounted again next; NULL = none */
    struct qp_context *made;   /* virtual thread created here last; NULL = none */
    /* Values of the virtual thread created here last. The next one usually has the same values. */
    uint32_t name;       /* reference, 0 = none */
    uint32_t group;      /* reference, 0 = none */
    uint32_t group_name; /* this and the next two: key of the group (group.h); thread_name.c reads the name even if
                          * `group` is 0 */
    uint32_t group_creator;
    uint32_t group_resumer;
    uint16_t named; /* named context to which the client's block counters count for this thread (interval.h) */
    bool carries;   /* the system thread has run a virtual thread */
    bool claims;    /* no other thread may take the mounted context before the event ends */
    /* True if this thread did not leave its event in time when events were last held (safepoint.c). The thread that
     * holds events sets this. `busy` does not show this, because an event that begins meanwhile is also busy until it
     * sees that events are held. */
    bool left_behind;
    /* True if the mounted context is about to begin to run. Until then time is charged to the recorder (mount.h). */
    bool begins;
    struct qp_tstate_loss loss;
    /* The newest of the virtual threads that resumed another virtual thread on this carrier, and that wait for the
     * return of the other one. If the running virtual thread ends, control returns to the newest of them. */
    struct qp_context *resumers[QP_TSTATE_RESUMERS];
    uint32_t resumer_count; /* number of waiting resumers; only the newest are in the array */
    int entered;            /* reason for which control passed to the mounted context: QPROF_REASON_* */
    uint64_t slice;         /* tick at which the mounted context began to run here */
    uint64_t ungrouped;     /* ticks of the mounted context that were charged to the thread's own root, because the
                             * context has no group yet */
    uint64_t processor;     /* reading of the thread's CPU clock in nanoseconds, made at processor_tick (processor.h) */
    uint64_t processor_tick;
    uint64_t sample; /* tick at which the client began to collect a sample, 0 = none (sample.h) */
    /* Top frame at the last exit that popped nothing, and the call count of its node at that exit (frame_exit.c). */
    const struct qp_frame *idle_frame;
    uint64_t idle_calls;
    struct qp_trace trace;
};

/* Number of words that libvt's log stores in each carrier (core/log/part.h). */
#define QP_CARRIER_LOG 88

struct qp_carrier {
    struct qp_tstate tstates[QP_PRODUCTS]; /* must be the first member, because of qp_tstate_carrier */
    struct qp_tstate_cold cold[QP_PRODUCTS];
    struct qp_thread_record *record;
    uint32_t number; /* number of the carrier, from 1; 0 in a forked child */
    uint32_t file;   /* number of the data file that the members below belong to */
    uint64_t thread; /* system id of the thread that was handed over (carrier.h); 0 = the calling thread's */
    struct qp_arena nodes;
    struct qp_arena folds; /* arena of root nodes, fold nodes and nodes below fold nodes; it may use the reserve */
    struct qp_arena blocks;
    struct qp_arena extras;
    struct qp_arena edges;
    struct qp_index index;
    struct qp_index method_nodes; /* method_nodes.h */
    uint64_t log[QP_CARRIER_LOG];
    struct qp_carrier *next;      /* next in the list of all carriers */
    struct qp_carrier *next_free; /* next in the list of carriers without a thread */
};

/* The calling thread's state for each product. It is never NULL: it starts as the product's off thread state, in which
 * no event ever begins. */
extern QP_SHARED _Thread_local struct qp_tstate *qp_tstate_current[QP_PRODUCTS]
    __attribute__((tls_model("initial-exec")));
extern QP_SHARED struct qp_tstate qp_tstate_off[QP_PRODUCTS];

static inline struct qp_carrier *qp_tstate_carrier(struct qp_tstate *tstate, enum qp_product product)
{
    return (struct qp_carrier *)(tstate - product);
}

static inline struct qp_tstate_cold *qp_tstate_cold(struct qp_tstate *tstate, enum qp_product product)
{
    return &qp_tstate_carrier(tstate, product)->cold[product];
}

/* qp_tstate_at converts a reference to an address, as qp_store_at does. qp_tstate_reference converts an address to a
 * reference, as qp_store_reference does. Inline events use these functions, since they have no access to the store. */
static inline void *qp_tstate_at(const struct qp_tstate *tstate, uint32_t reference)
{
    return tstate->base + (uint64_t)reference * QP_UNIT;
}

static inline uint32_t qp_tstate_reference(const struct qp_tstate *tstate, const void *record)
{
    return (uint32_t)((uint64_t)((const unsigned char *)record - tstate->base) / QP_UNIT);
}

static inline struct qp_node *qp_tstate_node(const struct qp_tstate *tstate, uint32_t reference)
{
    return qp_tstate_at(tstate, reference);
}

static inline struct qp_node *qp_frame_node(const struct qp_frame *frame)
{
    return (struct qp_node *)(uintptr_t)frame->node;
}

/* Return the thread state's address as a context stores it as its owner (core/vthread/mount.h). */
static inline uint64_t qp_tstate_address(const struct qp_tstate *tstate)
{
    return (uint64_t)(uintptr_t)tstate;
}

/* Return true if this thread still owns the mounted virtual thread, which another thread may have taken over. If the
 * thread's own stack is mounted in a run with virtual threads, return false. */
static inline bool qp_tstate_has(const struct qp_tstate *tstate)
{
    return qp_load_acquire(&tstate->mounted->owner) == qp_tstate_address(tstate);
}

/* Return true if this event has claimed the mounted context (mount.h), or this thread still owns it. */
static inline bool qp_tstate_keeps(const struct qp_tstate *tstate, const struct qp_tstate_cold *cold)
{
    return cold->claims || qp_tstate_has(tstate);
}

/* Return true if the thread is in its scheduler: it has run virtual threads before, none is mounted, and no function of
 * its own is open. */
static inline bool qp_tstate_is_idle(const struct qp_tstate *tstate, const struct qp_tstate_cold *cold)
{
    return tstate->mounted == &cold->own && cold->carries && tstate->top == tstate->bottom;
}

/* Return true if this thread still owns the mounted context; always true for its own stack. */
static inline bool qp_tstate_owns(const struct qp_tstate *tstate, const struct qp_tstate_cold *cold)
{
    return tstate->mounted == &cold->own || qp_tstate_has(tstate);
}

/* ---- an event of the calling thread ---------------------------------------------------------------------- */

/* Begin an event, with this value of `busy`. Return QP_TSTATE_FREE if it began; otherwise the value of `busy` that
 * prevented it. */
static inline uint32_t qp_tstate_begin_as(struct qp_tstate *tstate, uint32_t value)
{
    uint32_t busy = qp_load_relaxed(&tstate->busy);
    if (QP_LIKELY(busy == QP_TSTATE_FREE)) {
        qp_store_relaxed(&tstate->busy, value);
        qp_fence_signal();
    }
    return busy;
}

/* Return the value of `busy` for an event at this stack address that a jump may abandon. */
static inline uint32_t qp_tstate_abandonable(const void *stack)
{
    return (uint32_t)((uintptr_t)stack >> 4) | QP_TSTATE_ABANDONABLE;
}

static inline uint32_t qp_tstate_begin(struct qp_tstate *tstate)
{
    return qp_tstate_begin_as(tstate, QP_TSTATE_BUSY);
}

static inline void qp_tstate_end(struct qp_tstate *tstate)
{
    qp_fence_signal();
    qp_store_release(&tstate->busy, QP_TSTATE_FREE); /* pairs with qp_safepoint_begin */
}

/* Begin an event of the product on the calling thread. Return its thread state, or NULL if the event did not begin. */
static inline struct qp_tstate *qp_tstate_take(enum qp_product product)
{
    struct qp_tstate *tstate = qp_tstate_current[product];
    return qp_tstate_begin(tstate) == QP_TSTATE_FREE ? tstate : NULL;
}

/* If events are held (safepoint.h), postpone the event that has begun: clear busy, wait until events are no longer
 * held, and set busy again. */
void qp_tstate_wait(struct qp_tstate *tstate);

/* Return true if the caller is a signal handler that interrupted an event of another product. The products share the
 * node index, the arenas and the locks, so no event may begin then. */
static inline bool qp_tstate_is_nested(enum qp_product product)
{
    for (int other = 0; other < QP_PRODUCTS; other++) {
        const struct qp_tstate *tstate = qp_tstate_current[other];
        if (other != (int)product && tstate != &qp_tstate_off[other] &&
            qp_load_relaxed(&tstate->busy) != QP_TSTATE_FREE)
            return true;
    }
    return false;
}

/* Detach the calling thread from its run. Its events are off from now on. */
void qp_tstate_detach(enum qp_product product);

/* ---- limits ---------------------------------------------------------------------------------------------- */

/* Set the limits for these reasons (QP_SLOW_*), 0 = no reason. */
void qp_tstate_open_limits(struct qp_tstate *tstate, enum qp_product product, uint32_t slow);

/* Set the limits according to the thread state's reasons for the slow path. All limits become NULL if a mark or a break
 * is pending or the product has stopped recording. */
void qp_tstate_set_limits(struct qp_tstate *tstate, enum qp_product product);

/* Return true if the value may be a limit of the thread state: NULL, or the end of the mounted frames. */
static inline bool qp_tstate_is_limit(const struct qp_tstate *tstate, const struct qp_frame *limit)
{
    return !limit || limit == tstate->end;
}

/* Return true if some event may take the fast or middle path. */
bool qp_tstate_has_limits(const struct qp_tstate *tstate);

/* Send the thread's next event down the slow path. Any thread may call this. */
void qp_tstate_close_limits(struct qp_tstate *tstate);

/* Number of times that all limits of a product were closed. A thread state's limits are valid while `safepoints` in its
 * cold part equals this number. */
extern QP_SHARED uint32_t qp_safepoint_requests[QP_PRODUCTS];

/* Keep the fast path open for events that name a virtual thread, up to the end of the mounted frames, unless a
 * safepoint request has closed the limits meanwhile. */
static inline void qp_tstate_stay_open(struct qp_tstate *tstate, enum qp_product product,
                                       const struct qp_tstate_cold *cold)
{
    qp_store_relaxed(&tstate->virtual_limit, tstate->end);
    qp_fence_signal(); /* pairs with qp_safepoint_request, as in qp_tstate_set_limits */
    if (QP_UNLIKELY(qp_load_relaxed(&qp_safepoint_requests[product]) != cold->safepoints))
        qp_store_relaxed(&tstate->virtual_limit, NULL);
}
