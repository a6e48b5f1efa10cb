/* frame.h - entries and exits of functions, from the fast path to the slow one.
 *
 * The fast path, inline here, handles a cached callee and a return to the caller, also during a pause. The middle path,
 * one function call away, handles a callee that must be searched for or made, a tail call, an exit out of several
 * frames, and a switch of virtual threads. The slow path handles all other cases. A public function is one line that
 * calls qp_frame_enter or qp_frame_exit. */
#pragma once

#include "core/thread/call.h"
#include "core/tree/hot.h"

/* Functions of the middle and the slow path. Each is passed a busy thread state, and clears busy at its end. The
 * slow functions are passed NULL if the event did not begin. A middle function has the parameters of the public
 * function first, so that the arguments stay in their registers. */
QP_SHARED void qp_frame_enter_middle(uint64_t method, uint64_t stack_id, uint64_t virtual_id, struct qp_tstate *tstate,
                                     const struct qp_call *call);
QP_SHARED QP_COLD void qp_frame_enter_slow(struct qp_tstate *tstate, const struct qp_call *call, uint64_t virtual_id,
                                           uint64_t method, uint64_t stack_id);
QP_SHARED void qp_frame_exit_middle(uint64_t stack_id, uint64_t virtual_id, struct qp_tstate *tstate,
                                    const struct qp_call *call);
QP_SHARED QP_COLD void qp_frame_exit_slow(struct qp_tstate *tstate, const struct qp_call *call, uint64_t virtual_id,
                                          uint64_t stack_id);
QP_SHARED void qp_frame_follow_middle(uint64_t method, struct qp_tstate *tstate, const struct qp_call *call);
QP_SHARED void qp_frame_leave_middle(uint64_t method, bool function, struct qp_tstate *tstate,
                                     const struct qp_call *call);
QP_SHARED QP_COLD void qp_frame_leave_slow(struct qp_tstate *tstate, const struct qp_call *call, uint64_t method,
                                           bool function);

static inline __attribute__((always_inline)) bool qp_frame_enter_inline(struct qp_tstate *tstate,
                                                                        const struct qp_call *call, uint64_t virtual_id,
                                                                        uint64_t method, uint64_t stack_id)
{
    const struct qp_frame *limit = qp_hot_limit(tstate, call);
    if (QP_LIKELY(qp_hot_is_for(tstate, call, limit, virtual_id)) &&
        QP_LIKELY(qp_hot_enter(tstate, call, limit, method, stack_id, qp_product_is_timed(call->product))))
        return true;
    limit = qp_hot_paused_limit(tstate, call);
    return qp_hot_is_for(tstate, call, limit, virtual_id) && qp_hot_follow(tstate, call, limit, method, stack_id);
}

static inline __attribute__((always_inline)) bool
qp_frame_exit_inline(struct qp_tstate *tstate, const struct qp_call *call, uint64_t virtual_id, uint64_t stack_id)
{
    const struct qp_frame *limit = qp_hot_limit(tstate, call);
    if (QP_LIKELY(qp_hot_is_for(tstate, call, limit, virtual_id)) &&
        QP_LIKELY(qp_hot_exit(tstate, limit, stack_id, qp_product_is_timed(call->product))))
        return true;
    limit = qp_hot_paused_limit(tstate, call);
    return qp_hot_is_for(tstate, call, limit, virtual_id) && qp_hot_exit(tstate, limit, stack_id, false);
}

/* Enter a method. virtual_id is 0 if the call names no virtual thread. */
static inline __attribute__((always_inline)) void qp_frame_enter(const struct qp_call *call, uint64_t virtual_id,
                                                                 uint64_t method, uint64_t stack_id)
{
    QP_HOT_EVENT(call, qp_frame_enter_inline(tstate, call, virtual_id, method, stack_id),
                 qp_frame_enter_middle(method, stack_id, virtual_id, tstate, call),
                 qp_frame_enter_slow(NULL, call, virtual_id, method, stack_id));
}

