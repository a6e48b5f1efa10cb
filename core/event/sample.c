#include "core/event/sample.h"

#include "base/clock.h"
#include "core/store/diagnose.h"
#include "core/tree/block.h"
#include "core/vthread/charge.h"
#include "core/vthread/join.h"
#include "core/vthread/mount.h"
#include "core/thread/reason.h"
#include "core/thread/run.h"
#include "core/tree/node_extra.h"
#include "core/tree/times.h"
#include "core/tree/tree.h"
#include "core/carrier/carrier.h"
#include "core/carrier/slow.h"
#include "core/event/announce.h"
#include "core/event/frame.h"
#include "core/event/switch.h"

static void add_to_block(struct qp_tstate *tstate, const struct qp_call *call, struct qp_node *node, int block,
                         uint64_t ticks)
{
    struct qp_block_array *counts = qp_block_counts(tstate, call->product, node);
    if (!counts || (uint32_t)block >= counts->count) {
        qp_diagnose(call->product, QP_DIAGNOSTIC_BAD_BLOCK, "%s(%d) of %u blocks", call->name, block,
                    counts ? counts->count : 0);
        return;
    }
    struct qp_block_array *times = qp_block_next(tstate, call->product, counts, QP_BLOCKS_TICKS);
    counts->values[block]++;
    if (times)
        times->values[block] += ticks;
}

/* Charge the ticks since the previous sample. The ticks before the client began to collect this sample are charged
 * to the function on top, and later ticks to the recorder. Return the number of ticks charged to the function. */
static uint64_t charge(struct qp_tstate *tstate, enum qp_product product)
{
    struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    uint64_t before = tstate->ledger->last, now = qp_run_tick(product);
    bool looked = cold->sample > before && cold->sample < now;
    qp_charge_until(tstate, product, looked ? cold->sample : now);
    uint64_t ticks = tstate->ledger->last - before;
    if (looked) {
        cold->slow |= QP_SLOW_RECORDER;
        qp_mount_follow_top(tstate, product);
        qp_charge_until(tstate, product, now);
        cold->slow &= ~QP_SLOW_RECORDER;
        qp_mount_follow_top(tstate, product);
    }
    return ticks;
}

/* Record a sample. If no function is open, the time is charged to the root, and the sample is not counted. */
static void take(struct qp_tstate *tstate, const struct qp_call *call, int block)
{
    struct qp_node *node = qp_frame_node(tstate->top);
    uint64_t ticks = charge(tstate, call->product);
    if (tstate->top == tstate->bottom)
        return;
    node->calls++;
    if (block >= 0)
        add_to_block(tstate, call, node, block, ticks);
}

void qp_sample_begin(const struct qp_call *call)
{
    struct qp_tstate *tstate = qp_slow_take(call, 0);
    if (!tstate)
        return;
    struct qp_tstate_cold *cold = qp_tstate_cold(tstate, call->product);
    if (cold->slow & QP_SLOW_SAMPLED)
        cold->sample = qp_run_tick(call->product);
    else
        qp_diagnose(call->product, QP_DIAGNOSTIC_NOT_SAMPLED, "%s()", call->name);
    qp_slow_end(tstate, call->product);
}

void qp_sample(const struct qp_call *call, uint64_t virtual_id, int block)
{
    enum qp_product product = call->product;
    struct qp_tstate *tstate = qp_slow_take(call, virtual_id);
    if (!tstate)
        return;
    struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    if (!(cold->slow & QP_SLOW_SAMPLED))
        qp_diagnose(product, QP_DIAGNOSTIC_NOT_SAMPLED, "%s(%d)", call->name, block);
    else if (!(cold->slow & QP_SLOW_PAUSED))
        take(tstate, call, block);
    cold->sample = 0;
    qp_slow_end(tstate, product);
}

/* ---- samples of other threads ------------------------------------------------------------------------------------ */

/* Return the number of outer frames that the stack has in common with that of the previous sample; -1 if no event can
 * begin. */
static int common(const struct qp_call *call, const struct qp_stack_sample *sample, int *depth)
{
    struct qp_tstate *tstate = qp_slow_take(call, 0);
    int same = 0;
    if (!tstate)
        return -1;
    *depth = (int)(tstate->top - tstate->bottom);
    while (same < *depth && same < sample->count &&
           qp_frame_node(tstate->bottom + same + 1)->method == sample->methods[same])
        same++;
    qp_slow_end(tstate, call->product);
    return same;
}

/* Return true if the thread was handed over and has not ended. In a forked child it has. */
static bool is_handed_over(const struct qp_carrier *carrier)
{
    return carrier && carrier->thread != 0;
}

/* Return the tick until which the thread's time is charged. If it has no event in this run yet, that is now: its ledger
 * would be that of an earlier file. */
static uint64_t last_tick(enum qp_product product, struct qp_carrier *carrier)
{
    struct qp_tstate *tstate = &carrier->tstates[product];
    return qp_slow_is_current(tstate, product) ? tstate->ledger->last : qp_clock_cpu_of((int)carrier->thread);
}

/* Begin to act for a thread whose clock has this value, and for a virtual thread that runs there. The virtual thread is
 * mounted only until end_acting, since it may run on another thread then. */
