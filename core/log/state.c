#include "core/log/state.h"

#include "core/store/diagnose.h"
#include "core/store/process.h"
#include "core/carrier/carrier.h"
#include "core/vthread/charge.h"
#include "core/tree/context.h"
#include "core/thread/reason.h"
#include "core/thread/run.h"
#include "core/carrier/slow.h"
#include "core/tree/tree.h"
#include "core/stacks/location.h"
#include "core/stacks/unwind.h"
#include "core/log/part.h"
#include "core/log/result.h"
#include "core/log/series.h"
#include "core/log/symbol.h"

#include <stdio.h>

static struct qp_tstate_cold *cold_of(struct qp_tstate *tstate)
{
    return qp_tstate_cold(tstate, QP_VT);
}

static uint32_t handle_of(const struct qp_frame *frame)
{
    uint32_t kept = (uint32_t)(frame->stack_id >> QP_STATE_HANDLE_SHIFT);
    return kept != 0 ? kept : (uint32_t)qp_frame_node(frame)->method;
}

/* ---- texts of diagnostics ---------------------------------------------------------------------------------- */

#define SHOWN 64

/* Format the state's name, or the number of a handle that does not exist. */
static const char *show(uint32_t handle, char shown[SHOWN])
{
    const struct qp_symbol *symbol = qp_symbol_find((int)handle);
    if (!symbol)
        snprintf(shown, SHOWN, "%d", (int)handle);
    else
        snprintf(shown, SHOWN, "%s", symbol->name);
    return shown;
}

/* Count the end of a state that is not on top as misuse. */
static QP_COLD void report_unpaired(const struct qp_tstate *tstate, const struct qp_state_event *event)
{
    char name[SHOWN];
    char argument[SHOWN + 2] = "";
    const char *call = event->call.name;
    if (event->how == QP_STATE_BEGUN)
        snprintf(argument, sizeof argument, "(%s)", show((uint32_t)event->handle, name));
    if (tstate->top == tstate->bottom)
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_UNPAIRED, "%s%s, no state open", call, argument);
    else if (tstate->top->stack_id & QP_STATE_SILENT) /* the frame may have its caller's node, which has another
                                                       * name, so show no name */
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_UNPAIRED, "%s%s in a state that is not logged", call, argument);
    else
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_UNPAIRED, "%s%s in %s", call, argument, show(handle_of(tstate->top), name));
}

/* ---- locations ------------------------------------------------------------------------------------------- */

int qp_state_check_location(const struct qp_call *call, int location)
{
    if (location == QP_LOCATION_NONE || qp_location_is_known(location))
        return QP_LOG_OK;
    qp_diagnose(QP_VT, QP_DIAGNOSTIC_BAD_HANDLE, "%s: location %d", call->name, location);
    return QP_LOG_BAD_LOCATION;
}

static void set_pending(struct qp_tstate *tstate, uint32_t location)
{
    tstate->location = location;
    if (location != 0)
        cold_of(tstate)->slow |= QP_SLOW_PENDING;
    else
        cold_of(tstate)->slow &= ~QP_SLOW_PENDING;
}

/* Set *stack to the stack frames that a rule requests, and return `stack`. Return NULL if the rule requests no
 * unwinding. */
static const struct qp_location_stack *stack_of(uint32_t rule, const void *call_site, int extra,
                                                struct qp_location_stack *stack)
{
    *stack = (struct qp_location_stack){
        .call_site = call_site,
        .skip = (int)(rule >> QP_RULE_SKIP_SHIFT & QP_RULE_DEGREE) + extra,
        .trace = (int)(rule >> QP_RULE_TRACE_SHIFT & QP_RULE_DEGREE),
        .in_event = true,
    };
    return rule & QP_RULE_LOCATED ? stack : NULL;
}

static uint32_t unwind(const struct qp_location_stack *stack)
{
    return stack ? qp_location_here(stack) : 0;
}

uint32_t qp_state_locate(struct qp_tstate *tstate, int given, const struct qp_location_stack *stack)
{
    uint32_t location = given != QP_LOCATION_NONE ? (uint32_t)given : tstate->location;
    set_pending(tstate, 0);
    if (location == 0)
        return unwind(stack);
    qp_location_catch_up(true);
    return location == QP_STATE_NOWHERE ? 0 : location;
}

/* Return the tick of an event that is logged now. This is the last tick up to which time was charged, except during
 * a pause: no time is charged then, but ends of states are still logged. */
