#include "core/session/calibrate.h"

#include "core/log/state.h"
#include "core/record/carrier.h"
#include "core/record/catch_up.h"
#include "core/record/charge.h"
#include "core/record/frame.h"
#include "core/record/mount.h"
#include "core/record/node_extra.h"
#include "core/record/reason.h"
#include "core/record/run.h"
#include "core/record/tree.h"
#include "core/session/reference.h"

#include <stdlib.h>
#include <string.h>

#define CALLS        32 /* in a round */
#define CALLER_STEPS 24
#define CALLEE_STEPS 48
#define ROUNDS       5 /* in a set; medians are taken: what an interrupt adds is not the recorder's cost */
#define SETS         3 /* at each end of a run */

#define METHOD       qprof_GarbageCollector /* which no client is asked for */
#define VIRTUAL_ID   1
#define OUTER        1 /* stack ids of the two frames */
#define INNER        2
#define FRAMES       8

/* A copy of a carrier, whose lane works on a stack of its own below a hidden root: no other thread finds it, and what
 * is recorded in it nobody sees. */
struct scratch {
    struct qp_carrier carrier;
    struct qp_lane *lane;
    struct qp_ledger ledger;
    enum qp_product product;
    struct qp_node *callee;
    qp_reference *work;
    struct {
        struct qp_frame frames[FRAMES];
        uint64_t ticks[FRAMES]; /* -record-min-max (context.h) */
    } stack;
    uint64_t words[8 * CALLS];
};

/* As the library's functions find theirs. */
static _Thread_local struct qp_lane *current __attribute__((tls_model("initial-exec")));

/* ---- the ways -------------------------------------------------------------------------------------------- */

static const struct qp_call plain = {"calibrate", QP_QPROF, QP_PLAIN};
static const struct qp_call virtual = {"calibrate", QP_QPROF, QP_VIRTUAL};
static const struct qp_call slow = {"calibrate", QP_QPROF, QP_EITHER};

/* What a public function does (frame.h), in a lane that is not the thread's. */
static inline __attribute__((always_inline)) void enter(const struct qp_call *call, uint64_t id)
{
    struct qp_lane *lane = current;
    if (QP_UNLIKELY(qp_lane_begin(lane) != QP_LANE_FREE))
        return;
    if (QP_LIKELY(qp_hot_is_for(lane, call, id)) &&
        QP_LIKELY(qp_hot_enter(lane, call, qp_hot_limit(lane, call), METHOD, INNER, true)))
        qp_lane_end(lane);
    else
        qp_frame_enter_near(METHOD, INNER, id, lane, call);
}

static inline __attribute__((always_inline)) void leave(const struct qp_call *call, uint64_t id)
{
    struct qp_lane *lane = current;
    if (QP_UNLIKELY(qp_lane_begin(lane) != QP_LANE_FREE))
        return;
    if (QP_LIKELY(qp_hot_is_for(lane, call, id)) && QP_LIKELY(qp_hot_exit(lane, qp_hot_limit(lane, call), OUTER, true)))
        qp_lane_end(lane);
    else
        qp_frame_exit_near(OUTER, id, lane, call);
}

static __attribute__((noinline)) void enter_plain(void)
{
    enter(&plain, 0);
}

static __attribute__((noinline)) void leave_plain(void)
{
    leave(&plain, 0);
}

static __attribute__((noinline)) void enter_virtual(void)
{
    enter(&virtual, VIRTUAL_ID);
}

static __attribute__((noinline)) void leave_virtual(void)
{
    leave(&virtual, VIRTUAL_ID);
}

static __attribute__((noinline)) void enter_slow(void)
{
    enter(&slow, 0);
}

static __attribute__((noinline)) void leave_slow(void)
{
    leave(&slow, 0);
}

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

/* Called through pointers, as a client calls what it loaded. */
typedef void event(void);

struct way {
    event *enter;
    event *leave;
};

static const struct way *way_of(enum qp_product product)
{
    static const struct way ways[] = {{enter_plain, leave_plain},
                                      {enter_virtual, leave_virtual},
                                      {enter_slow, leave_slow},
                                      {open_state, close_state}};
    if (product == QP_VT)
        return &ways[3];
    return &ways[qp_runs[product].slow != 0 ? 2 : qp_runs[product].virtual_threads ? 1 : 0];
}

/* ---- rounds ---------------------------------------------------------------------------------------------- */

static void play_bare(const struct scratch *scratch, unsigned callee_steps, uint64_t *value)
{
    qp_reference *volatile work = scratch->work;
    for (int i = 0; i < CALLS; i++) {
        *value = work(*value, CALLER_STEPS);
        if (callee_steps > 0)
            *value = work(*value, callee_steps);
    }
}

