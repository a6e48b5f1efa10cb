#include "core/tree/times.h"

#include "base/atomic.h"
#include "core/store/arena.h"
#include "core/store/diagnose.h"
#include "core/tree/context.h"
#include "core/method/group.h"
#include "core/thread/mark.h"
#include "core/tree/node_extra.h"
#include "core/thread/occupy.h"
#include "core/thread/reason.h"

#include <string.h>

static struct qp_rare_record *make_rare(struct qp_context *context)
{
    struct qp_rare_record *rare = qp_arena_take_shared(QP_KIND_RARE, sizeof *rare);
    if (!rare)
        return NULL;
    qp_store_release(&rare->context, qp_store_reference(context)); /* pairs with the reader's walk over rare records */
    qp_store_release(&context->rare, qp_store_reference(rare));
    return rare;
}

uint64_t qp_times_recorded_among_marks(enum qp_product product, const struct qp_tstate_cold *cold, uint64_t from,
                                       uint64_t to)
{
    if (!(cold->slow & QP_SLOW_CPU))
        return qp_mark_recorded(product, from, to);
    return to > from && !(cold->slow & QP_SLOW_PAUSED) ? to - from : 0;
}

/* Two threads may need the record at once, since one may name a virtual thread while the other runs it. The record
 * is made with the cold lock, so the second thread finds it. */
struct qp_rare_record *qp_times_rare(struct qp_context *context)
{
    uint32_t known = qp_load_acquire(&context->rare);
    if (known != 0)
        return qp_store_at(known);
    qp_cold_lock();
    struct qp_rare_record *rare = context->rare != 0 ? qp_store_at(context->rare) : make_rare(context);
    qp_cold_unlock();
    if (!rare)
        qp_diagnose((enum qp_product)context->product, QP_DIAGNOSTIC_NO_ROOM, "times of virtual thread %#llx",
                    (unsigned long long)context->virtual_id);
    return rare;
}

void qp_times_set_estimated(struct qp_context *context, struct qp_node *node)
{
    context->flags |= QP_CONTEXT_ESTIMATED;
    qp_or_relaxed(&node->flags, QP_NODE_ESTIMATED); /* atomic, since another carrier may read the flags (context.c) */
    qp_group_set_estimated(context->group);
}

void qp_times_stall(struct qp_tstate *tstate, enum qp_product product, uint64_t from, uint64_t until)
{
    const struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    struct qp_node *node = qp_frame_node(tstate->top);
    struct qp_node_extra_record *extra = qp_node_extra_of(qp_tstate_carrier(tstate, product), product, node);
    from = from > tstate->mounted->since ? from : tstate->mounted->since;
    uint64_t ticks = until > from ? until - from : 0;
    qp_times_advance(product, cold, tstate->mounted, from);
    qp_times_add(tstate->mounted, QP_CONTEXT_RUNNABLE, ticks);
    qp_store_relaxed(&tstate->mounted->since, until);
    if (extra)
        extra->runnable += ticks;
    if (tstate->mounted->flags & QP_CONTEXT_MEASURED)
        *qp_context_tick(tstate, tstate->bottom) += ticks;
    qp_times_set_estimated(tstate->mounted, node);
}

/* If there is no room for the record, the time counts as running. Then the virtual thread's times still add up to
 * its lifetime, but the times in the trees of its group do not add up to the virtual thread's times. Readers recognize
 * this by the diagnostic of the missing room. The time also counts as running if another thread ends the virtual thread
 * at this moment, which is a misuse. */
void qp_times_add_rare(struct qp_context *context, enum qp_context_state state, uint64_t ticks)
{
    bool known = state == QP_CONTEXT_UNCOUNTED || state == QP_CONTEXT_RECORDER;
    struct qp_rare_record *rare = known ? qp_times_rare(context) : NULL;
    if (rare)
        rare->times[state - QP_CONTEXT_UNCOUNTED] += ticks;
    else
        context->times[0] += ticks;
}

void qp_times_get(const struct qp_context *context, uint64_t times[QP_TIMES])
{
    const struct qp_rare_record *rare = context->rare == 0 ? NULL : qp_store_at(context->rare);
    memcpy(times, context->times, sizeof context->times);
    for (int i = QP_TIMES_HERE; i < QP_TIMES; i++)
        times[i] = rare ? rare->times[i - QP_TIMES_HERE] : 0;
}

uint64_t qp_times_created(const struct qp_context *context)
{
    const struct qp_rare_record *rare = context->rare == 0 ? NULL : qp_store_at(context->rare);
    return rare && rare->created != 0 ? rare->created : context->start;
}

void qp_times_begin(struct qp_context *context, uint32_t epoch, uint64_t tick)
{
    memset(context->times, 0, sizeof context->times);
    if (context->rare != 0) {
        struct qp_rare_record *rare = qp_store_at(context->rare);
        memset(rare->times, 0, sizeof rare->times);
        rare->created = 0;
    }
    context->migrations = 0;
    context->longest = 0;
    context->epoch = epoch;
    context->start = tick;
    qp_store_relaxed(&context->since, tick);
}

void qp_times_restart(struct qp_context *context, uint32_t epoch, uint64_t tick)
{
    uint64_t created = qp_times_created(context);
    struct qp_rare_record *rare = qp_times_rare(context);
    qp_times_begin(context, epoch, tick);
    if (rare)
        rare->created = created;
}
