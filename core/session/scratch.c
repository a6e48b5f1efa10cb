#include "core/session/scratch.h"

#include "core/log/state.h"
#include "core/store/arena.h"
#include "core/event/announce.h"
#include "core/event/frame.h"
#include "core/tree/node_extra.h"
#include "core/thread/reason.h"
#include "core/thread/run.h"
#include "core/event/switch.h"
#include "core/tree/tree.h"

#include <string.h>

#define METHOD     QP_SCRATCH_METHOD
#define VIRTUAL_ID 1
#define FIRST      2 /* ids of the two virtual threads that switch; the table of virtual threads does not have them */
#define SECOND     3
#define GROUP      (sizeof(struct qp_group_record) / QP_UNIT) /* a reference at which no group can be */
#define OUTER      1                                          /* stack ids of the two frames */
#define INNER      2

/* Thread state for the events below. This variable is thread-local, so that the events cost the same as the
 * library's functions, which read a thread-local variable, too. */
static _Thread_local struct qp_tstate *current __attribute__((tls_model("initial-exec")));

/* ---- events ---------------------------------------------------------------------------------------------- */

static inline __attribute__((always_inline)) void enter(const struct qp_call *call, uint64_t id)
{
    struct qp_tstate *tstate = current;
    if (QP_UNLIKELY(qp_tstate_begin(tstate) != QP_TSTATE_FREE))
        return;
    if (QP_LIKELY(qp_frame_enter_inline(tstate, call, id, METHOD, INNER)))
        qp_tstate_end(tstate);
    else
        qp_frame_enter_middle(METHOD, INNER, id, tstate, call);
}

static inline __attribute__((always_inline)) void leave(const struct qp_call *call, uint64_t id)
{
    struct qp_tstate *tstate = current;
    if (QP_UNLIKELY(qp_tstate_begin(tstate) != QP_TSTATE_FREE))
        return;
    if (QP_LIKELY(qp_frame_exit_inline(tstate, call, id, OUTER)))
        qp_tstate_end(tstate);
    else
        qp_frame_exit_middle(OUTER, id, tstate, call);
}

/* Define functions that record an entry and an exit in the same way as the public functions of the flavour `kind`.
 * The events name the virtual thread `id`, or no virtual thread if `id` is 0. */
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
EVENTS(slow, QP_EITHER, 0) /* for runs whose events never take the fast path */

/* Define an event that takes the fast path. */
#define FAST_EVENT(name, fast)                                                                                         \
    static __attribute__((noinline)) void name(void)                                                                   \
    {                                                                                                                  \
        struct qp_tstate *tstate = current;                                                                            \
        if (qp_tstate_begin(tstate) == QP_TSTATE_FREE && (fast))                                                       \
            qp_tstate_end(tstate);                                                                                     \
    }

FAST_EVENT(open_state, qp_state_hot_enter(tstate, METHOD, QP_STATE_ENTERED))
FAST_EVENT(close_state, qp_state_hot_leave(tstate, QP_STATE_ENTERED, true))

/* ---- events of virtual threads ----------------------------------------------------------------------------- */

static inline bool is_running(const struct qp_tstate *tstate, uint64_t id)
{
    return qp_load_relaxed(&tstate->virtual_limit) && qp_hot_mounted(tstate, id);
}

FAST_EVENT(resume, is_running(tstate, SECOND) || qp_switch_to(tstate, QP_QPROF, SECOND))

/* Suspensions and switches. Unlike qp_switch_may_suspend, do not check that the client has reported suspensions before:
 * a calibration must not count as such a report. */
FAST_EVENT(suspend, is_running(tstate, SECOND) && qp_switch_suspend_mounted(tstate, QP_QPROF, QPROF_REASON_WAITING))
FAST_EVENT(switch_there, is_running(tstate, FIRST) && qp_switch_take(tstate, QP_QPROF, SECOND, QPROF_REASON_WAITING))
FAST_EVENT(switch_back, is_running(tstate, SECOND) && qp_switch_take(tstate, QP_QPROF, FIRST, QPROF_REASON_WAITING))

static __attribute__((noinline)) void announce(void)
{
    static const struct qp_call call = {"calibrate", QP_QPROF, QP_NAMED};
    struct qp_tstate *tstate = current;
    if (qp_tstate_begin(tstate) == QP_TSTATE_FREE)
        qp_announce_nothing(tstate, &call);
}

