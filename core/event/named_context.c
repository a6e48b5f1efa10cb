#include "core/event/named_context.h"

#include "base/atomic.h"
#include "core/carrier/slow.h"
#include "core/method/interval.h"
#include "core/method/named.h"
#include "core/store/diagnose.h"
#include "core/thread/occupy.h"
#include "core/thread/run.h"
#include "core/tree/context.h"
#include "core/vthread/charge.h"
#include "core/vthread/settle.h"
#include "core/vthread/vthread.h"

/* Move the frames of a context to the tree of its new named context. A virtual thread that is not mounted here does
 * this when it is resumed. */
static void move_frames(struct qp_tstate *tstate, enum qp_product product, struct qp_context *context)
{
    struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    qp_store_relaxed(&context->carrier, 0);
    if (context != tstate->mounted || !(context == &cold->own || qp_tstate_keeps(tstate, cold)))
        return;
    qp_charge(tstate, product);
    if (context->flags & QP_CONTEXT_MEASURED)
        qp_context_forget_begins(tstate->bottom, tstate->top);
    qp_settle_frames(qp_tstate_carrier(tstate, product), context, cold->epoch, tstate->bottom, tstate->top);
}

/* Return the number of the context that follows the context `before`, which may load a file in it. */
static uint16_t number_of(enum qp_product product, const char *name, uint16_t flags, uint16_t before)
{
    uint16_t number = qp_named_get(product, name, flags);
    if (flags & QP_NAMED_LOAD && before != 0 && number != 0)
        qp_named_set_within(product, before, number);
    return number;
}

/* Change to a context, and release the cold lock, which the caller has taken. */
static int change_and_unlock(struct qp_tstate *tstate, enum qp_product product, struct qp_context *context,
                             uint16_t number)
{
    uint16_t before = context->named;
    qp_interval_change(product, &qp_tstate_cold(tstate, product)->named,
                       context == tstate->mounted ? number : tstate->mounted->named);
    qp_cold_unlock();
    if (before != number) {
        qp_store_relaxed(&context->named, number);
        move_frames(tstate, product, context);
    }
    return before;
}

int qp_named_context_change(const struct qp_call *call, uint64_t virtual_id, const char *name, uint16_t flags)
{
    enum qp_product product = call->product;
    struct qp_tstate *tstate = qp_slow_take(call, virtual_id);
    if (!tstate)
        return -1;
    bool names = call->flavour == QP_NAMED && qp_runs[product].virtual_threads;
    struct qp_context *context = names ? qp_vthread_get(tstate, product, virtual_id, 0) : tstate->mounted;
    int before = -1;
    if (context) {
        qp_cold_lock();
        before = change_and_unlock(tstate, product, context, number_of(product, name, flags, context->named));
    }
    qp_slow_end(tstate, product);
    return before;
}

int qp_named_context_return(const struct qp_call *call, int number)
{
    enum qp_product product = call->product;
    struct qp_tstate *tstate = qp_slow_take(call, 0);
    if (!tstate)
        return -1;
    int before = -1;
    if (number == 0 || (number > 0 && qp_named_is(product, (uint32_t)number))) {
        qp_cold_lock();
        before = change_and_unlock(tstate, product, tstate->mounted, (uint16_t)number);
    } else {
        qp_diagnose(product, QP_DIAGNOSTIC_BAD_ARGUMENT, "%s(%d)", call->name, number);
    }
    qp_slow_end(tstate, product);
    return before;
}

int qp_named_context_within(const struct qp_call *call, const char *name, const char *outer)
{
    enum qp_product product = call->product;
    struct qp_tstate *tstate = qp_slow_take(call, 0);
    if (!tstate)
        return -1;
    qp_cold_lock();
    uint16_t inner = qp_named_get(product, name, 0), number = qp_named_get(product, outer, 0);
    bool is_named = inner != 0 && number != 0, done = is_named && qp_named_set_within(product, inner, number);
    qp_cold_unlock();
    if (!is_named)
        qp_diagnose(product, QP_DIAGNOSTIC_BAD_ARGUMENT, "%s", call->name);
    qp_slow_end(tstate, product);
    return done ? 0 : -1;
}

int qp_named_context_of_counters(const struct qp_call *call, const char *name, uint16_t flags)
{
    enum qp_product product = call->product;
    struct qp_tstate *tstate = qp_slow_take(call, 0);
    if (!tstate)
        return -1;
    qp_cold_lock();
    qp_interval_set(product, qp_named_get(product, name, flags));
    qp_cold_unlock();
    qp_slow_end(tstate, product);
    return 0;
}

int qp_named_context_hits(const struct qp_call *call, const char *name, uint16_t flags, const void *const *counters,
                          int count)
{
    enum qp_product product = call->product;
    struct qp_tstate *tstate = qp_slow_take(call, 0);
    if (!tstate)
        return -1;
    qp_cold_lock();
    uint16_t number = count < 0 || (count > 0 && !counters) ? 0 : qp_named_get(product, name, flags);
    if (number != 0)
        qp_interval_hits(product, number, counters, (size_t)count);
    qp_cold_unlock();
    if (number == 0)
        qp_diagnose(product, QP_DIAGNOSTIC_BAD_ARGUMENT, "%s", call->name);
    qp_slow_end(tstate, product);
    return number == 0 ? -1 : 0;
}
