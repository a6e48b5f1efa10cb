#include "core/event/announce.h"

#include "base/clock.h"
#include "core/store/diagnose.h"
#include "core/store/string.h"
#include "core/vthread/charge.h"
#include "core/tree/context.h"
#include "core/vthread/join.h"
#include "core/vthread/mount.h"
#include "core/thread/occupy.h"
#include "core/thread/reason.h"
#include "core/thread/run.h"
#include "core/carrier/slow.h"
#include "core/tree/thread_name.h"
#include "core/tree/timeline.h"
#include "core/vthread/vthread.h"

/* Outside of an event a run may be starting. */
static bool is_virtual(const struct qp_call *call)
{
    return qp_load_relaxed(&qp_runs[call->product].virtual_threads) && call->flavour == QP_NAMED;
}

/* The making, naming and ending of a virtual thread take 0.1 to 0.3 us each, which is the recorder's time, and not that
 * of what is mounted: from a reading of the clock before all else to one after it. */
static bool is_charged(const struct qp_call *call)
{
    return is_virtual(call) && qp_slow_may_charge(call->product);
}

/* *since is the lane's last tick if that is the event's; else 0. */
static struct qp_lane *begin(struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id, uint64_t *since)
{
    if (is_virtual(call))
        return qp_slow_begin_charged(lane, call, virtual_id, since);
    *since = 0;
    return qp_slow_begin(lane, call, virtual_id);
}

static void end(struct qp_lane *lane, const struct qp_call *call)
{
    if (!is_charged(call)) {
        qp_slow_end(lane, call->product);
        return;
    }
    qp_mount_count_announced(lane, call->product);
    qp_slow_end_as_recorder(lane, call->product);
}

static void create_virtual(struct qp_lane *lane, enum qp_product product, uint64_t virtual_id, uint64_t client_id,
                           uint64_t since)
{
    struct qp_context *context = qp_vthread_get(lane, product, virtual_id, since);
    if (!context)
        return;
    context->client_id = client_id;
    context->flags |= QP_CONTEXT_ANNOUNCED;
    if (lane->mounted == context)
        return;
    if (lane->top > lane->bottom)
        context->creator = qp_store_reference(qp_frame_node(lane->top));
    if (lane->mounted->flags & QP_CONTEXT_VIRTUAL)
        context->spawner = qp_store_reference(lane->mounted);
}

void qp_announce_nothing(struct qp_lane *lane, const struct qp_call *call)
{
    uint64_t since;
    lane = begin(lane, call, 0, &since);
    if (lane)
        end(lane, call);
}

void qp_announce_create(const struct qp_call *call, uint64_t virtual_id, uint64_t client_id)
{
    uint64_t since;
    struct qp_lane *lane = begin(qp_lane_take(call->product), call, virtual_id, &since);
    if (!lane)
        return;
    if (is_virtual(call)) {
        create_virtual(lane, call->product, virtual_id, client_id, since);
    } else {
        struct qp_thread_record *record = qp_lane_carrier(lane, call->product)->record;
        qp_cold_lock();
        record->client_id = client_id;
        record->flags |= QP_THREAD_ANNOUNCED;
        qp_cold_unlock();
    }
    end(lane, call);
}

static void destroy_virtual(struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id, uint64_t since)
{
    struct qp_context *context = qp_vthread_look_up(lane, call->product, virtual_id);
    if (!context) {
        qp_run_diagnose(call->product, QP_DIAGNOSTIC_BAD_VTHREAD, "%s(%#llx)", call->name,
                        (unsigned long long)virtual_id);
        return;
    }
    if (lane->mounted == context)
        qp_mount_ends(lane, call->product, since != 0);
    qp_mount_end(lane, call->product, context, since != 0 ? since : qp_run_tick(call->product));
    qp_timeline_destroy(lane, call->product, context);
    qp_store_release(&context->owner, 0); /* a lane that still has it mounted finds that it lost it */
    qp_vthread_end(lane, call->product, context);
}

static void destroy_own(struct qp_lane *lane, enum qp_product product)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, product);
    qp_charge(lane, product);
    if (lane->mounted == &carrier->cold[product].own) {
        lane->top = lane->bottom;
        qp_context_drop_lost(lane, product, lane->mounted->overflow);
    }
    qp_cold_lock();
    carrier->record->end = qp_clock_read();
    qp_cold_unlock();
}

void qp_announce_destroy(const struct qp_call *call, uint64_t virtual_id)
{
    uint64_t since;
    struct qp_lane *lane = begin(qp_lane_take(call->product), call, virtual_id, &since);
    if (!lane)
        return;
    if (is_virtual(call))
        destroy_virtual(lane, call, virtual_id, since);
    else
        destroy_own(lane, call->product);
    end(lane, call);
}

static void name_own(struct qp_lane *lane, enum qp_product product, const char *name)
{
    qp_cold_lock();
    qp_lane_carrier(lane, product)->record->name = qp_string_put(name);
    qp_cold_unlock();
}

/* One that is not mounted here goes the slow way when it goes on, and joins then. */
static void name_virtual(struct qp_lane *lane, enum qp_product product, struct qp_context *context, const char *name)
{
    qp_thread_name_set(lane, product, context, name);
    if (!qp_join_is_renamed(qp_lane_cold(lane, product), context))
        return;
    if (context == lane->mounted && qp_lane_keeps(lane, qp_lane_cold(lane, product))) {
        qp_charge(lane, product);
        qp_join_again(lane, product);
    } else {
        qp_or_relaxed(&context->flags, QP_CONTEXT_RENAMED);
        qp_store_relaxed(&context->carrier, 0);
    }
}

void qp_announce_name(const struct qp_call *call, uint64_t virtual_id, const char *name)
{
    uint64_t since;
    struct qp_lane *lane = begin(qp_lane_take(call->product), call, virtual_id, &since);
    if (!lane)
        return;
    enum qp_product product = call->product;
    struct qp_context *context = is_virtual(call) ? qp_vthread_get(lane, product, virtual_id, since) : lane->mounted;
    if (context && context->flags & QP_CONTEXT_VIRTUAL)
        name_virtual(lane, product, context, name);
    else if (context)
        name_own(lane, product, name);
    end(lane, call);
}
