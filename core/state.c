#include "core/state.h"

#include "VT.h"

#include "core/carrier.h"
#include "core/context.h"
#include "core/diagnose.h"
#include "core/location.h"
#include "core/run.h"
#include "core/series.h"
#include "core/symbol.h"
#include "core/tree.h"

#define OFF (QP_CAREFUL_PAUSED | QP_CAREFUL_SILENT)

static struct qp_track *track_of(struct qp_lane *lane)
{
    return qp_lane_track(lane, QP_VT);
}

static void charge(struct qp_lane *lane)
{
    if (!(track_of(lane)->careful & OFF))
        qp_careful_charge(lane, QP_VT);
}

/* ---- locations ------------------------------------------------------------------------------------------- */

uint32_t qp_state_locate(struct qp_lane *lane, int given)
{
    uint32_t location = given != VT_NOSCL ? (uint32_t)given : lane->location;
    if (given == VT_NOSCL)
        lane->location = 0;
    return location;
}

/* Beyond its own argument and VT_thisloc's: by unwinding from where the public function was called. */
static uint32_t unwind(uint32_t rule, const void *place, int extra)
{
    if (!(rule & QP_RULE_LOCATED))
        return 0;
    const struct qp_location_stack stack = {
        .place = place,
        .skip = (int)(rule >> QP_RULE_SKIP_SHIFT & QP_RULE_DEGREE) + extra,
        .trace = (int)(rule >> QP_RULE_TRACE_SHIFT & QP_RULE_DEGREE),
    };
    return qp_location_here(&stack);
}

/* While the thread is off its last tick stands still, but the log goes on where states end. */
static void log_state(struct qp_lane *lane, enum qp_event_kind kind, uint64_t state, uint32_t location)
{
    enum qp_event_kind located = kind == QP_EVENT_ENTER ? QP_EVENT_ENTER_AT : QP_EVENT_LEAVE_AT;
    uint64_t now = track_of(lane)->careful & OFF ? qp_run_tick(QP_VT) : lane->last;
    qp_trace_append(lane, location != 0 ? located : kind, state, now, location);
}

/* ---- open ------------------------------------------------------------------------------------------------ */

static struct qp_frame *new_frame(struct qp_lane *lane)
{
    struct qp_context *context = lane->mounted;
    if (context->overflow == 0 && (lane->top < lane->end || qp_context_grow(lane) == 0))
        return lane->top + 1;
    context->overflow += context->overflow < UINT16_MAX;
    track_of(lane)->careful |= QP_CAREFUL_OVERFLOW;
    qp_diagnose(QP_VT, QP_DIAGNOSTIC_NO_ROOM, "a state %zd deep", lane->top - lane->bottom);
    return NULL;
}

static struct qp_node *child_of(struct qp_lane *lane, struct qp_node *caller, uint64_t state)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, QP_VT);
    struct qp_node *child = qp_tree_search(carrier, caller, state);
    return child != NULL ? child : qp_tree_add(carrier, QP_VT, caller, state);
}

static void push(struct qp_lane *lane, struct qp_frame *frame, struct qp_node *node, uint32_t how)
{
    *frame = (struct qp_frame){(uint64_t)(uintptr_t)node, how};
    lane->top = frame;
}

static void open_logged(struct qp_lane *lane, struct qp_frame *frame, const struct qp_state_event *event,
                        const struct qp_symbol *symbol, uint32_t rule)
{
    struct qp_node *node = child_of(lane, qp_frame_node(lane->top), symbol->handle);
    uint32_t location = qp_state_locate(lane, event->location);
    if (location == 0)
        location = unwind(rule, event->place, 0);
    node->calls++;
    push(lane, frame, node, event->how);
    log_state(lane, QP_EVENT_ENTER, symbol->handle, location);
}

static void open_state(struct qp_lane *lane, const struct qp_state_event *event, const struct qp_symbol *symbol)
{
    struct qp_track *track = track_of(lane);
    struct qp_frame *frame = new_frame(lane);
    uint32_t rule = symbol == NULL ? 0 : qp_load_relaxed(&symbol->rule);
    if (frame == NULL)
        return;
    charge(lane);
    int folded = track->careful & QP_CAREFUL_FOLDED && !(rule & QP_RULE_UNFOLD);
    if (!(rule & QP_RULE_LOGGED) || folded)
        push(lane, frame, qp_frame_node(lane->top), event->how | QP_STATE_SILENT);
    else if (track->careful & OFF)
        push(lane, frame, child_of(lane, qp_frame_node(lane->top), symbol->handle), event->how | QP_STATE_SILENT);
    else
        open_logged(lane, frame, event, symbol, rule);
    if (rule & QP_RULE_FOLD && !(track->careful & QP_CAREFUL_FOLDED)) {
        frame->stack_id |= QP_STATE_FOLDS;
        track->careful |= QP_CAREFUL_FOLDED;
    }
}

/* A handle that is not known opens a state that is not logged: few programs look at what VT_enter returned, and the
 * next VT_leave must not end another state. */
