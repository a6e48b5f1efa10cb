/* Regions and functions: begin, end, enter, leave. */
#include "vt/event.h"

#include "core/process.h"
#include "core/state.h"
#include "vt/place.h"

struct qp_lane *vt_event_arrive(struct qp_lane *lane, const struct qp_call *call, int *result)
{
    if (lane == NULL)
        lane = qp_careful_arrive(call);
    *result = lane != NULL                                     ? VT_OK
              : qp_load_acquire(&qp_process->recording[QP_VT]) ? VT_ERR_BADREQUEST
                                                               : VT_ERR_NOTINITIALIZED;
    return lane;
}

/* ---- open ------------------------------------------------------------------------------------------------ */

static QP_COLD int careful_open(struct qp_lane *lane, const struct qp_state_event *event)
{
    int result;
    lane = vt_event_arrive(lane, &event->call, &result);
    return lane == NULL ? result : qp_state_open(lane, event);
}

/* A state that is not at hand may still be known. */
static __attribute__((noinline)) int search_and_open(struct qp_lane *lane, const struct qp_state_event *event)
{
    if (event->location == VT_NOSCL && qp_state_fits(lane, (uint32_t)event->handle)) {
        struct qp_carrier *carrier = qp_lane_carrier(lane, QP_VT);
        struct qp_node *state = qp_tree_search(carrier, qp_frame_node(lane->top), (uint32_t)event->handle);
        if (state != NULL && qp_state_hot_open(lane, state, event->how)) {
            vt_event_end(lane);
            return VT_OK;
        }
    }
    return careful_open(lane, event);
}

static inline __attribute__((always_inline)) int open_state(const char *function, uint32_t how, int handle,
                                                            int location, const void *place)
{
    struct qp_lane *lane = qp_lane_current[QP_VT];
    int begun = vt_event_begin(lane);
    if (QP_LIKELY(begun && location == VT_NOSCL && qp_state_hot_enter(lane, (uint32_t)handle, how))) {
        vt_event_end(lane);
        return VT_OK;
    }
    const struct qp_state_event event = {VT_CALL(function), handle, how, location, place};
    return begun ? search_and_open(lane, &event) : careful_open(NULL, &event);
}

int vt_state_open(const char *function, uint32_t how, int handle, int location, const void *place)
{
    return open_state(function, how, handle, location, place);
}

int VT_begin(int statehandle)
{
    return open_state("VT_begin", QP_STATE_BEGUN, statehandle, VT_NOSCL, VT_PLACE);
}

int VT_beginl(int statehandle, int sclhandle)
{
    return open_state("VT_beginl", QP_STATE_BEGUN, statehandle, sclhandle, VT_PLACE);
}

int VT_enter(int statehandle, int sclhandle)
{
    return open_state("VT_enter", QP_STATE_ENTERED, statehandle, sclhandle, VT_PLACE);
}

/* ---- close ----------------------------------------------------------------------------------------------- */

static QP_COLD int careful_close(struct qp_lane *lane, const struct qp_state_event *event)
{
    int result;
    lane = vt_event_arrive(lane, &event->call, &result);
    return lane == NULL ? result : qp_state_close(lane, event);
}

static inline __attribute__((always_inline)) int close_state(const char *function, uint32_t how, int handle,
                                                             int location, const void *place)
{
    struct qp_lane *lane = qp_lane_current[QP_VT];
    int begun = vt_event_begin(lane);
    if (QP_LIKELY(begun && location == VT_NOSCL && qp_state_hot_leave(lane, how))) {
        vt_event_end(lane);
        return VT_OK;
    }
    const struct qp_state_event event = {VT_CALL(function), handle, how, location, place};
    return careful_close(begun ? lane : NULL, &event);
}

int vt_state_close(const char *function, uint32_t how, int handle, int location, const void *place)
{
    return close_state(function, how, handle, location, place);
}

int VT_end(int statehandle)
{
    return close_state("VT_end", QP_STATE_BEGUN, statehandle, VT_NOSCL, VT_PLACE);
}

int VT_endl(int statehandle, int sclhandle)
{
    return close_state("VT_endl", QP_STATE_BEGUN, statehandle, sclhandle, VT_PLACE);
}

int VT_leave(int sclhandle)
{
    (void)sclhandle; /* VT: ignored */
    return close_state("VT_leave", QP_STATE_ENTERED, 0, VT_NOSCL, VT_PLACE);
}

/* ---- neither --------------------------------------------------------------------------------------------- */

int VT_wakeup(void)
{
    static const struct qp_call call = {"VT_wakeup", QP_VT, QP_EITHER, 0};
    struct qp_lane *lane = qp_lane_current[QP_VT];
    int result;
    lane = vt_event_arrive(vt_event_begin(lane) ? lane : NULL, &call, &result);
    if (lane != NULL)
        qp_state_touch(lane, &call);
    return result;
}
