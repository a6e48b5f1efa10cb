#include "core/switch.h"

#include "base/atomic.h"
#include "core/careful.h"
#include "core/carrier.h"
#include "core/context.h"
#include "core/hot.h"
#include "core/mark.h"
#include "core/run.h"
#include "core/side.h"
#include "core/vthread.h"

static uint64_t address_of(const void *pointer)
{
    return (uint64_t)(uintptr_t)pointer;
}

/* Where an event may go on in line the clock is the time stamp counter. */
static uint64_t tick(enum qp_product product)
{
    return qp_runs[product].timed ? qp_clock_counter() : 0;
}

/* What is mounted may have been taken over; then the time since the last event is not its own. */
static int is_ready(const struct qp_lane *lane, const struct qp_track *track)
{
    return qp_load_relaxed(&lane->virtual_limit) != NULL &&
           (lane->mounted == &track->own || qp_load_relaxed(&lane->mounted->owner) == address_of(lane));
}

static int is_as_it_was(const struct qp_lane *lane, const struct qp_carrier *carrier, const struct qp_track *track,
                        const struct qp_context *context)
{
    return qp_load_relaxed(&context->owner) == (address_of(lane) | QP_OWNER_PARKED) &&
           context->carrier == carrier->number && context->epoch == track->epoch && context->group != 0 &&
           context->overflow == 0;
}

/* The side record of a node of the carrier's trees. The index is every product's, what was found in it last is the
 * track's own. Returns. NULL when there is none yet, or the index is in use. */
static struct qp_side_record *side_of(struct qp_carrier *carrier, enum qp_product product, const struct qp_node *node)
{
    uint32_t reference = qp_store_reference(node);
    uint64_t *place = &carrier->tracks[product].sides[reference / 2 % QP_TRACK_SIDES];
    if (QP_LIKELY(*place >> 32 == reference))
        return qp_store_at((uint32_t)*place);
    struct qp_side_record *side = qp_careful_is_nested(product) ? NULL : qp_side_find(carrier, node);
    if (side != NULL)
        *place = (uint64_t)reference << 32 | qp_store_reference(side);
    return side;
}

/* Where the time goes that it was suspended; NULL where nobody asks. Returns. 0 when there is no place for it. */
static int find_side(struct qp_carrier *carrier, enum qp_product product, const struct qp_context *context,
                     struct qp_side_record **side)
{
    *side = NULL;
    if (qp_load_relaxed(&context->state) == QP_CONTEXT_RUNNABLE || !qp_runs[product].timed)
        return 1;
    *side = side_of(carrier, product, qp_frame_node(qp_context_top(context)));
    return *side != NULL;
}

/* Where nothing was paused or cleared yet all ticks are recorded. */
static uint64_t recorded(enum qp_product product, const struct qp_track *track, uint64_t from, uint64_t to)
{
    if (QP_UNLIKELY(track->marks != 0))
        return qp_mark_recorded(product, from, to);
    return to > from ? to - from : 0;
}

static void end_suspension(enum qp_product product, const struct qp_track *track, struct qp_context *context,
                           struct qp_side_record *side, uint64_t now)
{
    if (side != NULL) {
        uint64_t *place = context->state == QP_CONTEXT_BLOCKED ? &side->blocked : &side->waiting;
        *place += recorded(product, track, context->since, now);
    }
    qp_store_relaxed(&context->state, QP_CONTEXT_RUNNABLE);
}

/* What is mounted has run until now and is in this state; QP_CONTEXT_FREE leaves it as it is. That is said before
 * another lane may take it. */
static void put_aside(struct qp_lane *lane, struct qp_track *track, uint64_t now, enum qp_context_state state)
{
    if (state != QP_CONTEXT_FREE)
        qp_store_relaxed(&lane->mounted->state, (uint16_t)state);
    qp_frame_node(lane->top)->self += now - lane->last;
    lane->last = now;
    if (lane->mounted == &track->own) {
        lane->mounted->depth = (uint32_t)(lane->top - lane->bottom);
        return;
    }
    track->before = lane->mounted;
    qp_context_park(lane);
}

/* The context's frames end elsewhere. A limit that poke closed meanwhile must stay so. */
static void work_on(struct qp_lane *lane, enum qp_product product, const struct qp_track *track,
                    struct qp_context *context, uint64_t virtual_id)
{
    context->since = lane->last;
    qp_context_bind(lane, context);
    lane->virtual_id = virtual_id;
    qp_store_relaxed(&lane->virtual_limit, lane->end);
    qp_fence_signal(); /* pairs with poke, as in set_limits */
    if (QP_UNLIKELY(qp_load_relaxed(&qp_carrier_pokes[product]) != track->pokes))
        qp_store_relaxed(&lane->virtual_limit, NULL);
}

/* A coroutine goes back to the one that resumed it. */
static struct qp_context *find(enum qp_product product, const struct qp_track *track, uint64_t id)
{
    struct qp_context *before = track->before;
    if (before != NULL && qp_load_relaxed(&before->virtual_id) == id &&
        qp_load_relaxed(&before->state) != QP_CONTEXT_FREE)
        return before;
    return qp_vthread_find(product, id);
}

/* state is for what is mounted. */
static int take(struct qp_lane *lane, enum qp_product product, uint64_t to, enum qp_context_state state)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, product);
    struct qp_track *track = &carrier->tracks[product];
    struct qp_context *context = find(product, track, to);
    struct qp_side_record *side;
    if (context == NULL || !is_as_it_was(lane, carrier, track, context) || !find_side(carrier, product, context, &side))
        return 0;
    uint64_t now = tick(product);
    if (now < lane->last || !qp_context_hand(context, address_of(lane) | QP_OWNER_PARKED, address_of(lane)))
        return 0;
    put_aside(lane, track, now, state);
    end_suspension(product, track, context, side, now);
    work_on(lane, product, track, context, to);
    return 1;
}

int qp_switch_to(struct qp_lane *lane, enum qp_product product, uint64_t to)
{
    return is_ready(lane, qp_lane_track(lane, product)) && take(lane, product, to, QP_CONTEXT_FREE);
}

static int may_suspend(const struct qp_lane *lane, uint64_t from, int reason)
{
    return qp_load_relaxed(&lane->virtual_limit) != NULL && qp_hot_mounted(lane, from) &&
           reason >= QPROF_REASON_RUNNABLE && reason <= QPROF_REASON_WAITING;
}

static enum qp_context_state state_of(int reason)
{
    return (enum qp_context_state)(QP_CONTEXT_RUNNABLE + reason);
}

int qp_switch_away(struct qp_lane *lane, enum qp_product product, uint64_t from, int reason)
{
    struct qp_track *track = qp_lane_track(lane, product);
    if (!may_suspend(lane, from, reason) || track->own.epoch != track->epoch || track->own.overflow != 0)
        return 0;
    uint64_t now = tick(product);
    if (now < lane->last)
        return 0;
    put_aside(lane, track, now, state_of(reason));
    work_on(lane, product, track, &track->own, 0);
    return 1;
}

int qp_switch_over(struct qp_lane *lane, enum qp_product product, uint64_t from, int reason, uint64_t to)
{
    return from != to && may_suspend(lane, from, reason) && take(lane, product, to, state_of(reason));
}