static void play_recorded(const struct scratch *scratch, const struct way *way, uint64_t *value)
{
    qp_reference *volatile work = scratch->work;
    event *volatile enter_callee = way->enter;
    event *volatile leave_callee = way->leave;
    for (int i = 0; i < CALLS; i++) {
        *value = work(*value, CALLER_STEPS);
        enter_callee();
        *value = work(*value, CALLEE_STEPS);
        leave_callee();
    }
}

/* A round of what is added to the callee and to its caller by a call, in 1/256 tick. */
struct sample {
    int64_t inside;
    int64_t outside;
};

static struct sample measure(struct scratch *scratch, const struct way *way, uint64_t *value)
{
    enum qp_product product = scratch->product;
    uint64_t start = qp_run_tick(product);
    play_bare(scratch, CALLEE_STEPS, value);
    uint64_t middle = qp_run_tick(product);
    play_bare(scratch, 0, value);
    uint64_t end = qp_run_tick(product);
    int64_t caller = (int64_t)(end - middle);
    int64_t callee = (int64_t)(middle - start) - caller;
    uint64_t self = scratch->callee->self;
    scratch->lane->word = scratch->words;
    start = scratch->ledger.last = scratch->lane->logged = qp_run_tick(product);
    scratch->lane->horizon = start + QP_EVENT_TICKS;
    play_recorded(scratch, way, value);
    int64_t whole = (int64_t)(qp_run_tick(product) - start);
    int64_t recorded = (int64_t)(scratch->callee->self - self);
    return (struct sample){(recorded - callee) * 256 / CALLS, (whole - recorded - caller) * 256 / CALLS};
}

