#include "core/event/frame.h"

#include "core/store/diagnose.h"
#include "core/vthread/charge.h"
#include "core/event/frame_part.h"
#include "core/method/method.h"
#include "core/thread/run.h"
#include "core/carrier/slow.h"
#include "core/event/switch.h"

#include <signal.h>

/* ---- middle path ------------------------------------------------------------------------------------------- */

/* Pop several frames, as an exit after an error does. Return true if the event is complete. If another of these
 * frames has the same stack id as the frame on top, return false, since the slow path counts this misuse. */
static bool unwind_exit(struct qp_tstate *tstate, enum qp_product product, const struct qp_frame *limit,
                        uint64_t stack_id)
{
    struct qp_frame *frame = tstate->top;
    if (frame >= limit || stack_id == 0 || frame->stack_id == stack_id)
        return false;
    uint64_t own = frame->stack_id;
    while (frame > tstate->bottom && !qp_frame_is(frame, stack_id))
        if ((--frame)->stack_id == own)
            return false;
    if (frame == tstate->bottom || qp_frame_node(frame)->flags & QP_NODE_FLAGGED || !qp_frame_charge(tstate, product))
        return false;
    tstate->top = frame;
    return true;
}

void qp_frame_exit_middle(uint64_t stack_id, uint64_t virtual_id, struct qp_tstate *tstate, const struct qp_call *call)
{
    enum qp_product product = call->product;
    const struct qp_frame *limit = qp_frame_middle_limit(tstate, call);
    bool done;
    if (qp_hot_is_for(tstate, call, limit, virtual_id))
        done = unwind_exit(tstate, product, limit, stack_id);
    else
        done = qp_switch_to(tstate, product, virtual_id) &&
               qp_hot_exit(tstate, qp_load_relaxed(&tstate->virtual_limit), stack_id, false);
    if (done)
        qp_tstate_end(tstate);
    else
        qp_frame_exit_slow(tstate, call, virtual_id, stack_id);
}

/* Return true if a frame may belong to the method. A frame of the fold node may belong to any method, because all
 * methods share the fold node when the file is full. */
static bool is_of(const struct qp_frame *frame, uint64_t method)
{
    uint64_t its = qp_frame_node(frame)->method;
    return its == method || its == QP_METHOD_FOLD;
}

/* Return true if a frame may belong to a method that was retired after the entry, and perhaps defined again under
 * the id `moved`. */
static bool was_of(const struct qp_frame *frame, uint64_t method, uint64_t moved)
{
    return is_of(frame, method) || is_of(frame, moved) || qp_method_client_id(qp_frame_node(frame)->method) == method;
}

/* Pop the newest frame of the method and the frames above it. Return true if the event is complete. If frames above it
 * stay open, return false. */
static bool unwind_leave(struct qp_tstate *tstate, enum qp_product product, const struct qp_frame *limit,
                         uint64_t method, bool function)
{
    struct qp_frame *frame = tstate->top;
    if (frame >= limit)
        return false;
    while (frame > tstate->bottom && qp_frame_is_function(frame) == function && !is_of(frame, method))
        frame--;
    if (frame == tstate->bottom || qp_frame_is_function(frame) != function ||
        qp_frame_node(frame - 1)->flags & QP_NODE_FLAGGED || !qp_frame_charge(tstate, product))
        return false;
    tstate->top = frame - 1;
    return true;
}

void qp_frame_leave_middle(uint64_t method, bool function, struct qp_tstate *tstate, const struct qp_call *call)
{
    const struct qp_frame *limit = qp_frame_middle_limit(tstate, call);
    if (qp_hot_is_for(tstate, call, limit, 0) && unwind_leave(tstate, call->product, limit, method, function))
        qp_tstate_end(tstate);
    else
        qp_frame_leave_slow(tstate, call, method, function);
}

/* ---- slow path --------------------------------------------------------------------------------------------- */

/* Return the newest frame with this stack id, or the root's frame if no frame matches. Frames of predefined methods
 * have stack id 0. An exit to stack id 0 returns to the newest frame below the top that has stack id 0. */
static struct qp_frame *find_frame(const struct qp_tstate *tstate, uint64_t stack_id)
{
    struct qp_frame *frame = stack_id == 0 && tstate->top > tstate->bottom ? tstate->top - 1 : tstate->top;
    while (frame > tstate->bottom && !qp_frame_is(frame, stack_id))
        frame--;
    return frame;
}

