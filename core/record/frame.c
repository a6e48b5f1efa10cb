#include "core/record/frame.h"

#include "core/store/diagnose.h"
#include "core/record/callback.h"
#include "core/record/charge.h"
#include "core/record/context.h"
#include "core/record/join.h"
#include "core/record/method.h"
#include "core/record/mount.h"
#include "core/record/node_extra.h"
#include "core/record/occupy.h"
#include "core/record/reason.h"
#include "core/record/recorder_time.h"
#include "core/record/run.h"
#include "core/record/slow.h"
#include "core/record/switch.h"

#include <signal.h>

/* No program has stack ids of which two differ by just this. */
static const uint64_t disguise = 0x9d3c5a7e61b4f082u;

/* ---- near -------------------------------------------------------------------------------------------------- */

/* The limit for an event that goes this way; the clock is read in order where there is none in line. */
static const struct qp_frame *near_limit(const struct qp_lane *lane, const struct qp_call *call)
{
    const struct qp_frame *limit = qp_hot_limit(lane, call);
    return limit ? limit
                 : qp_load_relaxed(call->flavour == QP_VIRTUAL ? &lane->ordered_virtual_limit : &lane->ordered_limit);
}

static uint64_t near_tick(const struct qp_lane *lane)
{
    bool ordered = qp_load_relaxed(&lane->ordered_limit) || qp_load_relaxed(&lane->ordered_virtual_limit);
    return QP_UNLIKELY(ordered) ? qp_clock_ordered() : qp_clock_counter();
}

/* A frame whose method is flagged has its stack id in disguise, so that no exit in line takes it for the caller: the
 * virtual thread's state follows its return. */
static bool is_frame(const struct qp_frame *frame, uint64_t stack_id)
{
    return frame->stack_id == stack_id ||
           (frame->stack_id == (stack_id ^ disguise) && qp_frame_node(frame)->flags & QP_NODE_FLAGGED);
}

/* A new child takes long to make: that is the recorder's time, where no virtual thread has a ledger of its own. */
static struct qp_node *make_child(struct qp_lane *lane, enum qp_product product, struct qp_node *parent,
                                  uint64_t method)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, product);
    bool told = qp_product_is_timed(product) && lane->mounted == &carrier->cold[product].own &&
                qp_hot_charge(lane, qp_frame_node(lane->top), near_tick(lane));
    struct qp_node *child = qp_tree_add(carrier, product, parent, method);
    if (told)
        qp_hot_skip(lane, near_tick(lane));
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
        (qp_product_is_timed(product) && !qp_hot_charge(lane, qp_frame_node(lane->top), near_tick(lane))))
        return false;
    child->calls++;
    if (caller != lane->top)
        end_in_tail_call(carrier, product, qp_frame_node(lane->top));
    lane->top = caller;
    qp_hot_push(lane, child, stack_id);
    return true;
}

/* An exit out of several frames, as errors leave them. Returns whether that was all. */
static bool unwind_exit(struct qp_lane *lane, enum qp_product product, const struct qp_frame *limit, uint64_t stack_id)
{
    struct qp_frame *frame = lane->top;
    if (frame >= limit || stack_id == 0 || frame->stack_id == stack_id)
        return false;
    while (frame > lane->bottom && !is_frame(frame, stack_id))
        frame--;
    if (frame == lane->bottom || qp_frame_node(frame)->flags & QP_NODE_FLAGGED ||
        (qp_product_is_timed(product) && !qp_hot_charge(lane, qp_frame_node(lane->top), near_tick(lane))))
        return false;
    lane->top = frame;
    return true;
}

void qp_frame_enter_near(uint64_t method, uint64_t stack_id, uint64_t virtual_id, struct qp_lane *lane,
                         const struct qp_call *call)
{
    enum qp_product product = call->product;
    bool done;
    if (qp_hot_is_for(lane, call, virtual_id))
        done = search_enter(lane, product, near_limit(lane, call), method, stack_id);
    else
        done = qp_switch_to(lane, product, virtual_id) &&
               qp_hot_enter(lane, call, qp_load_relaxed(&lane->virtual_limit), method, stack_id, false);
    if (done)
        qp_lane_end(lane);
    else
        qp_frame_enter_slow(lane, call, virtual_id, method, stack_id);
}

