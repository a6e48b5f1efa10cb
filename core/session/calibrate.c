#include "core/session/calibrate.h"

#include "core/record/carrier.h"
#include "core/record/hot.h"
#include "core/record/tree.h"
#include "core/log/state.h"

/* The fastest of 10 rounds of 200 pairs: what an interrupt adds is not the recorder's cost. */
#define ROUNDS 10
#define PAIRS  200

#define METHOD 1
#define OUTER  1 /* stack ids of the two frames */
#define INNER  2

static const struct qp_call plain = {.product = QP_QPROF, .flavour = QP_PLAIN};

static __attribute__((noinline)) int enter(struct qp_lane *lane)
{
    return qp_hot_enter(lane, &plain, qp_load_relaxed(&lane->limit), METHOD, INNER, true);
}

static __attribute__((noinline)) int leave(struct qp_lane *lane)
{
    return qp_hot_exit(lane, qp_load_relaxed(&lane->limit), OUTER, true);
}

static __attribute__((noinline)) int open_state(struct qp_lane *lane)
{
    return qp_state_hot_enter(lane, METHOD, QP_STATE_ENTERED);
}

static __attribute__((noinline)) int close_state(struct qp_lane *lane)
{
    return qp_state_hot_leave(lane, QP_STATE_ENTERED, true);
}

/* Called through pointers, as a client calls what it loaded. */
typedef int event(struct qp_lane *lane);
static event *volatile call_enter[QP_PRODUCTS] = {enter, enter, open_state};
static event *volatile call_leave[QP_PRODUCTS] = {leave, leave, close_state};

/* The words that libvt's pairs log go to memory of nobody. */
static void measure(struct qp_lane *lane, enum qp_product product, const struct qp_node *callee,
                    struct qp_own_cost *best)
{
    uint64_t words[2 * PAIRS + 2];
    uint64_t inside = callee->self;
    lane->word = words;
    lane->words_end = words + 2 * PAIRS + 1;
    uint64_t start = lane->ledger->last = lane->logged = qp_clock_counter();
    lane->horizon = start + QP_EVENT_TICKS;
    for (int i = 0; i < PAIRS; i++) {
        call_enter[product](lane);
        call_leave[product](lane);
    }
    uint64_t whole = (qp_clock_counter() - start) * 256 / PAIRS;
    inside = (callee->self - inside) * 256 / PAIRS;
    if (inside <= whole && whole < best->inside + best->outside)
        *best = (struct qp_own_cost){inside, whole - inside};
}

static void calibrate(struct qp_lane *lane, enum qp_product product, struct qp_node *caller,
                      const struct qp_node *callee)
{
    struct qp_own_cost best = {UINT32_MAX, 0};
    struct qp_lane kept = *lane;
    struct qp_frame frames[4] = {{(uint64_t)(uintptr_t)caller, 0}, {(uint64_t)(uintptr_t)caller, OUTER}};
    lane->top = &frames[1];
    qp_store_relaxed(&lane->limit, &frames[3]); /* leaves go in line below it only */
    for (int i = 0; i < ROUNDS; i++)
        measure(lane, product, callee, &best);
    lane->top = kept.top;
    lane->word = kept.word;
    lane->words_end = kept.words_end;
    lane->logged = kept.logged;
    lane->horizon = kept.horizon;
    lane->ledger->arriving = lane->ledger->last = lane->ledger->since = qp_clock_counter();
    qp_lane_set_limits(lane, product);
    if (best.inside != UINT32_MAX)
        qp_store.header->own_cost[product] = best;
}

void qp_calibrate(struct qp_lane *lane, enum qp_product product)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, product);
    const struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    const struct qp_root *root = qp_tree_root(carrier, product, cold->epoch, 0, QP_ROOT_HIDDEN);
    struct qp_node *caller = root ? qp_store_at(root->node) : NULL;
    const struct qp_node *callee = caller ? qp_tree_add(carrier, product, caller, METHOD) : NULL;
    if (callee && callee->parent == root->node)
        calibrate(lane, product, caller, callee);
}
