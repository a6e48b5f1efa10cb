#include "vtmpi/call.h"

#include "core/stacks/location.h"
#include "core/store/process.h"
#include "core/log/state.h"
#include "core/log/symbol.h"
#include "vt/event.h"
#include "vtmpi/life.h"

#include <stddef.h>

/* true while the thread is in an MPI call. */
static _Thread_local bool within __attribute__((tls_model("initial-exec")));

/* Return a state's handle, and define the state if needed. The thread state must be busy, so that events of a signal
 * handler that interrupts the definition are dropped. */
static int handle_of(struct vtmpi_state *state)
{
    int handle = qp_load_acquire(&state->handle);
    if (handle != 0)
        return handle;
    qp_symbol_define(state->name, VT_NOCLASS, &handle);
    qp_store_release(&state->handle, handle);
    return handle;
}

/* Return the location of a call: the location that the program set with VT_thisloc, otherwise the location of the
 * call site. A call has a location even if PCTRACE is off; PCTRACE may request more than one address. */
static int locate(const struct qp_tstate *tstate, int handle, const void *call_site)
{
    const struct qp_symbol *symbol = qp_symbol_find(handle);
    uint32_t rule = symbol ? qp_load_relaxed(&symbol->rule) : 0;
    if (tstate->location != VT_NOSCL || !(rule & QP_RULE_LOGGED) || rule & QP_RULE_LOCATED)
        return VT_NOSCL;
    return (int)qp_location_of_call(call_site);
}

static QP_COLD bool open_slow(struct qp_tstate *tstate, struct vtmpi_state *state, const void *call_site)
{
    struct qp_state_event event = {.call = VT_CALL(state->name), .how = QP_STATE_BEGUN, .call_site = call_site};
    if (!tstate && qp_load_acquire(&qp_process->recording[QP_VT]))
        tstate = qp_slow_arrive(&event.call);
    if (!tstate)
        return false;
    event.handle = handle_of(state);
    event.location = locate(tstate, event.handle, call_site);
    return qp_state_open(tstate, &event) != VT_ERR_NOTINITIALIZED;
}

static bool open_state(struct vtmpi_state *state, const void *call_site)
{
    struct qp_tstate *tstate = qp_tstate_take(QP_VT);
    uint32_t handle = (uint32_t)qp_load_acquire(&state->handle);
    return (QP_LIKELY(tstate) && QP_LIKELY(qp_state_open_call(tstate, handle, QP_STATE_BEGUN, call_site))) ||
           open_slow(tstate, state, call_site);
}

static void close_state(const struct vtmpi_call *call)
{
    struct qp_tstate *tstate = qp_tstate_take(QP_VT);
    if (QP_LIKELY(tstate) && QP_LIKELY(qp_state_hot_leave(tstate, QP_STATE_BEGUN, true))) {
        qp_tstate_end(tstate);
        return;
    }
    const struct qp_state_event event = {
        .call = VT_CALL(call->state->name), .how = QP_STATE_BEGUN, .call_site = call->call_site};
    qp_state_close(tstate, &event);
}

struct vtmpi_call vtmpi_call_begin(struct vtmpi_state *state, const void *call_site)
{
    if (state->role == VTMPI_STARTS && !within && !vtmpi_life_is_foreign)
        vtmpi_life_begin();
    if (within || vtmpi_life_is_foreign)
        return (struct vtmpi_call){state, NULL, false};
    within = true;
    return (struct vtmpi_call){state, call_site, open_state(state, call_site)};
}

void vtmpi_call_end(const struct vtmpi_call *call)
{
    if (!call->call_site)
        return;
    bool open = call->open;
    if (call->state->role == VTMPI_STARTS && vtmpi_life_join() && !open)
        open = open_state(call->state, call->call_site);
    if (open)
        close_state(call);
    if (call->state->role == VTMPI_ENDS)
        vtmpi_life_end();
    within = false;
}