void qp_frame_exit_near(uint64_t stack_id, uint64_t virtual_id, struct qp_lane *lane, const struct qp_call *call)
{
    enum qp_product product = call->product;
    bool done;
    if (qp_hot_is_for(lane, call, virtual_id))
        done = unwind_exit(lane, product, near_limit(lane, call), stack_id);
    else
        done = qp_switch_to(lane, product, virtual_id) &&
               qp_hot_exit(lane, qp_load_relaxed(&lane->virtual_limit), stack_id, false);
    if (done)
        qp_lane_end(lane);
    else
        qp_frame_exit_slow(lane, call, virtual_id, stack_id);
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
    if (!lost && stack_id != 0 && is_frame(lane->top, stack_id) && lane->top > lane->bottom)
        return lane->top;
    return qp_context_make_room(lane, product) ? lane->top + 1 : NULL;
}

static bool is_measured(const struct qp_lane *lane, const struct qp_lane_cold *cold)
{
    return lane->mounted->flags & QP_CONTEXT_MEASURED && !(cold->slow & QP_SLOW_PAUSED);
}

static void measure(struct qp_lane *lane, enum qp_product product, const struct qp_frame *frame)
{
    uint64_t begin = *qp_context_tick(lane, frame);
    if (begin == QP_CONTEXT_UNMEASURED)
        return;
    uint64_t duration = *qp_context_tick(lane, lane->bottom) - begin;
    struct qp_node_extra_record *extra =
        qp_node_extra_of(qp_lane_carrier(lane, product), product, qp_frame_node(frame));
    if (!extra)
        return;
    extra->measured++;
    extra->minimum = duration < extra->minimum ? duration : extra->minimum;
    extra->maximum = duration > extra->maximum ? duration : extra->maximum;
}