static uint64_t event_tick(struct qp_tstate *tstate)
{
    return cold_of(tstate)->slow & QP_SLOW_PAUSED ? qp_run_tick(QP_VT) : tstate->ledger->last;
}

static void log_state(struct qp_tstate *tstate, enum qp_event_kind kind, uint64_t state, uint32_t location)
{
    enum qp_event_kind located = kind == QP_EVENT_ENTER ? QP_EVENT_ENTER_AT : QP_EVENT_LEAVE_AT;
    qp_trace_append(tstate, QP_VT, location != 0 ? located : kind, state, event_tick(tstate), location);
}

void qp_state_charge_blocks(struct qp_tstate *tstate, uint64_t blocks)
{
    if (qp_trace_of(tstate, QP_VT)->number != blocks)
        qp_charge_recorder(tstate, QP_VT);
}

/* ---- states that began before the run ----------------------------------------------------------------------- */

/* Numbers of states that a thread opened before the run and has not closed. If MPI_Init starts the recording, a
 * program may open states before MPI_Init and close them in the run, which is no misuse. Without MPI, an event before
 * the start is counted as misuse. */
static _Thread_local struct {
    uint32_t entered;
    uint32_t begun;
} early;

/* If the thread opened a state before the run, close that state and return true. Call this when a state ends while
 * no state of the run is open. VT_end may also close a state that VT_enter opened. */
static bool takes_early_end(uint32_t how)
{
    uint32_t *open = how == QP_STATE_ENTERED || early.begun == 0 ? &early.entered : &early.begun;
    if (*open == 0)
        return false;
    --*open;
    return true;
}

static int refuse(const struct qp_state_event *event, bool opens)
{
    bool awaited = qp_load_relaxed(&qp_run_awaited);
    if (awaited && opens)
        (*(event->how == QP_STATE_ENTERED ? &early.entered : &early.begun))++;
    else if (awaited)
        takes_early_end(event->how);
    return qp_log_refusal();
}

/* ---- open ------------------------------------------------------------------------------------------------ */

static void push_filtered(struct qp_tstate *tstate, uint32_t how)
{
    qp_hot_push(tstate, qp_frame_node(tstate->top), how | QP_STATE_SILENT);
}

static struct qp_node *push_own(struct qp_tstate *tstate, uint32_t handle, uint32_t how)
{
    struct qp_node *node = qp_tree_get(qp_tstate_carrier(tstate, QP_VT), QP_VT, qp_frame_node(tstate->top), handle);
    uint64_t kept = node->method == handle ? 0 : (uint64_t)handle << QP_STATE_HANDLE_SHIFT;
    qp_hot_push(tstate, node, how | kept);
    return node;
}

static void open_state(struct qp_tstate *tstate, const struct qp_state_event *event, const struct qp_symbol *symbol)
{
    struct qp_tstate_cold *cold = cold_of(tstate);
    uint32_t rule = symbol ? qp_load_relaxed(&symbol->rule) : 0;
    bool folded = (cold->slow & QP_SLOW_FOLDED) != 0;
    if (!qp_context_make_room(tstate, QP_VT)) {
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_NO_ROOM, "a state %zd deep", tstate->top - tstate->bottom);
        return;
    }
    qp_charge(tstate, QP_VT);
    if (!(rule & QP_RULE_LOGGED) || (folded && !(rule & QP_RULE_UNFOLD))) {
        push_filtered(tstate, event->how);
    } else if (cold->slow & QP_SLOW_OFF) {
        push_own(tstate, symbol->handle, event->how | QP_STATE_SILENT);
    } else {
        push_own(tstate, symbol->handle, event->how)->calls++;
        struct qp_location_stack stack;
        uint32_t location = qp_state_locate(tstate, event->location, stack_of(rule, event->call_site, 0, &stack));
        log_state(tstate, QP_EVENT_ENTER, symbol->handle, location);
    }
    if (rule & (folded ? QP_RULE_UNFOLD : QP_RULE_FOLD)) {
        tstate->top->stack_id |= QP_STATE_TURNS;
        cold->slow ^= QP_SLOW_FOLDED;
    }
}

