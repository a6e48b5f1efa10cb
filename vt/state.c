/* state.c - regions and functions: begin, end, enter, leave. */
#include "vt/event.h"

#include "core/log/state.h"
#include "vt/call_site.h"

/* ---- open ------------------------------------------------------------------------------------------------ */

/* Open a state on the slow path. `tstate` is NULL if recording is off for the thread, or if the thread is in another
 * event. The slow path consists of separate functions that take their arguments in registers. So the functions of the
 * fast path need no stack frame. */
static QP_COLD int slow_open(struct qp_tstate *tstate, int handle, int location, uint32_t how, const char *name,
                             const void *call_site)
{
    const struct qp_state_event event = {VT_CALL(name), handle, how, location, call_site};
    return qp_state_open(tstate, &event);
}

/* Open a state whose node is not in the cache but may be in the calling-context tree. */
static __attribute__((noinline)) int search_and_open(struct qp_tstate *tstate, int handle, uint32_t how,
                                                     const char *name, const void *call_site)
{
    if (qp_state_fits(tstate, (uint32_t)handle) && !qp_tstate_is_nested(QP_VT)) {
        struct qp_carrier *carrier = qp_tstate_carrier(tstate, QP_VT);
        struct qp_node *state = qp_tree_search(carrier, qp_frame_node(tstate->top), (uint32_t)handle);
        if (state && (qp_state_hot_open(tstate, state, (uint32_t)handle, how, true) ||
                      qp_state_hot_open(tstate, state, (uint32_t)handle, how, false))) {
            qp_tstate_end(tstate);
            return VT_OK;
        }
    }
    return slow_open(tstate, handle, VT_NOSCL, how, name, call_site);
}

/* Return the call site. If it is NULL, read the return address of the public function into which this function is
 * inlined. The address is read only where it is needed, so that it occupies no register on the fast path. */
static inline __attribute__((always_inline)) const void *deferred(const void *call_site)
{
    if (!call_site)
        call_site = VT_CALL_SITE;
    __asm__ volatile("" : "+r"(call_site));
    return call_site;
}

static inline __attribute__((always_inline)) int open_state(const char *name, uint32_t how, int handle, int location,
                                                            const void *call_site)
{
    struct qp_tstate *tstate = qp_tstate_current[QP_VT];
    uint32_t busy = qp_tstate_begin(tstate);
    if (QP_UNLIKELY(busy != QP_TSTATE_FREE))
        return busy == QP_TSTATE_OFF ? VT_ERR_NOTINITIALIZED
                                     : slow_open(NULL, handle, location, how, name, deferred(call_site));
    if (QP_UNLIKELY(location != VT_NOSCL))
        return slow_open(tstate, handle, location, how, name, deferred(call_site));
    if (QP_UNLIKELY(!qp_state_hot_enter(tstate, (uint32_t)handle, how)))
        return search_and_open(tstate, handle, how, name, deferred(call_site));
    qp_tstate_end(tstate);
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

static QP_COLD int slow_close(struct qp_tstate *tstate, int handle, int location, uint32_t how, const char *name,
                              const void *call_site)
{
    const struct qp_state_event event = {VT_CALL(name), handle, how, location, call_site};
    return qp_state_close(tstate, &event);
}

static __attribute__((noinline)) int close_unlogged(struct qp_tstate *tstate, int handle, uint32_t how,
                                                    const char *name, const void *call_site)
{
    if (!qp_state_hot_leave(tstate, how, false))
        return slow_close(tstate, handle, VT_NOSCL, how, name, call_site);
    qp_tstate_end(tstate);
    return VT_OK;
}

static inline __attribute__((always_inline)) int close_state(const char *name, uint32_t how, int handle, int location,
                                                             const void *call_site)
{
    struct qp_tstate *tstate = qp_tstate_current[QP_VT];
    uint32_t busy = qp_tstate_begin(tstate);
    if (QP_UNLIKELY(busy != QP_TSTATE_FREE))
        return busy == QP_TSTATE_OFF ? VT_ERR_NOTINITIALIZED
                                     : slow_close(NULL, handle, location, how, name, deferred(call_site));
    if (QP_UNLIKELY(location != VT_NOSCL))
        return slow_close(tstate, handle, location, how, name, deferred(call_site));
    if (QP_UNLIKELY(!qp_state_hot_leave(tstate, how, true)))
        return close_unlogged(tstate, handle, how, name, deferred(call_site));
    qp_tstate_end(tstate);
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
    (void)sclhandle; /* ignored, as VT specifies */
    return close_state("VT_leave", QP_STATE_ENTERED, 0, VT_NOSCL, NULL);
}

/* ---- other ----------------------------------------------------------------------------------------------- */

int VT_wakeup(void)
{
    return qp_state_touch(qp_tstate_take(QP_VT), &VT_CALL("VT_wakeup"));
}
