/* state.h - the states of libvt: entered on the thread's own stack, counted in its call tree, logged in its event
 * log.
 *
 * A frame's stack id stores how its state was opened (QP_STATE_*). States that are not logged have a frame, too, so
 * that each end finds its begin. Filtered states have the node of their caller, as if they were part of the caller. */
#pragma once

#include "core/tree/hot.h"
#include "core/carrier/slow.h"
#include "core/thread/trace.h"

#define QP_STATE_ENTERED 1u
#define QP_STATE_BEGUN   2u
#define QP_STATE_HOW     3u
#define QP_STATE_SILENT  4u /* the state is not logged */
#define QP_STATE_TURNS   8u /* the state turns logging on or off for the states within it */
/* The upper half of a stack id is 0, unless the file had no space for a node of the state. The state then shares a
 * node, and the upper half is the state's handle. */
#define QP_STATE_HANDLE_SHIFT 32

/* ---- fast path: a known state, no location needed ------------------------------------------------------ */

/* Return true if an event can take the fast path: `logged` is true and the log has space, or `logged` is false and
 * the thread has no log. */
static inline __attribute__((always_inline)) bool qp_state_is_fast(struct qp_tstate *tstate, bool logged)
{
    return logged ? qp_trace_has_room(tstate) : qp_trace_is_off(tstate, QP_VT);
}

static inline __attribute__((always_inline)) void qp_state_log(struct qp_tstate *tstate, bool logged,
                                                               enum qp_event_kind kind, uint64_t handle)
{
    if (logged)
        qp_trace_put(tstate, kind, handle, tstate->ledger->last);
    else
        qp_trace_miss(tstate, QP_VT);
}

/* Charge the time until now to the node on top. Return false if other work is due, which only the slow path does. */
static inline __attribute__((always_inline)) bool qp_state_charge(struct qp_tstate *tstate, struct qp_node *top)
{
    uint64_t now = qp_clock_counter();
    return QP_LIKELY(now < tstate->horizon && qp_hot_charge(tstate, top, now));
}

/* Charge the time until now to the state on top, count a call of `state` and push its frame. Return false if nothing
 * has changed. The caller logs the event. */
static inline __attribute__((always_inline)) bool qp_state_hot_push(struct qp_tstate *tstate, struct qp_node *state,
                                                                    uint32_t how, bool logged)
{
    if (QP_UNLIKELY(!qp_state_is_fast(tstate, logged) || !qp_state_charge(tstate, qp_frame_node(tstate->top))))
        return false;
    state->calls++;
    qp_hot_push(tstate, state, how);
    return true;
}

static inline __attribute__((always_inline)) bool qp_state_hot_open(struct qp_tstate *tstate, struct qp_node *state,
                                                                    uint32_t handle, uint32_t how, bool logged)
{
    if (!qp_state_hot_push(tstate, state, how, logged))
        return false;
    qp_state_log(tstate, logged, QP_EVENT_ENTER, handle);
    return true;
}

/* Return true if a state can be opened on the fast path: there is room for its frame, and it has a handle. The loads
 * are atomic, since another thread that ends the run changes the top and sets the limit to NULL. */
static inline bool qp_state_fits(const struct qp_tstate *tstate, uint32_t handle)
{
    return QP_LIKELY(qp_load_relaxed(&tstate->top) < qp_load_relaxed(&tstate->limit) && handle != 0);
}

static inline bool qp_state_hot_enter(struct qp_tstate *tstate, uint32_t handle, uint32_t how)
{
    if (!qp_state_fits(tstate, handle))
        return false;
    struct qp_node *state = qp_tree_child(tstate, qp_frame_node(tstate->top), handle);
    return QP_LIKELY(state) && qp_state_hot_open(tstate, state, handle, how, true);
}

/* Close the state on top if its stack id is exactly `how`. Then no other bit is set, so the state is logged, does
 * not turn logging on or off, and has its own node. */
