#include "core/event/frame.h"

#include "core/store/diagnose.h"
#include "core/thread/callback.h"
#include "core/vthread/charge.h"
#include "core/event/frame_part.h"
#include "core/vthread/join.h"
#include "core/method/method.h"
#include "core/vthread/mount.h"
#include "core/thread/occupy.h"
#include "core/thread/processor.h"
#include "core/event/recorder_time.h"
#include "core/thread/run.h"
#include "core/carrier/slow.h"
#include "core/event/switch.h"

#include <signal.h>

/* ---- middle path ------------------------------------------------------------------------------------------- */

/* Make a new child, and charge the recorder for the time spent here. If a virtual thread is mounted, charge nothing,
 * since the virtual thread's own times would have to be charged as well. */
static struct qp_node *make_child(struct qp_tstate *tstate, enum qp_product product, struct qp_node *parent,
                                  uint64_t method)
{
    struct qp_carrier *carrier = qp_tstate_carrier(tstate, product);
    bool charged = qp_product_is_timed(product) && tstate->mounted == &carrier->cold[product].own &&
                   qp_hot_charge(tstate, qp_frame_node(tstate->top), qp_frame_middle_tick(product));
    qp_store_relaxed(&tstate->busy, QP_TSTATE_BUSY); /* from now on no jump may abandon it */
    struct qp_node *child = qp_tree_add(carrier, product, parent, method);
    if (charged)
        qp_hot_charge_recorder(tstate, qp_frame_middle_tick(product));
    return child;
}

/* Count a call that ends in a tail call. The exit of such a call is never reported. Readers need this count, because
 * they compute the overhead from the numbers of entries and exits. */
static void end_in_tail_call(struct qp_carrier *carrier, enum qp_product product, struct qp_node *node)
{
    struct qp_node_extra_record *extra = qp_product_is_timed(product) ? qp_node_extra_of(carrier, product, node) : NULL;
    if (extra)
        extra->tail_calls++;
}

/* Enter a callee whose node is not cached. An entry with the stack id of the frame on top is a tail call. Then the
 * callee's frame replaces the frame on top. Return true if the event is complete. */
static bool search_enter(struct qp_tstate *tstate, enum qp_product product, const struct qp_frame *limit,
                         uint64_t method, uint64_t stack_id, bool counted)
{
    if (tstate->top >= limit || method == 0 || stack_id == 0 || qp_tstate_is_nested(product))
        return false;
    if (qp_hot_is_function(stack_id) && !qp_hot_is_new_function(tstate->top, stack_id))
        return false;
    struct qp_frame *caller = tstate->top->stack_id == stack_id ? tstate->top - 1 : tstate->top;
    struct qp_carrier *carrier = qp_tstate_carrier(tstate, product);
    struct qp_node *callee = qp_tree_search(carrier, qp_frame_node(caller), method);
    if (!callee && !qp_load_acquire(&qp_runs[product].callback)) /* the slow path calls the callback before the entry */
        callee = make_child(tstate, product, qp_frame_node(caller), method);
    if (!callee || callee->flags & QP_NODE_FLAGGED || !qp_frame_charge(tstate, product))
        return false;
    callee->calls += counted;
    if (caller != tstate->top)
        end_in_tail_call(carrier, product, qp_frame_node(tstate->top));
    tstate->top = caller;
    qp_hot_push(tstate, callee, qp_frame_number(caller, stack_id));
    return true;
}

void qp_frame_enter_middle(uint64_t method, uint64_t stack_id, uint64_t virtual_id, struct qp_tstate *tstate,
                           const struct qp_call *call)
{
    enum qp_product product = call->product;
    const struct qp_frame *limit = qp_frame_middle_limit(tstate, call);
    bool done;
    if (qp_hot_is_for(tstate, call, limit, virtual_id))
        done = search_enter(tstate, product, limit, method, stack_id, true);
    else
        done = qp_switch_to(tstate, product, virtual_id) &&
               qp_hot_enter(tstate, call, qp_load_relaxed(&tstate->virtual_limit), method, stack_id, false);
    if (done)
        qp_tstate_end(tstate);
    else
        qp_frame_enter_slow(tstate, call, virtual_id, method, stack_id);
}