static inline __attribute__((always_inline)) void qp_frame_exit(const struct qp_call *call, uint64_t virtual_id,
                                                                uint64_t stack_id)
{
    QP_HOT_EVENT(call, qp_frame_exit_inline(tstate, call, virtual_id, stack_id),
                 qp_frame_exit_middle(stack_id, virtual_id, tstate, call),
                 qp_frame_exit_slow(NULL, call, virtual_id, stack_id));
}

/* Push the frame of a call that began before this event, and count no call. This takes the slow path. */
QP_SHARED void qp_frame_follow(const struct qp_call *call, uint64_t virtual_id, uint64_t method, uint64_t stack_id);

/* ---- frames that the library numbers: calls name only the method, and act on the mounted context -------------- */

static inline __attribute__((always_inline)) bool qp_frame_number_inline(struct qp_tstate *tstate,
                                                                         const struct qp_call *call, uint64_t method)
{
    const struct qp_frame *limit = qp_hot_limit(tstate, call);
    if (QP_LIKELY(qp_hot_is_for(tstate, call, limit, 0)) &&
        QP_LIKELY(qp_hot_enter(tstate, call, limit, method, qp_hot_number(tstate->top->stack_id),
                               qp_product_is_timed(call->product))))
        return true;
    limit = qp_hot_paused_limit(tstate, call);
    return qp_hot_is_for(tstate, call, limit, 0) &&
           qp_hot_follow(tstate, call, limit, method, qp_hot_number(tstate->top->stack_id));
}

static inline __attribute__((always_inline)) bool qp_frame_follow_inline(struct qp_tstate *tstate,
                                                                         const struct qp_call *call, uint64_t method)
{
    const struct qp_frame *limit = qp_hot_limit(tstate, call);
    bool timed = qp_product_is_timed(call->product);
    if (QP_LIKELY(qp_hot_is_for(tstate, call, limit, 0)) &&
        (!timed || QP_LIKELY(qp_hot_charge(tstate, qp_frame_node(tstate->top), qp_clock_counter()))) &&
        QP_LIKELY(qp_hot_follow(tstate, call, limit, method, qp_hot_number(tstate->top->stack_id))))
        return true;
    limit = qp_hot_paused_limit(tstate, call);
    return qp_hot_is_for(tstate, call, limit, 0) &&
           qp_hot_follow(tstate, call, limit, method, qp_hot_number(tstate->top->stack_id));
}

static inline __attribute__((always_inline)) bool qp_frame_leave_inline(struct qp_tstate *tstate,
                                                                        const struct qp_call *call, uint64_t method)
{
    const struct qp_frame *limit = qp_hot_limit(tstate, call);
    if (QP_LIKELY(qp_hot_is_for(tstate, call, limit, 0)) &&
        QP_LIKELY(qp_hot_leave(tstate, limit, method, qp_product_is_timed(call->product))))
        return true;
    limit = qp_hot_paused_limit(tstate, call);
    return qp_hot_is_for(tstate, call, limit, 0) && qp_hot_leave(tstate, limit, method, false);
}

static inline __attribute__((always_inline)) void qp_frame_enter_numbered(const struct qp_call *call, uint64_t method)
{
    QP_HOT_EVENT(call, qp_frame_number_inline(tstate, call, method),
                 qp_frame_enter_middle(method, QP_FRAME_NUMBERED, 0, tstate, call),
                 qp_frame_enter_slow(NULL, call, 0, method, QP_FRAME_NUMBERED));
}

/* Push the frame of a call that was counted before: a generator is resumed. */
static inline __attribute__((always_inline)) void qp_frame_follow_numbered(const struct qp_call *call, uint64_t method)
{
    QP_HOT_EVENT(call, qp_frame_follow_inline(tstate, call, method), qp_frame_follow_middle(method, tstate, call),
                 qp_frame_follow(call, 0, method, QP_FRAME_NUMBERED));
}

static inline __attribute__((always_inline)) void qp_frame_leave_numbered(const struct qp_call *call, uint64_t method)
{
    QP_HOT_EVENT(call, qp_frame_leave_inline(tstate, call, method), qp_frame_leave_middle(method, false, tstate, call),
                 qp_frame_leave_slow(NULL, call, method, false));
}

