/* The slow way of the events that tell of threads: announced, named, suspended, resumed, ended. */
#include "base/atomic.h"
#include "base/clock.h"
#include "core/record/slow.h"
#include "core/record/carrier.h"
#include "core/record/context.h"
#include "core/store/diagnose.h"
#include "core/record/mount.h"
#include "core/record/occupy.h"
#include "core/store/process.h"
#include "core/record/run.h"
#include "core/store/string.h"
#include "core/record/tree.h"
#include "core/record/vthread.h"

#include <string.h>

static int is_virtual(const struct qp_call *call)
{
    return qp_runs[call->product].virtual_threads && call->flavour == QP_NAMED;
}

static void create_virtual(const struct qp_lane *lane, const struct qp_call *call, uint64_t client_id)
{
    struct qp_context *context = qp_vthread_get(call->product, call->virtual_id);
    if (context == NULL)
        return;
    context->client_id = client_id;
    context->flags |= QP_CONTEXT_ANNOUNCED;
    if (lane->mounted != context && lane->top > lane->bottom)
        context->parent = qp_store_reference(qp_frame_node(lane->top));
}

void qp_slow_create(struct qp_lane *lane, const struct qp_call *call, uint64_t client_id)
{
    lane = qp_slow_begin(lane, call);
    if (lane == NULL)
        return;
    if (is_virtual(call)) {
        create_virtual(lane, call, client_id);
    } else {
        qp_cold_lock();
        qp_carrier_announce(qp_lane_carrier(lane, call->product), client_id);
        qp_cold_unlock();
    }
    qp_slow_end(lane, call->product);
}

static void destroy_virtual(struct qp_lane *lane, const struct qp_call *call)
{
    struct qp_context *context = qp_vthread_find(call->product, call->virtual_id);
    if (context == NULL) {
        qp_diagnose(call->product, QP_DIAGNOSTIC_BAD_VTHREAD, "%s(%#llx)", call->name,
                    (unsigned long long)call->virtual_id);
        return;
    }
    if (lane->mounted == context)
        qp_mount_own(lane, call->product);
    else if (context->state != QP_CONTEXT_RUNNABLE)
        qp_mount_wake(lane, call->product, context);
    qp_store_release(&context->owner, 0); /* a lane that still has it mounted finds that it lost it */
    qp_cold_lock();
    qp_vthread_end(call->product, context, qp_clock_read());
    qp_cold_unlock();
}

static void destroy_own(struct qp_lane *lane, const struct qp_call *call)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, call->product);
    qp_charge(lane, call->product);
    if (lane->mounted == &carrier->cold[call->product].own)
        lane->top = lane->bottom;
    qp_cold_lock();
    carrier->record->end = qp_clock_read();
    qp_cold_unlock();
}

void qp_slow_destroy(struct qp_lane *lane, const struct qp_call *call, uint64_t client_id)
{
    (void)client_id; /* QII repeats what create said; the calling thread, or virtual_id, is what ends */
    lane = qp_slow_begin(lane, call);
    if (lane == NULL)
        return;
    if (is_virtual(call))
        destroy_virtual(lane, call);
    else
        destroy_own(lane, call);
    qp_slow_end(lane, call->product);
}

/* A name is often that of the thread before. */
static uint32_t put_name(struct qp_lane_cold *cold, const char *name)
{
    const struct qp_string *last = cold->name == 0 ? NULL : qp_store_at(cold->name);
    if (last != NULL && strcmp(last->bytes, name) == 0)
        return cold->name;
    qp_cold_lock();
    cold->name = qp_string_put(name);
    qp_cold_unlock();
    return cold->name;
}

static void name_own(struct qp_lane *lane, enum qp_product product, const char *name)
{
    qp_cold_lock();
    qp_carrier_set_name(qp_lane_carrier(lane, product), name);
    qp_cold_unlock();
}

void qp_slow_name(struct qp_lane *lane, const struct qp_call *call, const char *name)
{
    lane = qp_slow_begin(lane, call);
    if (lane == NULL)
        return;
    enum qp_product product = call->product;
    struct qp_context *context = is_virtual(call) ? qp_vthread_get(product, call->virtual_id) : lane->mounted;
    if (context != NULL && context->flags & QP_CONTEXT_VIRTUAL)
        context->name = put_name(qp_lane_cold(lane, product), name);
    else if (context != NULL)
        name_own(lane, product, name);
    qp_slow_end(lane, product);
}

/* What the call suspends, NULL when it is told as misuse. */
static struct qp_context *find_suspended(const struct qp_call *call, int reason)
{
    struct qp_context *context =
        qp_runs[call->product].virtual_threads ? qp_vthread_find(call->product, call->virtual_id) : NULL;
    if (context != NULL && reason >= QPROF_REASON_RUNNABLE && reason <= QPROF_REASON_WAITING)
        return context;
    qp_diagnose(call->product, context == NULL ? QP_DIAGNOSTIC_BAD_VTHREAD : QP_DIAGNOSTIC_BAD_ARGUMENT,
                "%s(%#llx, %d)", call->name, (unsigned long long)call->virtual_id, reason);
    return NULL;
}

static void set_suspended(struct qp_context *context, int reason, uint64_t tick)
{
    context->since = tick;
    qp_store_relaxed(&context->state, (uint16_t)(QP_CONTEXT_RUNNABLE + reason));
}

static void suspend(struct qp_lane *lane, enum qp_product product, struct qp_context *context, int reason)
{
    if (lane->mounted == context)
        qp_mount_own(lane, product);
    else if (context->state != QP_CONTEXT_RUNNABLE)
        qp_mount_wake(lane, product, context);
    set_suspended(context, reason, qp_run_tick(product));
}

void qp_slow_suspend(struct qp_lane *lane, const struct qp_call *call, int reason)
{
    lane = qp_slow_begin(lane, call);
    if (lane == NULL)
        return;
    struct qp_context *context = find_suspended(call, reason);
    if (context != NULL)
        suspend(lane, call->product, context, reason);
    qp_slow_end(lane, call->product);
}

void qp_slow_resume(struct qp_lane *lane, const struct qp_call *call)
{
    lane = qp_slow_begin(lane, call);
    if (lane != NULL)
        qp_slow_end(lane, call->product);
}

/* Where from ran here it is suspended at the moment at which to runs. One that is switched to itself goes on. */
void qp_slow_switch(struct qp_lane *lane, const struct qp_call *call, int reason, uint64_t to)
{
    lane = qp_slow_begin(lane, call);
    if (lane == NULL)
        return;
    enum qp_product product = call->product;
    struct qp_context *context = find_suspended(call, reason);
    int ran = context != NULL && lane->mounted == context;
    if (context != NULL && !ran)
        suspend(lane, product, context, reason);
    if (qp_runs[product].virtual_threads && !qp_mount_is(lane, to)) {
        qp_mount(lane, product, to); /* without room the thread itself is mounted */
        if (ran && to != call->virtual_id)
            set_suspended(context, reason, lane->last);
    }
    qp_slow_end(lane, product);
}
