#include "core/session/scratch.h"

#include "core/log/state.h"
#include "core/record/frame.h"
#include "core/record/node_extra.h"
#include "core/record/reason.h"
#include "core/record/run.h"
#include "core/record/tree.h"

#include <string.h>

#define METHOD     qprof_GarbageCollector /* which no client is asked for */
#define VIRTUAL_ID 1
#define OUTER      1 /* stack ids of the two frames */
#define INNER      2

/* As the library's functions find theirs. */
static _Thread_local struct qp_lane *current __attribute__((tls_model("initial-exec")));

/* ---- events ---------------------------------------------------------------------------------------------- */

static inline __attribute__((always_inline)) void enter(const struct qp_call *call, uint64_t id)
{
    struct qp_lane *lane = current;
    if (QP_UNLIKELY(qp_lane_begin(lane) != QP_LANE_FREE))
        return;
    const struct qp_frame *limit = qp_hot_limit(lane, call);
    if (QP_LIKELY(qp_hot_is_for(lane, call, limit, id)) &&
        QP_LIKELY(qp_hot_enter(lane, call, limit, METHOD, INNER, true)))
        qp_lane_end(lane);
    else
        qp_frame_enter_near(METHOD, INNER, id, lane, call);
}

static inline __attribute__((always_inline)) void leave(const struct qp_call *call, uint64_t id)
{
    struct qp_lane *lane = current;
    if (QP_UNLIKELY(qp_lane_begin(lane) != QP_LANE_FREE))
        return;
    const struct qp_frame *limit = qp_hot_limit(lane, call);
    if (QP_LIKELY(qp_hot_is_for(lane, call, limit, id)) && QP_LIKELY(qp_hot_exit(lane, limit, OUTER, true)))
        qp_lane_end(lane);
    else
        qp_frame_exit_near(OUTER, id, lane, call);
}

/* The events of a flavour: of a call that names virtual thread id, or none. */
#define EVENTS(name, kind, id)                                                                                         \
    static const struct qp_call name = {"calibrate", QP_QPROF, kind};                                                  \
    static __attribute__((noinline)) void enter_##name(void)                                                           \
    {                                                                                                                  \
        enter(&name, id);                                                                                              \
    }                                                                                                                  \
    static __attribute__((noinline)) void leave_##name(void)                                                           \
    {                                                                                                                  \
        leave(&name, id);                                                                                              \
    }

EVENTS(plain, QP_PLAIN, 0)
EVENTS(virtual, QP_VIRTUAL, VIRTUAL_ID)
EVENTS(slow, QP_EITHER, 0) /* no event of the run goes in line */

static __attribute__((noinline)) void open_state(void)
{
    struct qp_lane *lane = current;
    if (qp_lane_begin(lane) == QP_LANE_FREE && qp_state_hot_enter(lane, METHOD, QP_STATE_ENTERED))
        qp_lane_end(lane);
}

static __attribute__((noinline)) void close_state(void)
{
    struct qp_lane *lane = current;
    if (qp_lane_begin(lane) == QP_LANE_FREE && qp_state_hot_leave(lane, QP_STATE_ENTERED, true))
        qp_lane_end(lane);
}

const struct qp_scratch_events *qp_scratch_events(enum qp_product product)
{
    static const struct qp_scratch_events of_plain = {enter_plain, leave_plain};
    static const struct qp_scratch_events of_virtual = {enter_virtual, leave_virtual};
    static const struct qp_scratch_events of_slow = {enter_slow, leave_slow};
    static const struct qp_scratch_events of_states = {open_state, close_state};
    if (product == QP_VT)
        return &of_states;
    if (qp_runs[product].slow != 0)
        return &of_slow;
    return qp_runs[product].virtual_threads ? &of_virtual : &of_plain;
}

/* ---- the lane -------------------------------------------------------------------------------------------- */

/* A call below a root of its own, the same for all calibrations of the thread. */
static bool make_nodes(struct qp_scratch *scratch, struct qp_lane *lane, enum qp_product product)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, product);
    const struct qp_root *root = qp_tree_root(carrier, product, qp_lane_cold(lane, product)->epoch, 0, QP_ROOT_HIDDEN);
    struct qp_node *caller = root ? qp_store_at(root->node) : NULL;
    struct qp_node *callee = root ? qp_tree_get(carrier, product, caller, METHOD) : NULL;
    if (!callee || callee->parent != root->node)
        return false;
    scratch->callee = callee;
    scratch->stack.frames[0] = (struct qp_frame){(uint64_t)(uintptr_t)caller, 0};
    scratch->stack.frames[1] = (struct qp_frame){(uint64_t)(uintptr_t)caller, OUTER};
    return qp_node_extra_of(carrier, product, callee);
}

bool qp_scratch_set_up(struct qp_scratch *scratch, struct qp_lane *lane, enum qp_product product)
{
    memset(scratch, 0, sizeof *scratch);
    if (!make_nodes(scratch, lane, product))
        return false;
    scratch->carrier = *qp_lane_carrier(lane, product);
    struct qp_lane_cold *cold = &scratch->carrier.cold[product];
    struct qp_lane *copy = &scratch->carrier.lanes[product];
    cold->marks = UINT32_MAX; /* what other threads mark meanwhile is not for it */
    cold->slow = qp_runs[product].slow;
    cold->carries = false;
    cold->own.overflow = 0;
    cold->own.owner = (uint64_t)(uintptr_t)copy;
    copy->mounted = &cold->own;
    copy->ledger = &scratch->ledger;
    copy->virtual_id = VIRTUAL_ID;
    copy->patience = UINT32_MAX;
    copy->bottom = &scratch->stack.frames[0];
    copy->end = &scratch->stack.frames[QP_SCRATCH_FRAMES - 1];
    copy->words_end = scratch->words + sizeof scratch->words / sizeof *scratch->words - 2;
    bool in_line = qp_runs[product].slow == 0;
    qp_store_relaxed(&copy->limit, in_line ? copy->end : NULL);
    qp_store_relaxed(&copy->virtual_limit, in_line ? copy->end : NULL);
    qp_store_relaxed(&copy->ordered_limit, qp_runs[product].slow == QP_SLOW_ORDERED ? copy->end : NULL);
    qp_store_relaxed(&copy->busy, QP_LANE_FREE);
    scratch->lane = copy;
    return true;
}

void qp_scratch_begin(struct qp_scratch *scratch, uint64_t tick)
{
    current = scratch->lane;
    current->top = &scratch->stack.frames[1];
    current->word = scratch->words;
    current->logged = scratch->ledger.last = tick;
    current->horizon = tick + QP_EVENT_TICKS;
}