/* Open a state at a known location, without the slow path, and end the event. Return false if nothing has changed. */
static inline __attribute__((always_inline)) bool open_located(struct qp_tstate *tstate, uint32_t handle, uint32_t how,
                                                               uint32_t location, uint64_t *begin)
{
    struct qp_node *caller = qp_frame_node(tstate->top), *node = qp_tree_child(tstate, caller, handle);
    if (QP_UNLIKELY(!node))
        node = qp_tstate_is_nested(QP_VT) ? NULL : qp_tree_search(qp_tstate_carrier(tstate, QP_VT), caller, handle);
    if (QP_UNLIKELY(!node))
        return false;
    if (QP_LIKELY(qp_state_hot_push(tstate, node, how, true)))
        qp_trace_put_wide(tstate, QP_VT, QP_EVENT_ENTER_AT, handle, tstate->ledger->last, location);
    else if (!qp_state_hot_open(tstate, node, handle, how, false))
        return false;
    *begin = tstate->ledger->last;
    qp_tstate_end(tstate);
    return true;
}

bool qp_state_open_call(struct qp_tstate *tstate, uint32_t handle, uint32_t how, const void *call_site, uint64_t *begin)
{
    if (!qp_state_fits(tstate, handle))
        return false;
    uint32_t location = qp_location_of_site(qp_log_part_of(tstate)->sites, call_site);
    return location != 0 && open_located(tstate, handle, how, location, begin);
}

/* Open a state. An unknown handle opens a state that is not logged: few programs check the result of VT_enter, and
 * the matching VT_leave must not close another state. */
int qp_state_open(struct qp_tstate *tstate, const struct qp_state_event *event)
{
    uint64_t begin;
    if (tstate && qp_location_is_known(event->location) && qp_state_fits(tstate, (uint32_t)event->handle) &&
        open_located(tstate, (uint32_t)event->handle, event->how, (uint32_t)event->location, &begin))
        return QP_LOG_OK;
    struct qp_state_event valid = *event;
    tstate = qp_slow_begin(tstate, &event->call, 0);
    if (!tstate)
        return refuse(event, true);
    int result = qp_state_check_location(&event->call, event->location);
    if (result != QP_LOG_OK)
        valid.location = QP_LOCATION_NONE;
    const struct qp_symbol *symbol = qp_symbol_find(event->handle);
    if (!symbol) {
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_BAD_HANDLE, "%s(%d)", event->call.name, event->handle);
        result = QP_LOG_BAD_SYMBOL;
    }
    uint64_t blocks = qp_trace_of(tstate, QP_VT)->number;
    open_state(tstate, &valid, symbol);
    qp_state_charge_blocks(tstate, blocks);
    qp_slow_end(tstate, QP_VT);
    return result;
}

/* ---- close ----------------------------------------------------------------------------------------------- */

/* If frames are lost, because there was no memory for them, close one of them and return true. Lost frames lie above
 * all other frames. */
static bool close_lost(struct qp_tstate *tstate)
{
    if (tstate->mounted->overflow == 0)
        return false;
    qp_context_drop_lost(tstate, QP_VT, 1);
    return true;
}

/* Return the location of a state's end. VT_leave has no location argument and ignores the pending location. */
static uint32_t locate_end(struct qp_tstate *tstate, const struct qp_state_event *event, uint32_t state)
{
    const struct qp_symbol *symbol = qp_symbol_find((int)state);
    uint32_t rule = symbol ? qp_load_relaxed(&symbol->rule) : 0;
    struct qp_location_stack stack;
    if (event->how == QP_STATE_ENTERED)
        return unwind(stack_of(rule, event->call_site, 1, &stack));
    return qp_state_locate(tstate, event->location, stack_of(rule, event->call_site, 0, &stack));
}

static void close_top(struct qp_tstate *tstate, const struct qp_state_event *event)
{
    const struct qp_frame *frame = tstate->top;
    qp_charge(tstate, QP_VT);
    tstate->top--;
    if (frame->stack_id & QP_STATE_TURNS)
        cold_of(tstate)->slow ^= QP_SLOW_FOLDED;
    if (frame->stack_id & QP_STATE_SILENT)
        return;
    uint32_t state = handle_of(frame);
    log_state(tstate, QP_EVENT_LEAVE, state, locate_end(tstate, event, state));
}

int qp_state_close(struct qp_tstate *tstate, const struct qp_state_event *event)
{
    tstate = qp_slow_begin(tstate, &event->call, 0);
    return tstate ? qp_state_close_begun(tstate, event) : refuse(event, false);
}