int qp_state_open(struct qp_lane *lane, const struct qp_state_event *event)
{
    int result = VT_OK;
    struct qp_state_event sound = *event;
    lane = qp_careful_begin(lane, &event->call);
    if (lane == NULL)
        return VT_ERR_NOTINITIALIZED;
    const struct qp_symbol *symbol = qp_symbol_find(event->handle);
    if (symbol == NULL) {
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_BAD_HANDLE, "%s(%d)", event->call.name, event->handle);
        result = VT_ERR_BADSYMBOLID;
    } else if (event->location != VT_NOSCL && !qp_location_is_known(event->location)) {
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_BAD_HANDLE, "%s(%d, %d)", event->call.name, event->handle, event->location);
        result = VT_ERR_BADSCLID;
        sound.location = VT_NOSCL;
    }
    open_state(lane, &sound, symbol);
    qp_careful_end(lane, QP_VT);
    return result;
}

/* ---- close ----------------------------------------------------------------------------------------------- */

/* An opening that found no memory is on top of all frames. */
static int close_lost(struct qp_lane *lane)
{
    struct qp_context *context = lane->mounted;
    if (context->overflow == 0)
        return 0;
    if (--context->overflow == 0)
        track_of(lane)->careful &= ~QP_CAREFUL_OVERFLOW;
    return 1;
}

static void close_top(struct qp_lane *lane, const struct qp_state_event *event)
{
    struct qp_frame *frame = lane->top;
    const struct qp_node *node = qp_frame_node(frame);
    charge(lane);
    lane->top = frame - 1;
    if (frame->stack_id & QP_STATE_FOLDS)
        track_of(lane)->careful &= ~QP_CAREFUL_FOLDED;
    if (frame->stack_id & QP_STATE_SILENT)
        return;
    const struct qp_symbol *symbol = qp_symbol_find((int)node->method);
    int leaves = event->how == QP_STATE_ENTERED;
    uint32_t location = leaves ? 0 : qp_state_locate(lane, event->location);
    if (location == 0)
        location = unwind(symbol == NULL ? 0 : qp_load_relaxed(&symbol->rule), event->place, leaves);
    log_state(lane, QP_EVENT_LEAVE, node->method, location);
}

int qp_state_close(struct qp_lane *lane, const struct qp_state_event *event)
{
    int result = VT_OK;
    lane = qp_careful_begin(lane, &event->call);
    if (lane == NULL)
        return VT_ERR_NOTINITIALIZED;
    uint32_t how = (uint32_t)lane->top->stack_id & QP_STATE_HOW;
    int paired = lane->top > lane->bottom && how == event->how;
    if (close_lost(lane)) {
        paired = 1;
    } else if (lane->top > lane->bottom && (paired || event->how == QP_STATE_BEGUN)) {
        close_top(lane, event);
    } else if (event->how == QP_STATE_ENTERED) {
        result = VT_ERR_BADREQUEST;
    }
    if (!paired)
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_UNPAIRED, "%s(%d)", event->call.name, event->handle);
    qp_careful_end(lane, QP_VT);
    return result;
}

int qp_state_is_top(const struct qp_lane *lane, uint32_t handle)
{
    return lane->top->stack_id != 0 && qp_frame_node(lane->top)->method == handle;
}

/* ---- threads ---------------------------------------------------------------------------------------------- */

/* VT_traceoff may come before the run. */
static _Thread_local int thread_is_silent;

void qp_state_attach(struct qp_lane *lane)
{
    qp_trace_attach(lane);
    qp_series_attach(lane);
    if (thread_is_silent)
        track_of(lane)->careful |= QP_CAREFUL_SILENT;
}

void qp_state_set_silent(int silent)
{
    thread_is_silent = silent;
}

int qp_state_is_silent(void)
{
    return thread_is_silent;
}

/* ---- control --------------------------------------------------------------------------------------------- */

void qp_state_silence(struct qp_lane *lane, const struct qp_call *call, int silent)
{
    lane = qp_careful_begin(lane, call);
    if (lane == NULL)
        return;
    struct qp_track *track = track_of(lane);
    if (silent && !(track->careful & QP_CAREFUL_SILENT)) {
        charge(lane);
        qp_trace_append(lane, QP_EVENT_OFF, 0, lane->last, 0);
        track->careful |= QP_CAREFUL_SILENT;
    } else if (!silent && track->careful & QP_CAREFUL_SILENT) {
        uint64_t now = qp_run_tick(QP_VT);
        if (now > lane->last)
            qp_lane_carrier(lane, QP_VT)->record->buckets[QP_VT].paused += now - lane->last;
        lane->last = now;
        track->careful &= ~QP_CAREFUL_SILENT;
        qp_trace_append(lane, QP_EVENT_ON, 0, now, 0);
    }
    qp_careful_end(lane, QP_VT);
}

void qp_state_touch(struct qp_lane *lane, const struct qp_call *call)
{
    lane = qp_careful_begin(lane, call);
    if (lane == NULL)
        return;
    charge(lane);
    qp_careful_end(lane, QP_VT);
}

void qp_state_finish(struct qp_lane *lane)
{
    uint64_t now = qp_run_tick(QP_VT);
    for (; lane->top > lane->bottom; lane->top--) {
        if (lane->top->stack_id & QP_STATE_SILENT)
            continue;
        const struct qp_node *node = qp_frame_node(lane->top);
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_OPEN_STATE, "state %llu", (unsigned long long)node->method);
        qp_trace_append(lane, QP_EVENT_LEAVE, node->method, now, 0);
    }
}
