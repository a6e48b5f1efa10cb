#include "core/event/frame.h"

#include "core/store/diagnose.h"
#include "core/vthread/charge.h"
#include "core/event/frame_part.h"
#include "core/method/method.h"
#include "core/thread/run.h"
#include "core/carrier/slow.h"
#include "core/event/switch.h"

#include <signal.h>

/* ---- near -------------------------------------------------------------------------------------------------- */

/* An exit out of several frames, as errors leave them. Returns whether that was all: two frames of one stack id are a
 * mistake, which the slow way counts. */
static bool unwind_exit(struct qp_lane *lane, enum qp_product product, const struct qp_frame *limit, uint64_t stack_id)
{
    struct qp_frame *frame = lane->top;
    if (frame >= limit || stack_id == 0 || frame->stack_id == stack_id)
        return false;
    uint64_t own = frame->stack_id;
    while (frame > lane->bottom && !qp_frame_is(frame, stack_id))
        if ((--frame)->stack_id == own)
            return false;
    if (frame == lane->bottom || qp_frame_node(frame)->flags & QP_NODE_FLAGGED ||
        (qp_product_is_timed(product) && !qp_hot_charge(lane, qp_frame_node(lane->top), qp_frame_near_tick(lane))))
        return false;
    lane->top = frame;
    return true;
}

void qp_frame_exit_near(uint64_t stack_id, uint64_t virtual_id, struct qp_lane *lane, const struct qp_call *call)
{
    enum qp_product product = call->product;
    const struct qp_frame *limit = qp_frame_near_limit(lane, call);
    bool done;
    if (qp_hot_is_for(lane, call, limit, virtual_id))
        done = unwind_exit(lane, product, limit, stack_id);
    else
        done = qp_switch_to(lane, product, virtual_id) &&
               qp_hot_exit(lane, qp_load_relaxed(&lane->virtual_limit), stack_id, false);
    if (done)
        qp_lane_end(lane);
    else
        qp_frame_exit_slow(lane, call, virtual_id, stack_id);
}

/* Whether a frame may be the method's: its own, or where the file is full, that of the node of all methods that found
 * no room for one. */
static bool is_of(const struct qp_frame *frame, uint64_t method)
{
    uint64_t its = qp_frame_node(frame)->method;
    return its == method || its == QP_METHOD_FOLD;
}

/* The same for one that may be retired since, and defined again under the id `moved`. */
static bool was_of(const struct qp_frame *frame, uint64_t method, uint64_t moved)
{
    return is_of(frame, method) || is_of(frame, moved) || qp_method_told_id(qp_frame_node(frame)->method) == method;
}

/* As an exit to the frame below the newest one of the method. */
static bool unwind_leave(struct qp_lane *lane, enum qp_product product, const struct qp_frame *limit, uint64_t method)
{
    struct qp_frame *frame = lane->top;
    if (frame >= limit)
        return false;
    while (frame > lane->bottom && !is_of(frame, method))
        frame--;
    if (frame == lane->bottom || qp_frame_node(frame - 1)->flags & QP_NODE_FLAGGED ||
        (qp_product_is_timed(product) && !qp_hot_charge(lane, qp_frame_node(lane->top), qp_frame_near_tick(lane))))
        return false;
    lane->top = frame - 1;
    return true;
}

void qp_frame_leave_near(uint64_t method, struct qp_lane *lane, const struct qp_call *call)
{
    const struct qp_frame *limit = qp_frame_near_limit(lane, call);
    if (qp_hot_is_for(lane, call, limit, 0) && unwind_leave(lane, call->product, limit, method))
        qp_lane_end(lane);
    else
        qp_frame_leave_slow(lane, call, method);
}

/* ---- slow -------------------------------------------------------------------------------------------------- */

/* The newest frame with this stack id; the root's when none matches. A frame without a stack id (a predefined method's)
 * can be returned to by 0, but is left by it when it is on top. */