/* Pop the frames above `frame`. Return true if set_break_on_event selected the exit of one of the popped methods. */
static bool pop_to(struct qp_tstate *tstate, enum qp_product product, struct qp_frame *frame)
{
    const struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    qp_charge(tstate, product);
    bool measured = qp_frame_is_measured(tstate, cold);
    bool breaks = false;
    for (const struct qp_frame *popped = tstate->top; popped > frame; popped--) {
        if (measured)
            qp_frame_measure(tstate, product, popped);
        breaks |= qp_run_is_break(product, qp_frame_node(popped)->method, QPROF_BREAK_EXIT);
    }
    tstate->top = frame;
    return breaks;
}

/* Handle an exit while frames above the top are lost, because there was no memory for them. An exit to a frame that
 * is not on the stack counts as the return of one lost frame. An exit to a frame on the stack, or out of all frames
 * (stack id 0), ends all lost frames. Return true if the event is complete. */
static bool exit_lost_frame(struct qp_tstate *tstate, const struct qp_call *call, const struct qp_frame *target,
                            uint64_t stack_id)
{
    if (tstate->mounted->overflow == 0)
        return false;
    bool known = target != tstate->bottom || stack_id == 0;
    qp_context_drop_lost(tstate, call->product, known ? tstate->mounted->overflow : 1);
    return !known;
}

/* Count an exit that pops no frame. Such an exit is correct if an error is caught in the function that threw it;
 * profile/query/problem.h explains what many such exits mean. If the frame on top and its node's call count are the
 * same as at the last exit of this kind, nothing was entered between the two exits. Then two frames have the same stack
 * id, which is counted as a misuse. */
static void count_idle(const struct qp_tstate *tstate, const struct qp_call *call, uint64_t stack_id)
{
    struct qp_tstate_cold *cold = &((struct qp_carrier *)(tstate - call->product))->cold[call->product];
    const struct qp_node *node = qp_frame_node(tstate->top);
    if (cold->slow & QP_SLOW_PAUSED)
        return;
    const char *format = "%s(%#llx) in method %#llx";
    qp_diagnose(call->product, QP_DIAGNOSTIC_LEFT_FRAME, format, call->name, (unsigned long long)stack_id,
                (unsigned long long)node->method);
    if (cold->idle_frame == tstate->top && cold->idle_calls == node->calls)
        qp_diagnose(call->product, QP_DIAGNOSTIC_SHARED_STACK_ID, format, call->name, (unsigned long long)stack_id,
                    (unsigned long long)node->method);
    cold->idle_frame = tstate->top;
    cold->idle_calls = node->calls;
}

/* Count a misuse if the frame on top has the stack id of a lower frame. The client then never reported the exit of
 * the lower frame, for instance because an error was caught further down. All calls since then are recorded under a
 * function that did not make them. An entry has no time to search all frames for its stack id, so this is checked at
 * the exit that pops both frames. */
static void count_forgotten(const struct qp_tstate *tstate, const struct qp_call *call, const struct qp_frame *target,
                            uint64_t stack_id)
{
    const struct qp_frame *top = tstate->top;
    uint64_t own = qp_frame_stack_id(top);
    const struct qp_frame *frame = top - 1;
    while (frame > target && !qp_frame_is(frame, own))
        frame--;
    if (frame > target && own != 0)
        qp_diagnose(call->product, QP_DIAGNOSTIC_BAD_STACK_ID, "%s(%#llx) leaves two frames with stack id %#llx",
                    call->name, (unsigned long long)stack_id, (unsigned long long)own);
}

static bool leave(struct qp_tstate *tstate, const struct qp_call *call, uint64_t stack_id)
{
    struct qp_frame *target = find_frame(tstate, stack_id);
    if (tstate->top == tstate->bottom) {
        qp_run_diagnose(call->product, QP_DIAGNOSTIC_EMPTY_STACK, "%s(%#llx)", call->name,
                        (unsigned long long)stack_id);
        return false;
    }
    if (exit_lost_frame(tstate, call, target, stack_id))
        return false;
    if (target == tstate->top)
        count_idle(tstate, call, stack_id);
    /* An exit to stack id 0 that pops all frames is correct, because it reports an error that was not caught. */
    if (target == tstate->bottom && tstate->top - tstate->bottom > 1 && stack_id != 0)
        qp_run_diagnose(call->product, QP_DIAGNOSTIC_UNMATCHED_EXIT, "%s(%#llx)", call->name,
                        (unsigned long long)stack_id);
    count_forgotten(tstate, call, target, stack_id);
    return pop_to(tstate, call->product, target);
}

/* End an event, and raise SIGTRAP after it if `breaks` is true. */
static void end(struct qp_tstate *tstate, const struct qp_call *call, bool breaks)
{
    qp_slow_end(tstate, call->product);
    if (breaks)
        raise(SIGTRAP);
}