static inline __attribute__((always_inline)) bool qp_state_hot_leave(struct qp_tstate *tstate, uint32_t how,
                                                                     bool logged)
{
    struct qp_frame *top = qp_load_relaxed(&tstate->top);
    if (QP_UNLIKELY(top >= qp_load_relaxed(&tstate->limit) || top->stack_id != how))
        return false;
    struct qp_node *state = qp_frame_node(top);
    if (QP_UNLIKELY(!qp_state_is_fast(tstate, logged) || !qp_state_charge(tstate, state)))
        return false;
    tstate->top = top - 1;
    qp_state_log(tstate, logged, QP_EVENT_LEAVE, state->method);
    return true;
}

/* Open a state at a wrapper's call site, and end the event, which has begun. Return false if the event needs the slow
 * path; then nothing has changed, and the event is still in progress. If a rule or VT_thisloc requests a location, the
 * thread state has no limit, so the event needs the slow path. *begin is set to the tick at which the state was
 * opened. */
QP_SHARED bool qp_state_open_call(struct qp_tstate *tstate, uint32_t handle, uint32_t how, const void *call_site,
                                  uint64_t *begin);

/* ---- slow path: thread state as in slow.h ---------------------------------------------------------------- */

struct qp_state_event {
    struct qp_call call;
    int handle;
    uint32_t how;
    int location;          /* location that the client passed; QP_LOCATION_NONE = none */
    const void *call_site; /* return address of the public function */
};

/* Open or close a state. All functions below that return an int return QP_LOG_OK or an error. */
QP_SHARED int qp_state_open(struct qp_tstate *tstate, const struct qp_state_event *event);
QP_SHARED int qp_state_close(struct qp_tstate *tstate, const struct qp_state_event *event);

/* Close a state in an event that qp_slow_begin has begun, and end the event. */
int qp_state_close_begun(struct qp_tstate *tstate, const struct qp_state_event *event);

/* In an event that has charged the time until its tick: if the log has more than `blocks` blocks of the thread, this
 * event has taken one. That takes 30 us. Then charge the time since that tick to the recorder. */
void qp_state_charge_blocks(struct qp_tstate *tstate, uint64_t blocks);

/* Return true if this state is on top. The caller has marked the thread state busy. */
QP_SHARED bool qp_state_is_top(const struct qp_tstate *tstate, uint32_t handle);

/* Stop or resume logging for the calling thread, in the current run and in later runs. */
QP_SHARED int qp_state_set_silent(const struct qp_call *call, bool silent);
QP_SHARED bool qp_state_is_silent(void);

/* Set the location of the next logged event. If `location` is 0, that event has no location, even if a rule requests
 * unwinding for it. */
QP_SHARED int qp_state_locate_next(struct qp_tstate *tstate, const struct qp_call *call, uint32_t location);

/* Charge the time until now to the state on top. */
QP_SHARED int qp_state_touch(struct qp_tstate *tstate, const struct qp_call *call);

/* From now on, do not count states that are open at the end of the run as misuse. The run of an MPI program ends in
 * MPI_Finalize, and the program closes such states afterwards. */
QP_SHARED void qp_state_allow_open(void);

/* Close all open states, since the thread or the run ends. */
void qp_state_finish(struct qp_tstate *tstate);

/* Prepare the thread state for a run, or for a new thread on its carrier. */
void qp_state_attach(struct qp_tstate *tstate);

/* Check the location that an event passed. If the location is invalid, count the misuse and return
 * QP_LOG_BAD_LOCATION, otherwise return QP_LOG_OK. */
QP_SHARED int qp_state_check_location(const struct qp_call *call, int location);

/* Pending location of a thread state if the program requested that the next event has no location. */
#define QP_STATE_NOWHERE UINT32_MAX

/* Return the location of an event that is logged now: the given location, otherwise the pending location, otherwise
 * the location found by unwinding `stack`, which may be NULL. Remove the pending location in any case. */
struct qp_location_stack;
QP_SHARED uint32_t qp_state_locate(struct qp_tstate *tstate, int given, const struct qp_location_stack *stack);