/* Return the events of a kind, NULL if they are not measured. Switches are measured only in runs on the time stamp
 * counter, since they take the slow path with other clocks. */
static const struct qp_scratch_events *events_of_vthreads(enum qp_product product, enum qp_scratch_kind kind)
{
    static const struct qp_scratch_events of_resumed = {resume, suspend};
    static const struct qp_scratch_events of_switched = {switch_there, switch_back};
    static const struct qp_scratch_events of_announced = {announce, announce};
    if (product != QP_QPROF || !qp_runs[product].virtual_threads || qp_runs[product].slow & QP_SLOW_CPU)
        return NULL;
    if (kind == QP_SCRATCH_ANNOUNCED)
        return &of_announced;
    if (qp_runs[product].slow != 0)
        return NULL;
    return kind == QP_SCRATCH_RESUMED ? &of_resumed : &of_switched;
}

static const struct qp_scratch_events *events_of_calls(enum qp_product product)
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

const struct qp_scratch_events *qp_scratch_wrapper;

const struct qp_scratch_events *qp_scratch_events(enum qp_product product, enum qp_scratch_kind kind)
{
    if (kind == QP_SCRATCH_WRAPPED)
        return product == QP_VT ? qp_load_acquire(&qp_scratch_wrapper) : NULL;
    return kind == QP_SCRATCH_CALLS ? events_of_calls(product) : events_of_vthreads(product, kind);
}

/* ---- the thread state -------------------------------------------------------------------------------------------- */

/* Find or make a caller and its callee. The caller is a hidden root, which all calibrations of the thread share. */
static bool make_nodes(struct qp_scratch_tstate *scratch, struct qp_tstate *tstate, enum qp_product product)
{
    struct qp_carrier *carrier = qp_tstate_carrier(tstate, product);
    const struct qp_root *root =
        qp_tree_root(carrier, product, qp_tstate_cold(tstate, product)->epoch, 0, QP_ROOT_HIDDEN);
    struct qp_node *caller = root ? qp_store_at(root->node) : NULL;
    struct qp_node *callee = root ? qp_tree_get(carrier, product, caller, METHOD) : NULL;
    if (!callee || callee->parent != root->node)
        return false;
    scratch->caller = caller;
    scratch->callee = callee;
    scratch->stack.frames[0] = (struct qp_frame){(uint64_t)(uintptr_t)caller, 0};
    scratch->stack.frames[1] = (struct qp_frame){(uint64_t)(uintptr_t)caller, OUTER};
    return qp_node_extra_of(carrier, product, callee) && qp_node_extra_of(carrier, product, caller);
}

/* Take space in the data file for a record of a virtual thread's rare times. This record is never published. */
static bool make_rare(struct qp_scratch_tstate *scratch, struct qp_carrier *carrier)
{
    _Static_assert(sizeof(struct qp_node_extra_record) >= sizeof(struct qp_rare_record),
                   "an extra record has space for a rare record");
    const struct qp_node_extra_record *record = qp_arena_take(&carrier->extras, sizeof *record);
    scratch->rare = record ? qp_store_reference(record) : 0;
    return record;
}

bool qp_scratch_set_up(struct qp_scratch_tstate *scratch, struct qp_tstate *tstate, enum qp_product product)
{
    memset(scratch, 0, sizeof *scratch);
    if (!make_nodes(scratch, tstate, product) || !make_rare(scratch, qp_tstate_carrier(tstate, product)))
        return false;
    scratch->carrier = *qp_tstate_carrier(tstate, product);
    struct qp_tstate_cold *cold = &scratch->carrier.cold[product];
    struct qp_tstate *copy = &scratch->carrier.tstates[product];
    scratch->marks = cold->marks;
    scratch->logs = copy->horizon != 0;
    cold->lives[1] = (uint64_t)GROUP << 32 | qp_store_reference(scratch->caller); /* events only read this record */
    cold->slow = qp_runs[product].slow;
    cold->own.overflow = 0;
    cold->own.depth = 0;
    cold->own.owner = (uint64_t)(uintptr_t)copy;
    copy->ledger = &scratch->ledger;
    scratch->tstate = copy;
    return true;
}

/* ---- a round ----------------------------------------------------------------------------------------------- */