void qp_frame_follow_middle(uint64_t method, struct qp_tstate *tstate, const struct qp_call *call)
{
    const struct qp_frame *limit = qp_frame_middle_limit(tstate, call);
    bool done = qp_hot_is_for(tstate, call, limit, 0) &&
                search_enter(tstate, call->product, limit, method, QP_FRAME_NUMBERED, false);
    qp_tstate_end(tstate);
    if (!done)
        qp_frame_follow(call, 0, method, QP_FRAME_NUMBERED);
}

/* ---- slow path: entry ------------------------------------------------------------------------------------------ */

/* Return the client's callback for a method that is not registered. Return NULL if the callback was called for this
 * method before, or if another run has begun and has no callback yet. Also return NULL in a signal handler that
 * interrupted the holder of a lock, since the callback may call a function that takes this lock. */
static const struct qp_callback *callback_for(enum qp_product product, uint64_t method)
{
    if (qp_occupy_is())
        return NULL;
    qp_cold_lock();
    bool first = qp_method_ask(product, method);
    qp_cold_unlock();
    return first ? qp_load_acquire(&qp_runs[product].callback) : NULL;
}

/* Call the client's callback for a method that is not registered. End the event before the call and begin it again
 * after the call, so that no event is in progress and no lock is held during the callback. The callback's time is
 * charged to the recorder. Return the thread state to continue with, or NULL if the run ended meanwhile. */
static struct qp_tstate *ask_client(struct qp_tstate *tstate, const struct qp_call *call, uint64_t virtual_id,
                                    uint64_t method)
{
    enum qp_product product = call->product;
    const struct qp_callback *callback = callback_for(product, method);
    if (!callback)
        return tstate;
    const struct qp_context *context = tstate->mounted;
    ptrdiff_t depth = tstate->top - tstate->bottom;
    bool begun = qp_recorder_time_begin(tstate, product); /* false inside a callback for another method */
    qp_slow_end(tstate, product);
    qp_callback_call(callback, method);
    tstate = qp_tstate_take(product);
    if (tstate)
        tstate = qp_slow_begin(tstate, call, virtual_id);
    if (!tstate) {
        qp_recorder_time_leave(product, begun); /* ends the section of recorder time if the thread still records */
        return NULL;
    }
    /* Pop the frames that the callback entered and did not leave. */
    if (tstate->mounted == context && tstate->top > tstate->bottom + depth)
        tstate->top = tstate->bottom + depth;
    if (begun) /* only now, because the frame on top determines the virtual thread's state */
        qp_recorder_time_end(tstate, product);
    return tstate;
}

static bool is_predefined(uint64_t method)
{
    return method <= qprof_Start && method >= qprof_JITCompiler;
}

/* Return the frame that an entry fills: the frame above the top or, for a tail call, the frame on top. Return NULL
 * if out of memory. */
static struct qp_frame *frame_for(struct qp_tstate *tstate, enum qp_product product, uint64_t stack_id)
{
    bool lost = qp_tstate_cold(tstate, product)->slow & QP_SLOW_OVERFLOW;
    if (!lost && stack_id != 0 && qp_frame_is(tstate->top, stack_id) && tstate->top > tstate->bottom)
        return tstate->top;
    return qp_context_make_room(tstate, product) ? tstate->top + 1 : NULL;
}

/* Charge the time until `ago` nanoseconds ago to the frame on top; the rest is charged to the next one. If the rate of
 * the clock is unknown, charge all of it. */
static void charge_until_before(struct qp_tstate *tstate, enum qp_product product, uint64_t ago)
{
    uint64_t last = tstate->ledger->last, now = qp_run_tick(product);
    if (!qp_slow_may_charge(product) || !qp_processor_knows())
        qp_charge(tstate, product);
    else if (!(qp_tstate_cold(tstate, product)->slow & QP_SLOW_PAUSED) && now > last &&
             qp_processor_ticks(ago) < now - last)
        qp_charge_until(tstate, product, now - qp_processor_ticks(ago));
}

