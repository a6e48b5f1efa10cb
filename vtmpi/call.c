#include "vtmpi/call.h"

#include "core/stacks/location.h"
#include "core/store/diagnose.h"
#include "core/store/process.h"
#include "core/log/message.h"
#include "core/log/state.h"
#include "core/log/symbol.h"
#include "core/session/scratch.h"
#include "vt/event.h"
#include "vtmpi/foreign.h"
#include "vtmpi/life.h"
#include "vtmpi/request.h"

#include <stdlib.h>
#include <string.h>

/* true while the thread is in an MPI call. */
static _Thread_local bool within __attribute__((tls_model("initial-exec")));

/* Return a state's handle, and define the state if needed. The thread state must be busy, so that events of a signal
 * handler that interrupts the definition are dropped. */
static int handle_of(struct vtmpi_state *state)
{
    int handle = qp_load_acquire(&state->handle);
    if (handle != 0)
        return handle;
    if (qp_symbol_define(state->name, VT_NOCLASS, &handle) == VT_OK)
        qp_symbol_set_wrapped(handle);
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
    if (state->role == VTMPI_MEASURED)
        return false;
    if (!tstate && qp_load_acquire(&qp_process->recording[QP_VT]))
        tstate = qp_slow_arrive(&event.call);
    if (!tstate)
        return false;
    event.handle = handle_of(state);
    event.location = locate(tstate, event.handle, call_site);
    return qp_state_open(tstate, &event) != VT_ERR_NOTINITIALIZED;
}

static inline bool open_state(struct vtmpi_state *state, const void *call_site, uint64_t *begin)
{
    struct qp_tstate *tstate = qp_tstate_take(QP_VT);
    uint32_t handle = (uint32_t)qp_load_acquire(&state->handle);
    if (QP_LIKELY(tstate) && QP_LIKELY(qp_state_open_call(tstate, handle, QP_STATE_BEGUN, call_site, begin)))
        return true;
    bool open = open_slow(tstate, state, call_site);
    *begin = qp_clock_read();
    return open;
}

/* Messages of the thread's current call. Only calls that complete many requests have more than two. */
#define FEW 2
static _Thread_local struct {
    struct qp_message *list; /* `few`, or memory that the end of the call frees */
    uint32_t count;
    uint32_t room;
    struct qp_message few[FEW];
} moved __attribute__((tls_model("initial-exec")));

void vtmpi_call_move(const struct vtmpi_call *call, const struct qp_message *message)
{
    if (!call->open)
        return;
    if (moved.room == 0) {
        moved.list = moved.few;
        moved.room = FEW;
    }
    if (moved.count == moved.room) {
        size_t size = (size_t)moved.room * 2 * sizeof *moved.list;
        struct qp_message *grown = realloc(moved.list == moved.few ? NULL : moved.list, size);
        if (!grown) {
            qp_diagnose(QP_VT, QP_DIAGNOSTIC_NO_ROOM, "%s: a message", call->state->name);
            return;
        }
        if (moved.list == moved.few)
            memcpy(grown, moved.few, sizeof moved.few);
        moved.list = grown;
        moved.room *= 2;
    }
    moved.list[moved.count++] = *message;
}

static QP_COLD void free_moved(void)
{
    free(moved.list);
    moved.room = 0;
}

static inline void close_state(const struct vtmpi_call *call)
{
    struct qp_tstate *tstate = qp_tstate_take(QP_VT);
    if (QP_LIKELY(tstate) && QP_LIKELY(moved.count == 0) && QP_LIKELY(!qp_message_selects()) &&
        QP_LIKELY(qp_state_hot_leave(tstate, QP_STATE_BEGUN, true))) {
        qp_tstate_end(tstate);
        return;
    }
    if (call->state->role == VTMPI_MEASURED)
        return;
    const struct qp_state_event event = {
        .call = VT_CALL(call->state->name), .how = QP_STATE_BEGUN, .call_site = call->call_site};
    qp_message_close(tstate, &event, moved.list, moved.count, call->begin);
    moved.count = 0;
    if (QP_UNLIKELY(moved.room > FEW))
        free_moved();
}

/* ---- calls that calibration measures ------------------------------------------------------------------------ */

/* These calls are like those of a wrapper, except that no MPI function is called. Their call site is that of MPI_Init.
 * `measured_call` is the call in progress; it is guarded by the session lock. */
static struct vtmpi_state measured = {"MPI:calibrate", VTMPI_MEASURED, (int)QP_SCRATCH_METHOD};
static struct vtmpi_call measured_call;
static const void *measured_site;

/* A run starts and ends within an MPI call, where other calls are not recorded. */
static void enter_measured(void)
{
    bool before = within;
    within = false;
    vtmpi_call_begin(&measured_call, &measured, measured_site);
    within = before;
}

static void leave_measured(void)
{
    bool before = within;
    vtmpi_call_end(&measured_call);
    within = before;
}

static void begin_life(const void *call_site)
{
    static const struct qp_scratch_events events = {enter_measured, leave_measured};
    measured_site = call_site;
    vtmpi_life_begin(&events);
}

/* ---- calls of wrappers --------------------------------------------------------------------------------------- */

void vtmpi_call_begin(struct vtmpi_call *call, struct vtmpi_state *state, const void *call_site)
{
    if (state->role == VTMPI_STARTS && !within && !vtmpi_is_foreign)
        begin_life(call_site);
    call->state = state;
    call->open = false;
    call->call_site = NULL;
    if (within || vtmpi_is_foreign)
        return;
    within = true;
    call->call_site = call_site;
    call->requests = qp_load_acquire(&vtmpi_requests_added);
    call->open = open_state(state, call_site, &call->begin);
}

/* MPI_Init ends: open its state if recording has begun only now. */
static QP_COLD void join_life(struct vtmpi_call *call)
{
    if (vtmpi_life_join() && !call->open)
        call->open = open_state(call->state, call->call_site, &call->begin);
}

void vtmpi_call_end(struct vtmpi_call *call)
{
    if (!call->call_site)
        return;
    if (QP_UNLIKELY(call->state->role == VTMPI_STARTS))
        join_life(call);
    if (call->open)
        close_state(call);
    if (QP_UNLIKELY(vtmpi_requests_ended != 0))
        vtmpi_request_release();
    if (call->state->role == VTMPI_ENDS)
        vtmpi_life_end();
    within = false;
}