/* Mount the thread's own stack, with one open call. */
static void mount_own(struct qp_scratch_tstate *scratch, struct qp_tstate *tstate, struct qp_tstate_cold *cold)
{
    tstate->mounted = &cold->own;
    tstate->virtual_id = VIRTUAL_ID;
    tstate->bottom = &scratch->stack.frames[0];
    tstate->top = &scratch->stack.frames[1];
    tstate->end = &scratch->stack.frames[QP_SCRATCH_FRAMES - 1];
}

/* Set up a waiting virtual thread with this node on top of its stack. */
static void make_thread(struct qp_scratch_tstate *scratch, int number, const struct qp_node *node, uint64_t tick)
{
    struct qp_frame *frames = scratch->threads[number].frames;
    frames[0] = (struct qp_frame){(uint64_t)(uintptr_t)scratch->caller, 0};
    frames[1] = (struct qp_frame){(uint64_t)(uintptr_t)node, OUTER};
    scratch->threads[number].context = (struct qp_context){
        .published = 1,
        .product = QP_QPROF,
        .state = QP_CONTEXT_WAITING,
        .flags = QP_CONTEXT_VIRTUAL,
        .top = qp_store_reference(node),
        .virtual_id = number == 0 ? FIRST : SECOND,
        .owner = (uint64_t)(uintptr_t)scratch->tstate | QP_OWNER_PARKED,
        .frames = (uint64_t)QP_SCRATCH_ORDER << QP_CONTEXT_ORDER | (uint64_t)(uintptr_t)frames,
        .since = tick,
        .epoch = scratch->carrier.cold[QP_QPROF].epoch,
        .carrier = scratch->carrier.number,
        .group = GROUP,
        .depth = 1,
        .start = tick,
        .rare = scratch->rare,
    };
}

/* Set up both virtual threads. For resumptions, mount the thread's own stack, as a scheduler does. Otherwise mount
 * the first virtual thread. */
static void mount_threads(struct qp_scratch_tstate *scratch, enum qp_scratch_kind kind, uint64_t tick)
{
    struct qp_tstate *tstate = scratch->tstate;
    struct qp_tstate_cold *cold = &scratch->carrier.cold[QP_QPROF];
    struct qp_context *first = &scratch->threads[0].context;
    make_thread(scratch, 0, scratch->caller, tick);
    make_thread(scratch, 1, scratch->callee, tick);
    cold->before = &scratch->threads[1].context;
    cold->processor_tick = cold->slice = tick;
    qp_context_bind(tstate, kind == QP_SCRATCH_RESUMED ? &cold->own : first);
    tstate->virtual_id = kind == QP_SCRATCH_RESUMED ? 0 : FIRST;
    first->owner = (uint64_t)(uintptr_t)tstate;
    first->state = QP_CONTEXT_RUNNING;
    /* Announcements take the slow path, which may change the record of the group, so the virtual thread has no
     * group. */
    if (kind == QP_SCRATCH_ANNOUNCED)
        first->group = 0;
}

void qp_scratch_begin(struct qp_scratch_tstate *scratch, enum qp_product product, enum qp_scratch_kind kind,
                      uint64_t tick)
{
    struct qp_tstate *tstate = current = scratch->tstate;
    struct qp_tstate_cold *cold = &scratch->carrier.cold[product];
    bool switches = kind > QP_SCRATCH_WRAPPED;
    bool logs = scratch->logs || product == QP_VT;
    cold->carries = switches;
    cold->marks = switches ? scratch->marks : UINT32_MAX; /* as if all marks were processed */
    cold->safepoints = qp_load_relaxed(&qp_safepoint_requests[product]);
    if (switches)
        mount_threads(scratch, kind, tick);
    else
        mount_own(scratch, tstate, cold);
    tstate->patience = UINT32_MAX;
    tstate->word = scratch->words;
    tstate->words_end = logs ? scratch->words + sizeof scratch->words / sizeof *scratch->words - 2 : NULL;
    tstate->logged = scratch->ledger.last = tick;
    tstate->horizon = logs ? tick + QP_EVENT_TICKS : 0;
    qp_tstate_open_limits(tstate, product, qp_runs[product].slow);
    qp_store_relaxed(&tstate->busy, QP_TSTATE_FREE);
}