/* Enter a method. If `ago` is not 0, its call began that number of nanoseconds ago, but not before the last event. */
static void enter(struct qp_tstate *tstate, const struct qp_call *call, uint64_t method, uint64_t stack_id,
                  bool counted, uint64_t ago)
{
    struct qp_tstate_cold *cold = qp_tstate_cold(tstate, call->product);
    if (cold->slow & QP_SLOW_NEW) {
        bool charges = qp_slow_may_charge(call->product);
        if (charges)
            qp_charge(tstate, call->product);
        qp_join_mounted(tstate, call->product);
        cold->begins = charges;
    }
    struct qp_frame *frame = frame_for(tstate, call->product, stack_id);
    if (!frame) {
        qp_diagnose(call->product, QP_DIAGNOSTIC_NO_ROOM, "a frame of method %#llx", (unsigned long long)method);
        return;
    }
    struct qp_carrier *carrier = qp_tstate_carrier(tstate, call->product);
    struct qp_node *node = qp_tree_get(carrier, call->product, qp_frame_node(frame - 1), method);
    if (ago > 0)
        charge_until_before(tstate, call->product, ago);
    else if (!cold->begins)
        qp_charge(tstate, call->product);
    if (frame == tstate->top && qp_frame_is_measured(tstate, cold)) /* a tail call ends the call on top */
        qp_frame_measure(tstate, call->product, frame);
    if (counted && !(cold->slow & (QP_SLOW_PAUSED | QP_SLOW_SAMPLED))) {
        node->calls++;
        if (frame == tstate->top)
            end_in_tail_call(carrier, call->product, qp_frame_node(frame));
    }
    stack_id = qp_frame_number(frame - 1, stack_id);
    if (node->flags & QP_NODE_FLAGGED)
        stack_id ^= QP_FRAME_ID_MASK;
    *frame = (struct qp_frame){(uint64_t)(uintptr_t)node, stack_id};
    tstate->top = frame;
    if (tstate->mounted->flags & QP_CONTEXT_MEASURED)
        *qp_context_tick(tstate, frame) = *qp_context_tick(tstate, tstate->bottom);
}

void qp_frame_enter_slow(struct qp_tstate *tstate, const struct qp_call *call, uint64_t virtual_id, uint64_t method,
                         uint64_t stack_id)
{
    enum qp_product product = call->product;
    tstate = qp_slow_begin(tstate, call, virtual_id);
    if (!tstate)
        return;
    if (method == 0) {
        qp_diagnose(product, QP_DIAGNOSTIC_BAD_METHOD_ID, "%s(0)", call->name);
        qp_slow_end(tstate, product);
        return;
    }
    if (stack_id == 0 && !is_predefined(method))
        qp_diagnose(product, QP_DIAGNOSTIC_BAD_STACK_ID, "%s(%#llx, 0)", call->name, (unsigned long long)method);
    if (qp_load_acquire(&qp_runs[product].callback) && !is_predefined(method) && qp_method_is_unknown(product, method))
        tstate = ask_client(tstate, call, virtual_id, method);
    if (!tstate)
        return;
    bool breaks = qp_hot_is_function(stack_id) && qp_frame_remove_left(tstate, product, stack_id);
    enter(tstate, call, method, stack_id, true, 0);
    qp_slow_end(tstate, product);
    if (breaks)
        raise(SIGTRAP);
    qp_run_break(product, method, QPROF_BREAK_ENTRY);
}

void qp_frame_enter_since(const struct qp_call *call, uint64_t method, uint64_t ago)
{
    struct qp_tstate *tstate = qp_slow_take(call, 0);
    if (!tstate)
        return;
    if (method == 0)
        qp_diagnose(call->product, QP_DIAGNOSTIC_BAD_METHOD_ID, "%s(0)", call->name);
    else
        enter(tstate, call, method, QP_FRAME_NUMBERED, true, ago);
    qp_slow_end(tstate, call->product);
}

void qp_frame_follow(const struct qp_call *call, uint64_t virtual_id, uint64_t method, uint64_t stack_id)
{
    struct qp_tstate *tstate = qp_slow_take(call, virtual_id);
    if (!tstate)
        return;
    if (method == 0)
        qp_diagnose(call->product, QP_DIAGNOSTIC_BAD_METHOD_ID, "%s(0)", call->name);
    else if (stack_id == 0)
        qp_diagnose(call->product, QP_DIAGNOSTIC_BAD_STACK_ID, "%s(%#llx, 0)", call->name, (unsigned long long)method);
    else
        enter(tstate, call, method, stack_id, false, 0);
    qp_slow_end(tstate, call->product);
}