static void enter(struct qp_lane *lane, const struct qp_call *call, uint64_t method, uint64_t stack_id, bool counted)
{
    struct qp_lane_cold *cold = qp_lane_cold(lane, call->product);
    if (cold->slow & QP_SLOW_NEW)
        qp_join_mounted(lane, call->product);
    struct qp_frame *frame = frame_for(lane, call->product, stack_id);
    if (!frame) {
        qp_diagnose(call->product, QP_DIAGNOSTIC_NO_ROOM, "a frame of method %#llx", (unsigned long long)method);
        return;
    }
    struct qp_carrier *carrier = qp_lane_carrier(lane, call->product);
    struct qp_node *node = qp_tree_get(carrier, call->product, qp_frame_node(frame - 1), method);
    qp_charge(lane, call->product);
    if (frame == lane->top && is_measured(lane, cold)) /* a tail call ends its caller */
        measure(lane, call->product, frame);
    if (counted && !(cold->slow & (QP_SLOW_PAUSED | QP_SLOW_SAMPLED))) {
        node->calls++;
        if (frame == lane->top)
            end_in_tail_call(carrier, call->product, qp_frame_node(frame));
    }
    if (node->flags & QP_NODE_FLAGGED)
        stack_id ^= disguise;
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

/* ---- slow: exit ------------------------------------------------------------------------------------------------ */

/* The newest frame with this stack id; the root's when none matches. A frame without a stack id (a predefined method's)
 * can be returned to by 0, but is left by it when it is on top. */
static struct qp_frame *find_frame(const struct qp_lane *lane, uint64_t stack_id)
{
    struct qp_frame *frame = stack_id == 0 && lane->top > lane->bottom ? lane->top - 1 : lane->top;
    while (frame > lane->bottom && !is_frame(frame, stack_id))
        frame--;
    return frame;
}

/* Leave the frames above this one. Returns whether the host wants to break on an exit of one of them. */
static bool pop_to(struct qp_lane *lane, enum qp_product product, struct qp_frame *frame)
{
    const struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    qp_charge(lane, product);
    bool measured = is_measured(lane, cold);
    bool breaks = false;
    for (const struct qp_frame *popped = lane->top; popped > frame; popped--) {
        if (measured)
            measure(lane, product, popped);
        breaks |= qp_run_is_break(product, qp_frame_node(popped)->method, QPROF_BREAK_EXIT);
    }
    lane->top = frame;
    return breaks;
}

/* Frames above the top found no memory: an exit to a frame that is not on the stack is taken for the return of one of
 * those; an exit to one that is, or out of everything, ends them all. Returns whether the event is done. */
static bool exit_lost_frame(struct qp_lane *lane, const struct qp_call *call, const struct qp_frame *target,
                            uint64_t stack_id)
{
    if (lane->mounted->overflow == 0)
        return false;
    bool known = target != lane->bottom || stack_id == 0;
    qp_context_drop_lost(lane, call->product, known ? lane->mounted->overflow : 1);
    return !known;
}

/* An exit that leaves no frame is right where an error is caught in the function that threw it. What it means in large
 * numbers is said by data/problem.h; that no entry was between two of them shows at the calls of the node. */
static void count_idle(const struct qp_lane *lane, const struct qp_call *call, uint64_t stack_id)
{
    struct qp_lane_cold *cold = &((struct qp_carrier *)(lane - call->product))->cold[call->product];
    const struct qp_node *node = qp_frame_node(lane->top);
    if (cold->slow & QP_SLOW_PAUSED)
        return;
    const char *format = "%s(%#llx) in method %#llx";
    qp_diagnose(call->product, QP_DIAGNOSTIC_LEFT_FRAME, format, call->name, (unsigned long long)stack_id,
                (unsigned long long)node->method);
    if (cold->idle_frame == lane->top && cold->idle_calls == node->calls)
        qp_diagnose(call->product, QP_DIAGNOSTIC_SHARED_STACK_ID, format, call->name, (unsigned long long)stack_id,
                    (unsigned long long)node->method);
    cold->idle_frame = lane->top;
    cold->idle_calls = node->calls;
}

static bool leave(struct qp_lane *lane, const struct qp_call *call, uint64_t stack_id)
{
    struct qp_frame *target = find_frame(lane, stack_id);
    if (lane->top == lane->bottom) {
        qp_run_diagnose(call->product, QP_DIAGNOSTIC_EMPTY_STACK, "%s(%#llx)", call->name,
                        (unsigned long long)stack_id);
        return false;
    }
    if (exit_lost_frame(lane, call, target, stack_id))
        return false;
    if (target == lane->top)
        count_idle(lane, call, stack_id);
    if (target == lane->bottom && lane->top - lane->bottom > 1 && stack_id != 0) /* 0: an error that nobody catches */
        qp_run_diagnose(call->product, QP_DIAGNOSTIC_UNMATCHED_EXIT, "%s(%#llx)", call->name,
                        (unsigned long long)stack_id);
    return pop_to(lane, call->product, target);
}

void qp_frame_exit_slow(struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id, uint64_t stack_id)
{
    lane = qp_slow_begin(lane, call, virtual_id);
    if (!lane)
        return;
    bool breaks = leave(lane, call, stack_id);
    qp_slow_end(lane, call->product);
    if (breaks)
        raise(SIGTRAP);
}

void qp_frame_verify_exit(const struct qp_call *call, uint64_t virtual_id, uint64_t method)
{
    struct qp_lane *lane = qp_slow_take(call, virtual_id);
    if (!lane)
        return;
    bool breaks = false;
    if (lane->mounted->overflow > 0)
        qp_context_drop_lost(lane, call->product, 1); /* nobody knows what it was */
    else if (lane->top == lane->bottom)
        qp_run_diagnose(call->product, QP_DIAGNOSTIC_EMPTY_STACK, "%s(%#llx)", call->name, (unsigned long long)method);
    else if (qp_method_told_id(qp_frame_node(lane->top)->method) != method)
        qp_diagnose(call->product, QP_DIAGNOSTIC_WRONG_METHOD, "%s(%#llx)", call->name, (unsigned long long)method);
    else
        breaks = pop_to(lane, call->product, lane->top - 1);
    qp_slow_end(lane, call->product);
    if (breaks)
        raise(SIGTRAP);
}

uint64_t qp_frame_current(const struct qp_call *call, uint64_t virtual_id)
{
    struct qp_lane *lane = qp_slow_take(call, virtual_id);
    if (!lane)
        return 0;
    uint64_t method = lane->top == lane->bottom ? 0 : qp_method_told_id(qp_frame_node(lane->top)->method);
    qp_slow_end(lane, call->product);
    return method;
}