static int ascending(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a;
    int64_t y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static uint64_t median(int64_t *values)
{
    qsort(values, ROUNDS, sizeof *values, ascending);
    return values[ROUNDS / 2] > 0 ? (uint64_t)values[ROUNDS / 2] : 0;
}

/* What is added inside and outside, beside this work. */
struct added {
    uint64_t inside;
    uint64_t outside;
};

static struct added measure_beside(struct scratch *scratch, qp_reference *work)
{
    int64_t inside[ROUNDS];
    int64_t outside[ROUNDS];
    uint64_t value = 1;
    const struct way *way = way_of(scratch->product);
    scratch->work = work;
    measure(scratch, way, &value); /* caches and branches learn */
    for (int i = 0; i < ROUNDS; i++) {
        struct sample sample = measure(scratch, way, &value);
        inside[i] = sample.inside;
        outside[i] = sample.outside;
    }
    return (struct added){median(inside), median(outside)};
}

/* What was measured of a product's run so far. */
static struct sets {
    uint64_t chain[2 * SETS];       /* inside and outside together */
    uint64_t independent[2 * SETS]; /* the same */
    double inside[2 * SETS];        /* share of the latter */
    int count;
} measured[QP_PRODUCTS];

static void measure_set(struct scratch *scratch, struct sets *sets)
{
    struct added chain = measure_beside(scratch, qp_reference_chain);
    struct added independent = measure_beside(scratch, qp_reference_independent);
    uint64_t whole = independent.inside + independent.outside;
    sets->chain[sets->count] = chain.inside + chain.outside;
    sets->independent[sets->count] = whole;
    sets->inside[sets->count++] = whole == 0 ? 0.5 : (double)independent.inside / (double)whole;
}

static int ascending_costs(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static int ascending_shares(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Between the two in the middle, since a machine's speed changes by a quarter where others share it. Where those are
 * far apart one end of the run was measured under load, and the smaller counts. */
static double middle_of(const uint64_t *costs, int count)
{
    double below = (double)costs[(count - 1) / 2];
    double above = (double)costs[count / 2];
    return above > below * 1.5 ? below : (below + above) / 2;
}

/* Steps of an interpreter wait for each other, mostly: a call costs what it adds to a chain, and a quarter of what it
 * adds more to work that waits for nothing. How that is shared between callee and caller the latter tells: a chain that
 * a clock is read in the middle of runs on past it. */
static struct qp_own_cost cost_of(struct sets sets)
{
    size_t count = (size_t)sets.count;
    qsort(sets.chain, count, sizeof *sets.chain, ascending_costs);
    qsort(sets.independent, count, sizeof *sets.independent, ascending_costs);
    qsort(sets.inside, count, sizeof *sets.inside, ascending_shares);
    double chain = middle_of(sets.chain, sets.count);
    double independent = middle_of(sets.independent, sets.count);
    double whole = independent > chain ? chain + (independent - chain) / 4 : chain;
    double inside = whole * sets.inside[sets.count / 2];
    uint64_t highest = sets.independent[count - 1];
    return (struct qp_own_cost){
        .inside = (uint64_t)inside,
        .outside = (uint64_t)(whole - inside),
        .least = sets.chain[0],
        .most = highest > sets.chain[count - 1] ? highest : sets.chain[count - 1],
    };
}

/* ---- both ends ------------------------------------------------------------------------------------------- */

static void set_up(struct scratch *scratch, struct qp_lane *lane, enum qp_product product, struct qp_node *caller)
{
    struct qp_lane_cold *cold = &scratch->carrier.cold[product];
    scratch->carrier = *qp_lane_carrier(lane, product);
    scratch->lane = &scratch->carrier.lanes[product];
    scratch->product = product;
    scratch->lane->ledger = &scratch->ledger;
    memset(&scratch->stack, 0, sizeof scratch->stack);
    scratch->stack.frames[0] = (struct qp_frame){(uint64_t)(uintptr_t)caller, 0};
    scratch->stack.frames[1] = (struct qp_frame){(uint64_t)(uintptr_t)caller, OUTER};
    cold->marks = UINT32_MAX; /* what other threads mark meanwhile is not for it */
    cold->slow = qp_runs[product].slow;
    cold->own.overflow = 0;
    cold->carries = false;
    cold->own.owner = (uint64_t)(uintptr_t)scratch->lane;
    scratch->lane->mounted = &cold->own;
    scratch->lane->virtual_id = VIRTUAL_ID;
    scratch->lane->patience = UINT32_MAX;
    scratch->lane->bottom = &scratch->stack.frames[0];
    scratch->lane->top = &scratch->stack.frames[1];
    scratch->lane->end = &scratch->stack.frames[FRAMES - 1];
    scratch->lane->words_end = scratch->words + sizeof scratch->words / sizeof *scratch->words - 2;
    qp_store_relaxed(&scratch->lane->busy, QP_LANE_FREE);
    bool in_line = qp_runs[product].slow == 0;
    qp_store_relaxed(&scratch->lane->limit, in_line ? scratch->lane->end : NULL);
    qp_store_relaxed(&scratch->lane->virtual_limit, in_line ? scratch->lane->end : NULL);
    if (qp_runs[product].slow == QP_SLOW_ORDERED)
        scratch->lane->ordered_limit = scratch->lane->end;
}

/* Whether events of the run are like those that are measured. A test's clock is not to be read more often. */
static bool is_measurable(enum qp_product product)
{
    const uint32_t known = product == QP_VT ? 0 : QP_SLOW_MEASURED | QP_SLOW_CLOCK | QP_SLOW_CPU | QP_SLOW_ORDERED;
    const struct qp_run *run = &qp_runs[product];
    return run->timed && !qp_clock_fake && !(run->slow & ~known);
}

/* A call below a root that no report shows. Returns the callee's node, NULL without room. */
static struct qp_node *make_call(struct qp_lane *lane, enum qp_product product, struct qp_node **caller)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, product);
    const struct qp_root *root = qp_tree_root(carrier, product, qp_lane_cold(lane, product)->epoch, 0, QP_ROOT_HIDDEN);
    *caller = root ? qp_store_at(root->node) : NULL;
    struct qp_node *callee = root ? qp_tree_add(carrier, product, *caller, METHOD) : NULL;
    if (!callee || callee->parent != root->node)
        return NULL;
    bool extra = qp_runs[product].slow & QP_SLOW_MEASURED;
    return extra && !qp_node_extra_of(carrier, product, callee) ? NULL : callee;
}

/* Until all ticks are told the time is what it was before, then (begins) the recorder's. */
static void turn(struct qp_lane *lane, enum qp_product product, bool begins)
{
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    qp_mount_lost(lane, product);
    qp_catch_up(lane, product);
    qp_charge(lane, product);
    cold->slow = (cold->slow & ~QP_SLOW_CALLBACK) | (begins ? QP_SLOW_CALLBACK : 0);
    qp_mount_follow_top(lane, product);
    qp_lane_set_limits(lane, product);
}

static void calibrate(enum qp_product product, struct sets *sets)
{
    static struct scratch scratch; /* one at a time: with the session's lock */
    struct qp_lane *lane = qp_lane_current[product];
    struct qp_node *caller;
    if (lane == &qp_lane_off[product] || !is_measurable(product))
        return;
    scratch.callee = make_call(lane, product, &caller);
    if (!scratch.callee)
        return;
    turn(lane, product, true);
    set_up(&scratch, lane, product, caller);
    current = scratch.lane;
    for (int i = 0; i < SETS; i++)
        measure_set(&scratch, sets);
    qp_store.header->own_cost[product][QP_WAY_CALL] = cost_of(*sets);
    turn(lane, product, false);
}

void qp_calibrate_begin(enum qp_product product)
{
    measured[product].count = 0;
    calibrate(product, &measured[product]);
}

void qp_calibrate_end(enum qp_product product)
{
    calibrate(product, &measured[product]);
}