static void begin_acting(const struct qp_call *call, void *thread, uint64_t clock, uint64_t virtual_id)
{
    qp_carrier_act(thread, clock);
    if (virtual_id)
        qp_switch_resume(call, virtual_id);
}

static void end_acting(const struct qp_call *call, uint64_t virtual_id)
{
    if (virtual_id)
        qp_switch_suspend(call, virtual_id, QPROF_REASON_RUNNABLE);
    qp_carrier_act_end();
}

/* The stack id of a frame is its depth. */
void qp_sample_stack(const struct qp_call *call, const struct qp_stack_sample *sample)
{
    int depth;
    if (!is_handed_over(sample->thread))
        return;
    begin_acting(call, sample->thread, sample->allocation ? last_tick(call->product, sample->thread) : sample->cpu,
                 sample->virtual_id);
    int same = common(call, sample, &depth);
    if (same >= 0) {
        if (depth > same)
            qp_frame_exit(call, 0, (uint64_t)same);
        for (int i = same; i < sample->count; i++)
            qp_frame_enter(call, 0, sample->methods[i], (uint64_t)i + 1);
        if (sample->allocation)
            qp_count_allocation(call, 0, sample->allocation);
        else
            qp_sample(call, 0, sample->block);
    }
    end_acting(call, sample->virtual_id);
}

/* ---- suspensions of other threads ------------------------------------------------------------------------------- */

/* Return true if the arguments are right; otherwise count the misuse. */
static bool is_valid(const struct qp_call *call, const struct qp_stack_suspension *suspension)
{
    int at = 0;
    while (at < suspension->count && suspension->methods[at] != 0)
        at++;
    if (at < suspension->count)
        qp_diagnose(call->product, QP_DIAGNOSTIC_BAD_METHOD_ID, "%s(0)", call->name);
    else if (suspension->reason < QPROF_REASON_RUNNABLE || suspension->reason > QPROF_REASON_WAITING)
        qp_diagnose(call->product, QP_DIAGNOSTIC_BAD_ARGUMENT, "%s(%d)", call->name, suspension->reason);
    else
        return true;
    return false;
}

/* Return the node of the suspension's last method. The stack of the last sample stays, since the thread's next CPU time
 * is charged there if the thread ends without another sample. */
static struct qp_node *node_of(struct qp_tstate *tstate, enum qp_product product,
                               const struct qp_stack_suspension *suspension)
{
    struct qp_node *node = qp_frame_node(tstate->bottom);
    for (int i = 0; i < suspension->count; i++)
        node = qp_tree_get(qp_tstate_carrier(tstate, product), product, node, suspension->methods[i]);
    return node;
}

static void suspend(struct qp_tstate *tstate, enum qp_product product, const struct qp_stack_suspension *suspension)
{
    static const enum qp_context_state states[] = {[QPROF_REASON_RUNNABLE] = QP_CONTEXT_RUNNABLE,
                                                   [QPROF_REASON_BLOCKED] = QP_CONTEXT_BLOCKED,
                                                   [QPROF_REASON_WAITING] = QP_CONTEXT_WAITING};
    enum qp_context_state state = states[suspension->reason];
    if (qp_tstate_cold(tstate, product)->slow & QP_SLOW_NEW)
        qp_join_mounted(tstate, product);
    struct qp_node *node = node_of(tstate, product, suspension);
    struct qp_node_extra_record *extra = qp_node_extra_of(qp_tstate_carrier(tstate, product), product, node);
    if (!extra)
        return;
    *(state == QP_CONTEXT_BLOCKED   ? &extra->blocked
      : state == QP_CONTEXT_WAITING ? &extra->waiting
                                    : &extra->runnable) += suspension->nanoseconds;
    extra->resumed += suspension->times;
    if (suspension->virtual_id)
        qp_times_add(tstate->mounted, state, suspension->nanoseconds);
}

void qp_sample_suspension(const struct qp_call *call, const struct qp_stack_suspension *suspension)
{
    enum qp_product product = call->product;
    if (!is_handed_over(suspension->thread))
        return;
    begin_acting(call, suspension->thread, last_tick(product, suspension->thread), suspension->virtual_id);
    struct qp_tstate *tstate = qp_slow_take(call, 0);
    if (tstate) {
        uint32_t slow = qp_tstate_cold(tstate, product)->slow;
        if (!(slow & QP_SLOW_SAMPLED))
            qp_diagnose(product, QP_DIAGNOSTIC_NOT_SAMPLED, "%s()", call->name);
        else if (is_valid(call, suspension) && !(slow & QP_SLOW_PAUSED))
            suspend(tstate, product, suspension);
        qp_slow_end(tstate, product);
    }
    end_acting(call, suspension->virtual_id);
}

/* ---- names and ends of other threads ---------------------------------------------------------------------------- */

void qp_sample_name_thread(const struct qp_call *call, void *thread, const char *name)
{
    if (!is_handed_over(thread))
        return;
    qp_carrier_act(thread, 0);
    qp_announce_name(call, 0, name);
    qp_carrier_act_end();
}

void qp_sample_end_thread(void *thread, uint64_t cpu)
{
    if (!is_handed_over(thread))
        return;
    qp_carrier_act(thread, cpu);
    qp_carrier_act_last();
}
