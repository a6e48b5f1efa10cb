#include "core/event/frame.h"

#include "core/store/diagnose.h"
#include "core/thread/callback.h"
#include "core/vthread/charge.h"
#include "core/event/frame_part.h"
#include "core/vthread/join.h"
#include "core/method/method.h"
#include "core/vthread/mount.h"
#include "core/thread/occupy.h"
#include "core/event/recorder_time.h"
#include "core/thread/run.h"
#include "core/carrier/slow.h"
#include "core/event/switch.h"

#include <signal.h>

/* ---- near -------------------------------------------------------------------------------------------------- */

/* A new child takes long to make: that is the recorder's time, where no virtual thread has a ledger of its own. */
static struct qp_node *make_child(struct qp_lane *lane, enum qp_product product, struct qp_node *parent,
                                  uint64_t method)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, product);
    bool told = qp_product_is_timed(product) && lane->mounted == &carrier->cold[product].own &&
                qp_hot_charge(lane, qp_frame_node(lane->top), qp_frame_near_tick(lane));
    struct qp_node *child = qp_tree_add(carrier, product, parent, method);
    if (told)
        qp_hot_skip(lane, qp_frame_near_tick(lane));
    return child;
}

/* What a call costs is told by entries and exits: this one's exit never comes. */
static void end_in_tail_call(struct qp_carrier *carrier, enum qp_product product, struct qp_node *node)
{
    struct qp_node_extra_record *extra = qp_product_is_timed(product) ? qp_node_extra_of(carrier, product, node) : NULL;
    if (extra)
        extra->tail_calls++;
}

/* The callee is known or new, and takes the place of its caller if that ends in a tail call. Returns whether that was
 * all. */
static bool search_enter(struct qp_lane *lane, enum qp_product product, const struct qp_frame *limit, uint64_t method,
                         uint64_t stack_id)
{
    if (lane->top >= limit || method == 0 || stack_id == 0 || qp_lane_is_nested(product))
        return false;
    struct qp_frame *caller = lane->top->stack_id == stack_id ? lane->top - 1 : lane->top;
    struct qp_carrier *carrier = qp_lane_carrier(lane, product);
    struct qp_node *child = qp_tree_search(carrier, qp_frame_node(caller), method);
    if (!child && !qp_load_acquire(&qp_runs[product].callback)) /* which would be asked for it */
        child = make_child(lane, product, qp_frame_node(caller), method);
    if (!child || child->flags & QP_NODE_FLAGGED ||
        (qp_product_is_timed(product) && !qp_hot_charge(lane, qp_frame_node(lane->top), qp_frame_near_tick(lane))))
        return false;
    child->calls++;
    if (caller != lane->top)
        end_in_tail_call(carrier, product, qp_frame_node(lane->top));
    lane->top = caller;
    qp_hot_push(lane, child, qp_frame_number(caller, stack_id));
    return true;
}

void qp_frame_enter_near(uint64_t method, uint64_t stack_id, uint64_t virtual_id, struct qp_lane *lane,
                         const struct qp_call *call)
{
    enum qp_product product = call->product;
    const struct qp_frame *limit = qp_frame_near_limit(lane, call);
    bool done;
    if (qp_hot_is_for(lane, call, limit, virtual_id))
        done = search_enter(lane, product, limit, method, stack_id);
    else
        done = qp_switch_to(lane, product, virtual_id) &&
               qp_hot_enter(lane, call, qp_load_relaxed(&lane->virtual_limit), method, stack_id, false);
    if (done)
        qp_lane_end(lane);
    else
        qp_frame_enter_slow(lane, call, virtual_id, method, stack_id);
}

/* ---- slow: entry ----------------------------------------------------------------------------------------------- */

/* Ask the client about a method that it did not register. Its callback runs with no event under way and no lock held,
 * and its time is nobody's. Returns the lane to go on with, NULL when the run ended in it. */
static struct qp_lane *ask_client(struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id,
                                  uint64_t method)
{
    enum qp_product product = call->product;
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    struct qp_context *context = lane->mounted;
    /* In a signal handler that interrupted a call that takes the session lock: the client may call what takes it, too.
     */
    if (qp_occupy_is())
        return lane;
    qp_cold_lock();
    bool first = qp_method_ask(product, method);
    qp_cold_unlock();
    if (!first)
        return lane;
    ptrdiff_t depth = lane->top - lane->bottom;
    const struct qp_callback *callback = qp_load_acquire(&qp_runs[product].callback);
    if (!callback) /* a new run may have begun, which has none yet */
        return lane;
    bool begun = qp_recorder_time_begin(lane, product); /* else within the callback for another method */
    qp_slow_end(lane, product);
    qp_callback_call(callback, method);
    lane = qp_lane_current[product];
    if (lane == &qp_lane_off[product])
        return NULL;
    qp_store_relaxed(&lane->busy, QP_LANE_BUSY);
    qp_fence_signal();
    lane = qp_slow_begin(lane, call, virtual_id);
    if (!lane && begun)
        cold->slow &= ~QP_SLOW_RECORDER;
    if (!lane)
        return NULL;
    if (lane->mounted == context && lane->top > lane->bottom + depth)
        lane->top = lane->bottom + depth;
    if (begun) /* the virtual thread's state follows the top */
        qp_recorder_time_end(lane, product);
    return lane;
}