/* ---- compiled functions: their stack ids have addresses (hot.h) -------------------------------------------- */

static inline __attribute__((always_inline)) bool
qp_frame_function_inline(struct qp_tstate *tstate, const struct qp_call *call, uint64_t method, uint64_t stack_id)
{
    const struct qp_frame *limit = qp_hot_limit(tstate, call);
    if (QP_LIKELY(qp_hot_is_for(tstate, call, limit, 0)) && QP_LIKELY(qp_hot_is_new_function(tstate->top, stack_id)) &&
        QP_LIKELY(qp_hot_enter(tstate, call, limit, method, stack_id, qp_product_is_timed(call->product))))
        return true;
    limit = qp_hot_paused_limit(tstate, call);
    return qp_hot_is_for(tstate, call, limit, 0) && qp_hot_is_new_function(tstate->top, stack_id) &&
           qp_hot_follow(tstate, call, limit, method, stack_id);
}

static inline __attribute__((always_inline)) bool
qp_frame_leave_function_inline(struct qp_tstate *tstate, const struct qp_call *call, uint64_t method)
{
    const struct qp_frame *limit = qp_hot_limit(tstate, call);
    if (QP_LIKELY(qp_hot_is_for(tstate, call, limit, 0)) &&
        QP_LIKELY(qp_hot_leave_function(tstate, limit, method, qp_product_is_timed(call->product))))
        return true;
    limit = qp_hot_paused_limit(tstate, call);
    return qp_hot_is_for(tstate, call, limit, 0) && qp_hot_leave_function(tstate, limit, method, false);
}

/* Value of `busy` during the event of a public function. The return address is on the stack of the event, also if a
 * function that is left ends with a jump to its exit hook: then the address above it is the caller's stack pointer. */
#define QP_FRAME_ABANDONABLE qp_tstate_abandonable((const char *)__builtin_dwarf_cfa() - sizeof(void *))

static inline __attribute__((always_inline)) void qp_frame_enter_function(const struct qp_call *call, uint64_t method,
                                                                          uint64_t stack_id)
{
    QP_HOT_EVENT_AS(QP_FRAME_ABANDONABLE, call, qp_frame_function_inline(tstate, call, method, stack_id),
                    qp_frame_enter_middle(method, stack_id, 0, tstate, call),
                    qp_frame_enter_slow(NULL, call, 0, method, stack_id));
}

static inline __attribute__((always_inline)) void qp_frame_leave_function(const struct qp_call *call, uint64_t method)
{
    QP_HOT_EVENT_AS(QP_FRAME_ABANDONABLE, call, qp_frame_leave_function_inline(tstate, call, method),
                    qp_frame_leave_middle(method, true, tstate, call), qp_frame_leave_slow(NULL, call, method, true));
}

/* ---- rare events: each takes the slow path ---------------------------------------------------------------- */

/* Enter a method whose call began this number of nanoseconds ago, but not before the thread's last event. */
QP_SHARED void qp_frame_enter_since(const struct qp_call *call, uint64_t method, uint64_t ago);

/* Pop the frames above the newest frame of the method. */
QP_SHARED void qp_frame_return_to(const struct qp_call *call, uint64_t method);

/* Remove functions from the top down while their stack addresses are in [from, to). If `from` is above `to`, these are
 * all addresses but those in [to, from). */
QP_SHARED void qp_frame_unwind(const struct qp_call *call, const void *from, const void *to);

/* Pop the frame on top. If this is not a frame of the method, pop nothing and count the misuse. */
QP_SHARED void qp_frame_verify_exit(const struct qp_call *call, uint64_t virtual_id, uint64_t method);

/* Return the method of the frame on top, 0 on an empty stack. */
QP_SHARED uint64_t qp_frame_current(const struct qp_call *call, uint64_t virtual_id);

/* Write the methods of the open frames, outermost first, `size` of them at most. Return the number of open frames. */
QP_SHARED int qp_frame_open(const struct qp_call *call, uint64_t *methods, int size);