void qp_frame_exit_slow(struct qp_tstate *tstate, const struct qp_call *call, uint64_t virtual_id, uint64_t stack_id)
{
    tstate = qp_slow_begin(tstate, call, virtual_id);
    if (!tstate)
        return;
    end(tstate, call, leave(tstate, call, stack_id));
}

/* Return the newest frame of the method that is, or is not, a compiled function's. If there is none, return the newest
 * frame of the method: a client may have moved a function's frame to another stack by qprof_follow_method. If the stack
 * has no frame of the method, count the misuse and return NULL. */
static struct qp_frame *find_method(const struct qp_tstate *tstate, const struct qp_call *call, uint64_t method,
                                    bool function)
{
    struct qp_frame *other = NULL;
    uint64_t moved = qp_method_moved_id(call->product, method);
    for (struct qp_frame *frame = tstate->top; frame > tstate->bottom; frame--) {
        if (!was_of(frame, method, moved))
            continue;
        if (qp_frame_is_function(frame) == function)
            return frame;
        if (!other)
            other = frame;
    }
    if (other)
        return other;
    qp_run_diagnose(call->product,
                    tstate->top == tstate->bottom ? QP_DIAGNOSTIC_EMPTY_STACK : QP_DIAGNOSTIC_WRONG_METHOD, "%s(%#llx)",
                    call->name, (unsigned long long)method);
    return NULL;
}

/* Pop the newest frame of the method and the frames of its kind above it. Return true if set_break_on_event selected
 * one of these exits. */
static bool leave_method(struct qp_tstate *tstate, const struct qp_call *call, uint64_t method, bool function)
{
    if (tstate->mounted->overflow > 0) {
        qp_context_drop_lost(tstate, call->product, 1); /* most likely the return from a lost frame */
        return false;
    }
    struct qp_frame *frame = find_method(tstate, call, method, function);
    return frame && qp_frame_remove(tstate, call->product, frame);
}

void qp_frame_leave_slow(struct qp_tstate *tstate, const struct qp_call *call, uint64_t method, bool function)
{
    tstate = qp_slow_begin(tstate, call, 0);
    if (!tstate)
        return;
    end(tstate, call, leave_method(tstate, call, method, function));
}

void qp_frame_return_to(const struct qp_call *call, uint64_t method)
{
    struct qp_tstate *tstate = qp_slow_take(call, 0);
    if (!tstate)
        return;
    /* If there are lost frames above the top, pop nothing, because the frame of the method may be one of them. */
    struct qp_frame *frame = tstate->mounted->overflow > 0 ? NULL : find_method(tstate, call, method, false);
    bool breaks = frame && frame < tstate->top && pop_to(tstate, call->product, frame);
    end(tstate, call, breaks);
}

void qp_frame_verify_exit(const struct qp_call *call, uint64_t virtual_id, uint64_t method)
{
    struct qp_tstate *tstate = qp_slow_take(call, virtual_id);
    if (!tstate)
        return;
    bool breaks = false;
    if (tstate->mounted->overflow > 0)
        qp_context_drop_lost(tstate, call->product, 1); /* the method of a lost frame cannot be verified */
    else if (tstate->top == tstate->bottom)
        qp_run_diagnose(call->product, QP_DIAGNOSTIC_EMPTY_STACK, "%s(%#llx)", call->name, (unsigned long long)method);
    else if (!was_of(tstate->top, method, qp_method_moved_id(call->product, method)))
        qp_diagnose(call->product, QP_DIAGNOSTIC_WRONG_METHOD, "%s(%#llx)", call->name, (unsigned long long)method);
    else
        breaks = pop_to(tstate, call->product, tstate->top - 1);
    end(tstate, call, breaks);
}

uint64_t qp_frame_current(const struct qp_call *call, uint64_t virtual_id)
{
    struct qp_tstate *tstate = qp_slow_take(call, virtual_id);
    if (!tstate)
        return 0;
    uint64_t method = tstate->top == tstate->bottom ? 0 : qp_method_client_id(qp_frame_node(tstate->top)->method);
    qp_slow_end(tstate, call->product);
    return method;
}

int qp_frame_open(const struct qp_call *call, uint64_t *methods, int size)
{
    struct qp_tstate *tstate = qp_slow_take(call, 0);
    if (!tstate)
        return 0;
    int count = (int)(tstate->top - tstate->bottom);
    for (int i = 0; i < count && i < size; i++)
        methods[i] = qp_method_client_id(qp_frame_node(tstate->bottom + 1 + i)->method);
    qp_slow_end(tstate, call->product);
    return count;
}