static bool is_predefined(uint64_t method)
{
    return method <= qprof_Start && method >= qprof_JITCompiler;
}

/* The frame that an entry fills: one above the top, or the top itself for a tail call. NULL without memory. */
static struct qp_frame *frame_for(struct qp_lane *lane, enum qp_product product, uint64_t stack_id)
{
    bool lost = qp_lane_cold(lane, product)->slow & QP_SLOW_OVERFLOW;
    if (!lost && stack_id != 0 && qp_frame_is(lane->top, stack_id) && lane->top > lane->bottom)
        return lane->top;
    return qp_context_make_room(lane, product) ? lane->top + 1 : NULL;
}

static void enter(struct qp_lane *lane, const struct qp_call *call, uint64_t method, uint64_t stack_id, bool counted)
{
    struct qp_lane_cold *cold = qp_lane_cold(lane, call->product);
    if (cold->slow & QP_SLOW_NEW) {
        bool charges = qp_slow_may_charge(call->product);
        if (charges)
            qp_charge(lane, call->product);
        qp_join_mounted(lane, call->product);
        cold->begins = charges;
    }
    struct qp_frame *frame = frame_for(lane, call->product, stack_id);
    if (!frame) {
        qp_diagnose(call->product, QP_DIAGNOSTIC_NO_ROOM, "a frame of method %#llx", (unsigned long long)method);
        return;
    }
    struct qp_carrier *carrier = qp_lane_carrier(lane, call->product);
    struct qp_node *node = qp_tree_get(carrier, call->product, qp_frame_node(frame - 1), method);
    if (!cold->begins)
        qp_charge(lane, call->product);
    if (frame == lane->top && qp_frame_is_measured(lane, cold)) /* a tail call ends its caller */
        qp_frame_measure(lane, call->product, frame);
    if (counted && !(cold->slow & (QP_SLOW_PAUSED | QP_SLOW_SAMPLED))) {
        node->calls++;
        if (frame == lane->top)
            end_in_tail_call(carrier, call->product, qp_frame_node(frame));
    }
    stack_id = qp_frame_number(frame - 1, stack_id);
    if (node->flags & QP_NODE_FLAGGED)
        stack_id ^= QP_FRAME_DISGUISE;
    *frame = (struct qp_frame){(uint64_t)(uintptr_t)node, stack_id};
    lane->top = frame;
    if (lane->mounted->flags & QP_CONTEXT_MEASURED)
        *qp_context_tick(lane, frame) = *qp_context_tick(lane, lane->bottom);
}

void qp_frame_enter_slow(struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id, uint64_t method,
                         uint64_t stack_id)
{
    enum qp_product product = call->product;
    lane = qp_slow_begin(lane, call, virtual_id);
    if (!lane)
        return;
    if (method == 0) {
        qp_diagnose(product, QP_DIAGNOSTIC_BAD_METHOD_ID, "%s(0)", call->name);
        qp_slow_end(lane, product);
        return;
    }
    if (stack_id == 0 && !is_predefined(method))
        qp_diagnose(product, QP_DIAGNOSTIC_BAD_STACK_ID, "%s(%#llx, 0)", call->name, (unsigned long long)method);
    if (qp_load_acquire(&qp_runs[product].callback) && !is_predefined(method) && qp_method_is_unknown(product, method))
        lane = ask_client(lane, call, virtual_id, method);
    if (!lane)
        return;
    enter(lane, call, method, stack_id, true);
    qp_slow_end(lane, product);
    qp_run_break(product, method, QPROF_BREAK_ENTRY);
}

void qp_frame_follow(const struct qp_call *call, uint64_t virtual_id, uint64_t method, uint64_t stack_id)
{
    struct qp_lane *lane = qp_slow_take(call, virtual_id);
    if (!lane)
        return;
    if (method == 0)
        qp_diagnose(call->product, QP_DIAGNOSTIC_BAD_METHOD_ID, "%s(0)", call->name);
    else if (stack_id == 0)
        qp_diagnose(call->product, QP_DIAGNOSTIC_BAD_STACK_ID, "%s(%#llx, 0)", call->name, (unsigned long long)method);
    else
        enter(lane, call, method, stack_id, false);
    qp_slow_end(lane, call->product);
}
