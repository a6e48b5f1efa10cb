/* state.h - the states of libvt: entered and left on the thread's own stack, counted in its tree, logged in its trace.
 *
 * A frame's stack id tells how its state was opened. What is not logged has a frame too, so that each end finds its
 * begin: the filtered ones share their caller's node, as if they were a part of it. */
#ifndef QP_LOG_STATE_H
#define QP_LOG_STATE_H

#include "core/tree/hot.h"
#include "core/carrier/slow.h"
#include "core/thread/trace.h"

#define QP_STATE_ENTERED 1u
#define QP_STATE_BEGUN   2u
#define QP_STATE_HOW     3u
#define QP_STATE_SILENT  4u /* not in the log */
#define QP_STATE_TURNS   8u /* whether what it calls is logged changes here, and back at its end */
/* The upper half is 0, or the state's handle where the node is shared, since its own found no room. */
#define QP_STATE_HANDLE_SHIFT 32

/* ---- in line: a known state, nothing to locate --------------------------------------------------------- */

/* Whether an event goes on in line: into the log that has room, or (logged is false) on a thread without a log, where
 * totals go on as fast as they can. */
static inline __attribute__((always_inline)) bool qp_state_goes_on(struct qp_lane *lane, bool logged)
{
    return logged ? qp_trace_has_room(lane) : qp_trace_is_off(lane, QP_VT);
}

static inline __attribute__((always_inline)) void qp_state_log(struct qp_lane *lane, bool logged,
                                                               enum qp_event_kind kind, uint64_t handle)
{
    if (logged)
        qp_trace_put(lane, kind, handle, lane->ledger->last);
    else
        qp_trace_miss(lane, QP_VT);
}

/* Charge the node on top until now. Returns false where something is due first. */
static inline __attribute__((always_inline)) bool qp_state_charge(struct qp_lane *lane, struct qp_node *top)
{
    uint64_t now = qp_clock_counter();
    return QP_LIKELY(now < lane->horizon && qp_hot_charge(lane, top, now));
}

static inline __attribute__((always_inline)) bool qp_state_hot_open(struct qp_lane *lane, struct qp_node *state,
                                                                    uint32_t handle, uint32_t how, bool logged)
{
    if (QP_UNLIKELY(!qp_state_goes_on(lane, logged) || !qp_state_charge(lane, qp_frame_node(lane->top))))
        return false;
    state->calls++;
    qp_hot_push(lane, state, how);
    qp_state_log(lane, logged, QP_EVENT_ENTER, handle);
    return true;
}

/* Return true if a state can be opened in line: there is room for its frame, and it has a handle. Where another thread
 * ends the run meanwhile, it changes the top, and the limit is NULL. */
static inline bool qp_state_fits(const struct qp_lane *lane, uint32_t handle)
{
    return QP_LIKELY(qp_load_relaxed(&lane->top) < qp_load_relaxed(&lane->limit) && handle != 0);
}

static inline bool qp_state_hot_enter(struct qp_lane *lane, uint32_t handle, uint32_t how)
{
    if (!qp_state_fits(lane, handle))
        return false;
    struct qp_node *state = qp_tree_child(lane, qp_frame_node(lane->top), handle);
    return QP_LIKELY(state) && qp_state_hot_open(lane, state, handle, how, true);
}

/* Closes the state on top if its stack id is `how` and nothing else: it was opened that way, it is logged, it does not
 * switch logging, and it has a node of its own. */
static inline __attribute__((always_inline)) bool qp_state_hot_leave(struct qp_lane *lane, uint32_t how, bool logged)
{
    struct qp_frame *top = qp_load_relaxed(&lane->top);
    if (QP_UNLIKELY(top >= qp_load_relaxed(&lane->limit) || top->stack_id != how))
        return false;
    struct qp_node *state = qp_frame_node(top);
    if (QP_UNLIKELY(!qp_state_goes_on(lane, logged) || !qp_state_charge(lane, state)))
        return false;
    lane->top = top - 1;
    qp_state_log(lane, logged, QP_EVENT_LEAVE, state->method);
    return true;
}

/* ---- the slow way: lane as in slow.h ------------------------------------------------------------- */

struct qp_state_event {
    struct qp_call call;
    int handle;
    uint32_t how;
    int location;          /* the argument; QP_LOCATION_NONE = none given */
    const void *call_site; /* the address that the public function was called from */
};

/* Those that return a number return QP_LOG_OK or an error. */
QP_SHARED int qp_state_open(struct qp_lane *lane, const struct qp_state_event *event);
QP_SHARED int qp_state_close(struct qp_lane *lane, const struct qp_state_event *event);

/* Whether the state on top is this one; busy is left set. */
QP_SHARED bool qp_state_is_top(const struct qp_lane *lane, uint32_t handle);

/* Stop or resume logging for the calling thread, at once and in its later runs. */
QP_SHARED int qp_state_set_silent(const struct qp_call *call, bool silent);
QP_SHARED bool qp_state_is_silent(void);

/* The next event that is logged has this location, or none (0) even where it would be located by itself. */
QP_SHARED int qp_state_locate_next(struct qp_lane *lane, const struct qp_call *call, uint32_t location);

/* Charge time to the state on top. */
QP_SHARED int qp_state_touch(struct qp_lane *lane, const struct qp_call *call);

/* States that are open when the run ends are no misuse: the program goes on and closes them later (MPI_Finalize). */
QP_SHARED void qp_state_let_ends_follow(void);

/* The thread or the run ends: close what is open. */
void qp_state_finish(struct qp_lane *lane);

/* The lane begins a run, or a new thread goes on with it. */
void qp_state_attach(struct qp_lane *lane);

/* Whether the argument of an event may be used as its location; what may not is counted. Returns QP_LOG_OK or
 * QP_LOG_BAD_LOCATION. */
QP_SHARED int qp_state_check_location(const struct qp_call *call, int location);

/* What a lane's pending location is when the program asked for none. */
#define QP_STATE_NOWHERE UINT32_MAX

/* The location of an event that is logged now: the one given, else the pending one, else that of the unwound stack
 * (NULL: nothing is unwound). The pending one is used up in any case. */
struct qp_location_stack;
QP_SHARED uint32_t qp_state_locate(struct qp_lane *lane, int given, const struct qp_location_stack *stack);

/* The tick of an event that is logged now, after the charge. */
QP_SHARED uint64_t qp_state_tick(const struct qp_lane *lane);

#endif
