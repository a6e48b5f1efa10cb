/* Regions and functions: begin, end, enter, leave. */
#include "vt/event.h"

#include "core/log/state.h"
#include "vt/call_site.h"

/* ---- open ------------------------------------------------------------------------------------------------ */

/* The slow way stands in functions of its own with their arguments in registers, so that the hot functions need no
 * frame. lane is NULL where it is off, or an event is under way. */
static QP_COLD int slow_open(struct qp_lane *lane, int handle, int location, uint32_t how, const char *name,
                             const void *call_site)
{
    const struct qp_state_event event = {VT_CALL(name), handle, how, location, call_site};
    return qp_state_open(lane, &event);
}

/* A state that is not at hand may still be found in the tree. */
static __attribute__((noinline)) int search_and_open(struct qp_lane *lane, int handle, uint32_t how, const char *name,
                                                     const void *call_site)
{
    if (qp_state_fits(lane, (uint32_t)handle) && !qp_lane_is_nested(QP_VT)) {
        struct qp_carrier *carrier = qp_lane_carrier(lane, QP_VT);
        struct qp_node *state = qp_tree_search(carrier, qp_frame_node(lane->top), (uint32_t)handle);
        if (state && (qp_state_hot_open(lane, state, (uint32_t)handle, how, true) ||
                      qp_state_hot_open(lane, state, (uint32_t)handle, how, false))) {
            qp_lane_end(lane);
            return VT_OK;
        }
    }
    return slow_open(lane, handle, VT_NOSCL, how, name, call_site);
}

/* The call site is read only where it is needed, so that the hot way has the register. NULL stands for the call site of
 * the public function that this is inlined into. */
static inline __attribute__((always_inline)) const void *late(const void *call_site)
{
    if (!call_site)
        call_site = VT_CALL_SITE;
    __asm__ volatile("" : "+r"(call_site));
    return call_site;
}

static inline __attribute__((always_inline)) int open_state(const char *name, uint32_t how, int handle, int location,
                                                            const void *call_site)
{
    struct qp_lane *lane = qp_lane_current[QP_VT];
    uint32_t busy = qp_lane_begin(lane);
    if (QP_UNLIKELY(busy != QP_LANE_FREE))
        return busy == QP_LANE_OFF ? VT_ERR_NOTINITIALIZED
                                   : slow_open(NULL, handle, location, how, name, late(call_site));
    if (QP_UNLIKELY(location != VT_NOSCL))
        return slow_open(lane, handle, location, how, name, late(call_site));
    if (QP_UNLIKELY(!qp_state_hot_enter(lane, (uint32_t)handle, how)))
        return search_and_open(lane, handle, how, name, late(call_site));
    qp_lane_end(lane);
    return VT_OK;
}

int vt_state_open(const char *function, uint32_t how, int handle, int location, const void *call_site)
{
    return open_state(function, how, handle, location, call_site);
}

int VT_begin(int statehandle)
{
    return open_state("VT_begin", QP_STATE_BEGUN, statehandle, VT_NOSCL, NULL);
}

int VT_beginl(int statehandle, int sclhandle)
{
    return open_state("VT_beginl", QP_STATE_BEGUN, statehandle, sclhandle, NULL);
}

int VT_enter(int statehandle, int sclhandle)
{
    return open_state("VT_enter", QP_STATE_ENTERED, statehandle, sclhandle, NULL);
}

/* ---- close ----------------------------------------------------------------------------------------------- */

static QP_COLD int slow_close(struct qp_lane *lane, int handle, int location, uint32_t how, const char *name,
                              const void *call_site)
{
    const struct qp_state_event event = {VT_CALL(name), handle, how, location, call_site};
    return qp_state_close(lane, &event);
}

static __attribute__((noinline)) int close_unlogged(struct qp_lane *lane, int handle, uint32_t how, const char *name,
                                                    const void *call_site)
{
    if (!qp_state_hot_leave(lane, how, false))
        return slow_close(lane, handle, VT_NOSCL, how, name, call_site);
    qp_lane_end(lane);
    return VT_OK;
}

static inline __attribute__((always_inline)) int close_state(const char *name, uint32_t how, int handle, int location,
                                                             const void *call_site)
{
    struct qp_lane *lane = qp_lane_current[QP_VT];
    uint32_t busy = qp_lane_begin(lane);
    if (QP_UNLIKELY(busy != QP_LANE_FREE))
        return busy == QP_LANE_OFF ? VT_ERR_NOTINITIALIZED
                                   : slow_close(NULL, handle, location, how, name, late(call_site));
    if (QP_UNLIKELY(location != VT_NOSCL))
        return slow_close(lane, handle, location, how, name, late(call_site));
    if (QP_UNLIKELY(!qp_state_hot_leave(lane, how, true)))
        return close_unlogged(lane, handle, how, name, late(call_site));
    qp_lane_end(lane);
    return VT_OK;
}

int vt_state_close(const char *function, uint32_t how, int handle, int location, const void *call_site)
{
    return close_state(function, how, handle, location, call_site);
}

int VT_end(int statehandle)
{
    return close_state("VT_end", QP_STATE_BEGUN, statehandle, VT_NOSCL, NULL);
}

int VT_endl(int statehandle, int sclhandle)
{
    return close_state("VT_endl", QP_STATE_BEGUN, statehandle, sclhandle, NULL);
}

int VT_leave(int sclhandle)
{
    (void)sclhandle; /* VT: ignored */
    return close_state("VT_leave", QP_STATE_ENTERED, 0, VT_NOSCL, NULL);
}

/* ---- neither --------------------------------------------------------------------------------------------- */

int VT_wakeup(void)
{
    return qp_state_touch(qp_lane_take(QP_VT), &VT_CALL("VT_wakeup"));
}