int qp_state_close_begun(struct qp_tstate *tstate, const struct qp_state_event *event)
{
    struct qp_state_event valid = *event;
    int result = qp_state_check_location(&event->call, event->location);
    if (result != QP_LOG_OK)
        valid.location = QP_LOCATION_NONE;
    uint64_t blocks = qp_trace_of(tstate, QP_VT)->number;
    bool is_open = tstate->top > tstate->bottom;
    bool is_paired = is_open && (tstate->top->stack_id & QP_STATE_HOW) == event->how;
    if (!close_lost(tstate) && (is_open || !takes_early_end(event->how))) {
        if (!is_paired)
            report_unpaired(tstate, event);
        if (is_paired || (is_open && event->how == QP_STATE_BEGUN))
            close_top(tstate, &valid);
        else if (event->how == QP_STATE_ENTERED)
            result = QP_LOG_BAD_REQUEST;
    }
    qp_state_charge_blocks(tstate, blocks);
    qp_slow_end(tstate, QP_VT);
    return result;
}

/* In a forked child the thread state is all zeros, so no state is on top. */
bool qp_state_is_top(const struct qp_tstate *tstate, uint32_t handle)
{
    return tstate->top > tstate->bottom && !(qp_frame_node(tstate->top)->flags & QP_NODE_ROOT) &&
           handle_of(tstate->top) == handle;
}

/* ---- threads ---------------------------------------------------------------------------------------------- */

/* True if logging is off for the thread. This variable is not part of the thread state, since VT_traceoff may be
 * called before the run. */
static _Thread_local bool thread_is_silent __attribute__((tls_model("initial-exec")));

void qp_state_attach(struct qp_tstate *tstate)
{
    if (qp_symbol_may(QP_RULE_LOCATED))
        qp_unwind_prepare(); /* now, since a signal handler that unwinds must not allocate memory */
    qp_trace_attach(tstate, QP_VT);
    qp_series_attach(tstate);
    tstate->location = 0;
    if (!thread_is_silent)
        return;
    cold_of(tstate)->slow |= QP_SLOW_SILENT;
    qp_trace_append(tstate, QP_VT, QP_EVENT_OFF, 0, tstate->ledger->last, 0);
}

static bool open_allowed;

void qp_state_allow_open(void)
{
    open_allowed = true;
}

void qp_state_finish(struct qp_tstate *tstate)
{
    char shown[SHOWN];
    uint64_t now = qp_run_tick(QP_VT);
    for (; tstate->top > tstate->bottom; qp_store_relaxed(&tstate->top, tstate->top - 1)) {
        if (tstate->top->stack_id & QP_STATE_SILENT)
            continue;
        if (!open_allowed)
            qp_diagnose(QP_VT, QP_DIAGNOSTIC_OPEN_STATE, "%s", show(handle_of(tstate->top), shown));
        qp_trace_append(tstate, QP_VT, QP_EVENT_LEAVE, handle_of(tstate->top), now, 0);
    }
}

/* ---- control --------------------------------------------------------------------------------------------- */

bool qp_state_is_silent(void)
{
    return thread_is_silent;
}

/* Stop or resume logging for the thread. While logging is off, time is charged as in a pause. */
static void silence(struct qp_tstate *tstate, bool silent)
{
    struct qp_tstate_cold *cold = cold_of(tstate);
    bool was_silent = (cold->slow & QP_SLOW_SILENT) != 0;
    if (silent == was_silent)
        return;
    qp_charge(tstate, QP_VT);
    cold->slow ^= QP_SLOW_SILENT;
    qp_trace_append(tstate, QP_VT, silent ? QP_EVENT_OFF : QP_EVENT_ON, 0, event_tick(tstate), 0);
}

int qp_state_set_silent(const struct qp_call *call, bool silent)
{
    if (qp_load_acquire(&qp_process->recording[QP_VT])) {
        struct qp_tstate *tstate = qp_slow_take(call, 0);
        if (!tstate)
            return qp_log_refusal();
        silence(tstate, silent);
        qp_slow_end(tstate, QP_VT);
    }
    thread_is_silent = silent;
    return QP_LOG_OK;
}

int qp_state_locate_next(struct qp_tstate *tstate, const struct qp_call *call, uint32_t location)
{
    tstate = qp_slow_begin(tstate, call, 0);
    if (!tstate)
        return qp_log_refusal();
    set_pending(tstate, location != 0 ? location : QP_STATE_NOWHERE);
    qp_slow_end(tstate, QP_VT);
    return QP_LOG_OK;
}

int qp_state_touch(struct qp_tstate *tstate, const struct qp_call *call)
{
    tstate = qp_slow_begin(tstate, call, 0);
    if (!tstate)
        return qp_log_refusal();
    qp_charge(tstate, QP_VT);
    qp_slow_end(tstate, QP_VT);
    return QP_LOG_OK;
}