static struct qp_frame *find_frame(const struct qp_lane *lane, uint64_t stack_id)
{
    struct qp_frame *frame = stack_id == 0 && lane->top > lane->bottom ? lane->top - 1 : lane->top;
    while (frame > lane->bottom && !qp_frame_is(frame, stack_id))
        frame--;
    return frame;
}

/* Leave the frames above this one. Returns whether the host wants to break on an exit of one of them. */
static bool pop_to(struct qp_lane *lane, enum qp_product product, struct qp_frame *frame)
{
    const struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    qp_charge(lane, product);
    bool measured = qp_frame_is_measured(lane, cold);
    bool breaks = false;
    for (const struct qp_frame *popped = lane->top; popped > frame; popped--) {
        if (measured)
            qp_frame_measure(lane, product, popped);
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
 * numbers is said by profile/query/problem.h; that no entry was between two of them shows at the calls of the node. */
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

/* The frame on top was entered with the stack id of one below it, which no exit had left: as after an error that was
 * caught further down. The calls since then stand below a function that did not make them. An entry cannot look for
 * that in all frames; the exit that leaves both of them shows it. */
static void count_forgotten(const struct qp_lane *lane, const struct qp_call *call, const struct qp_frame *target,
                            uint64_t stack_id)
{
    const struct qp_frame *top = lane->top;
    uint64_t own = qp_frame_node(top)->flags & QP_NODE_FLAGGED ? top->stack_id ^ QP_FRAME_DISGUISE : top->stack_id;
    const struct qp_frame *frame = top - 1;
    while (frame > target && !qp_frame_is(frame, own))
        frame--;
    if (frame > target && own != 0)
        qp_diagnose(call->product, QP_DIAGNOSTIC_BAD_STACK_ID, "%s(%#llx) leaves two frames with stack id %#llx",
                    call->name, (unsigned long long)stack_id, (unsigned long long)own);
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
    count_forgotten(lane, call, target, stack_id);
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

/* The newest frame of the method, NULL where there is none, which is counted. */
static struct qp_frame *find_method(const struct qp_lane *lane, const struct qp_call *call, uint64_t method)
{
    struct qp_frame *frame = lane->top;
    uint64_t moved = qp_method_moved_id(call->product, method);
    while (frame > lane->bottom && !was_of(frame, method, moved))
        frame--;
    if (frame > lane->bottom)
        return frame;
    qp_run_diagnose(call->product, lane->top == lane->bottom ? QP_DIAGNOSTIC_EMPTY_STACK : QP_DIAGNOSTIC_WRONG_METHOD,
                    "%s(%#llx)", call->name, (unsigned long long)method);
    return NULL;
}

/* Leave the newest frame of the method, and what is above it. Returns as pop_to does. */
static bool leave_method(struct qp_lane *lane, const struct qp_call *call, uint64_t method)
{
    if (lane->mounted->overflow > 0) {
        qp_context_drop_lost(lane, call->product, 1); /* calls and returns come in pairs: most often it is that one */
        return false;
    }
    struct qp_frame *frame = find_method(lane, call, method);
    return frame && pop_to(lane, call->product, frame - 1);
}

void qp_frame_leave_slow(struct qp_lane *lane, const struct qp_call *call, uint64_t method)
{
    lane = qp_slow_begin(lane, call, 0);
    if (!lane)
        return;
    bool breaks = leave_method(lane, call, method);
    qp_slow_end(lane, call->product);
    if (breaks)
        raise(SIGTRAP);
}

void qp_frame_return_to(const struct qp_call *call, uint64_t method)
{
    struct qp_lane *lane = qp_slow_take(call, 0);
    if (!lane)
        return;
    /* Where frames above the top found no memory, the method's own may be one of them. */
    struct qp_frame *frame = lane->mounted->overflow > 0 ? NULL : find_method(lane, call, method);
    bool breaks = frame && frame < lane->top && pop_to(lane, call->product, frame);
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
    else if (!was_of(lane->top, method, qp_method_moved_id(call->product, method)))
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
