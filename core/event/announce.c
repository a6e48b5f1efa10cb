#include "core/event/announce.h"

#include "base/clock.h"
#include "core/store/diagnose.h"
#include "core/store/string.h"
#include "core/vthread/charge.h"
#include "core/tree/context.h"
#include "core/vthread/join.h"
#include "core/vthread/mount.h"
#include "core/thread/occupy.h"
#include "core/thread/run.h"
#include "core/carrier/slow.h"
#include "core/tree/thread_name.h"
#include "core/tree/timeline.h"
#include "core/vthread/vthread.h"

/* Return true if the call names a virtual thread. The load is atomic, since this event may not have begun yet, so
 * another thread may start a run meanwhile. */
static bool is_virtual(const struct qp_call *call)
{
    return qp_load_relaxed(&qp_runs[call->product].virtual_threads) && call->flavour == QP_NAMED;
}

/* Return true if the event's time is charged to the recorder. Recording the creation, name or end of a virtual
 * thread takes 0.1 to 0.3 us, which must not count as time of the mounted context. The clock is read before and after
 * this work. */
static bool is_charged(const struct qp_call *call)
{
    return is_virtual(call) && qp_slow_may_charge(call->product);
}

/* Begin the event. *since is set to the tick at which the event began. It is set to 0 if the time up to the event
 * was not charged. */
static struct qp_tstate *begin(struct qp_tstate *tstate, const struct qp_call *call, uint64_t virtual_id,
                               uint64_t *since)
{
    if (is_virtual(call))
        return qp_slow_begin_charged(tstate, call, virtual_id, since);
    *since = 0;
    return qp_slow_begin(tstate, call, virtual_id);
}

static void end(struct qp_tstate *tstate, const struct qp_call *call)
{
    if (!is_charged(call)) {
        qp_slow_end(tstate, call->product);
        return;
    }
    qp_mount_count_announced(tstate, call->product);
    qp_slow_end_as_recorder(tstate, call->product);
}

static void create_virtual(struct qp_tstate *tstate, enum qp_product product, uint64_t virtual_id, uint64_t client_id,
                           uint64_t since)
{
    struct qp_context *context = qp_vthread_get(tstate, product, virtual_id, since);
    if (!context)
        return;
    context->client_id = client_id;
    context->flags |= QP_CONTEXT_ANNOUNCED;
    if (tstate->mounted == context)
        return;
    if (tstate->top > tstate->bottom)
        context->creator = qp_store_reference(qp_frame_node(tstate->top));
    if (tstate->mounted->flags & QP_CONTEXT_VIRTUAL)
        context->spawner = qp_store_reference(tstate->mounted);
}

bool qp_announce_nothing(struct qp_tstate *tstate, const struct qp_call *call)
{
    uint64_t since;
    tstate = begin(tstate, call, 0, &since);
    if (tstate)
        end(tstate, call);
    return tstate != NULL;
}

void qp_announce_create(const struct qp_call *call, uint64_t virtual_id, uint64_t client_id)
{
    uint64_t since;
    struct qp_tstate *tstate = begin(qp_tstate_take(call->product), call, virtual_id, &since);
    if (!tstate)
        return;
    if (is_virtual(call)) {
        create_virtual(tstate, call->product, virtual_id, client_id, since);
    } else {
        struct qp_thread_record *record = qp_tstate_carrier(tstate, call->product)->record;
        qp_cold_lock();
        record->client_id = client_id;
        record->flags |= QP_THREAD_ANNOUNCED;
        qp_cold_unlock();
    }
    end(tstate, call);
}

static void destroy_virtual(struct qp_tstate *tstate, const struct qp_call *call, uint64_t virtual_id, uint64_t since)
{
    struct qp_context *context = qp_vthread_look_up(tstate, call->product, virtual_id);
    if (!context) {
        qp_run_diagnose(call->product, QP_DIAGNOSTIC_BAD_VTHREAD, "%s(%#llx)", call->name,
                        (unsigned long long)virtual_id);
        return;
    }
    if (tstate->mounted == context)
        qp_mount_end_running(tstate, call->product, since != 0);
    qp_mount_end(tstate, call->product, context, virtual_id, since != 0 ? since : qp_run_tick(call->product));
    qp_timeline_destroy(tstate, call->product, context);
    qp_store_release(&context->owner, 0); /* if a thread state still has the context mounted, it notices that the
                                           * owner has changed */
    qp_vthread_end(tstate, call->product, context);
}

static void destroy_own(struct qp_tstate *tstate, enum qp_product product)
{
    struct qp_carrier *carrier = qp_tstate_carrier(tstate, product);
    qp_charge(tstate, product);
    if (tstate->mounted == &carrier->cold[product].own) {
        tstate->top = tstate->bottom;
        qp_context_drop_lost(tstate, product, tstate->mounted->overflow);
    }
    qp_cold_lock();
    carrier->record->end = qp_clock_read();
    qp_cold_unlock();
}

void qp_announce_destroy(const struct qp_call *call, uint64_t virtual_id)
{
    uint64_t since;
    struct qp_tstate *tstate = begin(qp_tstate_take(call->product), call, virtual_id, &since);
    if (!tstate)
        return;
    if (is_virtual(call))
        destroy_virtual(tstate, call, virtual_id, since);
    else
        destroy_own(tstate, call->product);
    end(tstate, call);
}

static void name_own(struct qp_tstate *tstate, enum qp_product product, const char *name)
{
    qp_cold_lock();
    qp_tstate_carrier(tstate, product)->record->name = qp_string_put(name);
    qp_cold_unlock();
}

/* Name a virtual thread. If it is not mounted here, its next resume takes the slow path, where it joins its new
 * group. */
static void name_virtual(struct qp_tstate *tstate, enum qp_product product, struct qp_context *context,
                         const char *name)
{
    qp_thread_name_set(tstate, product, context, name);
    if (!qp_join_is_renamed(qp_tstate_cold(tstate, product), context))
        return;
    if (context == tstate->mounted && qp_tstate_keeps(tstate, qp_tstate_cold(tstate, product))) {
        qp_charge(tstate, product);
        qp_join_again(tstate, product);
    } else {
        qp_or_relaxed(&context->flags, QP_CONTEXT_RENAMED);
        qp_store_relaxed(&context->carrier, 0);
    }
}

void qp_announce_name(const struct qp_call *call, uint64_t virtual_id, const char *name)
{
    uint64_t since;
    struct qp_tstate *tstate = begin(qp_tstate_take(call->product), call, virtual_id, &since);
    if (!tstate)
        return;
    enum qp_product product = call->product;
    struct qp_context *context =
        is_virtual(call) ? qp_vthread_get(tstate, product, virtual_id, since) : tstate->mounted;
    if (context && context->flags & QP_CONTEXT_VIRTUAL)
        name_virtual(tstate, product, context, name);
    else if (context)
        name_own(tstate, product, name);
    end(tstate, call);
}
