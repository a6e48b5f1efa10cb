#include "core/record/slow.h"

#include "base/atomic.h"
#include "base/clock.h"
#include "core/record/block.h"
#include "core/record/carrier.h"
#include "core/record/context.h"
#include "core/store/diagnose.h"
#include "core/record/mark.h"
#include "core/record/method.h"
#include "core/record/mount.h"
#include "core/record/occupy.h"
#include "core/store/process.h"
#include "core/record/run.h"
#include "core/log/sampler.h"
#include "core/record/node_extra.h"
#include "core/record/tree.h"

#include <signal.h>

void (*qp_slow_forked)(void);

/* ---- begin and end --------------------------------------------------------------------------------------- */

/* Whose the lane's time is: the node on top, unless another lane has taken the virtual thread over meanwhile; then it
 * ran there, and here the thread was in no method. */
static struct qp_node *charged(const struct qp_lane *lane, const struct qp_lane_cold *cold)
{
    const struct qp_context *mounted = lane->mounted;
    if (mounted == &cold->own || qp_load_relaxed(&mounted->owner) == (uint64_t)(uintptr_t)lane)
        return qp_frame_node(lane->top);
    return qp_lane_node(lane, ((const struct qp_root *)qp_store_at(cold->root))->node);
}

static void charge_until(struct qp_lane *lane, enum qp_product product, uint64_t now)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, product);
    if (now < lane->last) {
        qp_diagnose(product, QP_DIAGNOSTIC_CLOCK_BACKWARDS, "by %llu ticks", (unsigned long long)(lane->last - now));
        now = lane->last;
    }
    if (carrier->cold[product].slow & QP_SLOW_OFF)
        carrier->record->buckets[product].paused += now - lane->last;
    else if (carrier->cold[product].slow & QP_SLOW_CALLBACK)
        carrier->record->buckets[product].recorder += now - lane->last;
    else
        charged(lane, &carrier->cold[product])->self += now - lane->last;
    lane->last = now;
}

void qp_charge(struct qp_lane *lane, enum qp_product product)
{
    if (qp_runs[product].timed && !(qp_lane_cold(lane, product)->slow & QP_SLOW_PAUSED))
        charge_until(lane, product, qp_run_tick(product));
}

/* Work through the marks that were set since the lane's last event: the time until a mark is of the kind before it. On
 * the CPU clock a mark's moment is not known, so it is now. */
static void catch_up(struct qp_lane *lane, enum qp_product product)
{
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    while (cold->marks < qp_mark_count(product)) {
        struct qp_mark mark = qp_mark_get(product, cold->marks++);
        uint64_t tick = qp_runs[product].slow & QP_SLOW_CPU ? qp_run_tick(product) : mark.tick;
        if (qp_runs[product].timed && tick > lane->last)
            charge_until(lane, product, tick);
        if (mark.kind == QP_MARK_PAUSE)
            cold->slow |= QP_SLOW_PAUSED;
        else if (mark.kind == QP_MARK_RESUME)
            cold->slow &= ~QP_SLOW_PAUSED;
        else
            qp_mount_epoch(lane, product, mark.epoch);
    }
}

void qp_slow_close(struct qp_lane *lane, enum qp_product product, uint64_t now)
{
    const struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    struct qp_context *mounted = lane->mounted;
    catch_up(lane, product);
    if (now > lane->last)
        charge_until(lane, product, now);
    if (mounted == &cold->own || qp_load_relaxed(&mounted->owner) != (uint64_t)(uintptr_t)lane)
        return;
    mounted->depth = (uint32_t)(lane->top - lane->bottom);
    mounted->run += lane->last - mounted->since;
    mounted->since = lane->last;
}

/* The lane of a run that is over, or of the parent of a forked child, serves no more: the thread gets one of the
 * present run, if there is one. */
static struct qp_lane *renew(struct qp_lane *lane, const struct qp_call *call)
{
    qp_carrier_detach(call->product);
    qp_store_release(&lane->busy, 0);
    return qp_slow_arrive(call);
}

static int is_current(struct qp_lane *lane, enum qp_product product)
{
    return lane->base != NULL && qp_load_acquire(&qp_process->recording[product]) &&
           qp_lane_cold(lane, product)->run == qp_runs[product].number;
}

int qp_slow_is_nested(enum qp_product product)
{
    for (int other = 0; other < QP_PRODUCTS; other++) {
        const struct qp_lane *lane = qp_lane_current[other];
        if (other != (int)product && lane != &qp_lane_off[other] && qp_load_relaxed(&lane->busy) == QP_LANE_BUSY)
            return 1;
    }
    return 0;
}

struct qp_lane *qp_slow_begin(struct qp_lane *lane, const struct qp_call *call)
{
    enum qp_product product = call->product;
    const struct qp_run *run = &qp_runs[product];
    if (qp_slow_is_nested(product)) {
        qp_diagnose(product, QP_DIAGNOSTIC_NESTED_EVENT, "%s", call->name);
        qp_store_release(&lane->busy, QP_LANE_FREE);
        return NULL;
    }
    while (!is_current(lane, product)) { /* again when that run ended before the event began in its lane */
        lane = renew(lane, call);
        if (lane == NULL)
            return NULL;
    }
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    cold->slow = (cold->slow & ~QP_SLOW_BREAK) | qp_run_breaks(product);
    catch_up(lane, product);
    int names = call->flavour == QP_VIRTUAL || call->flavour == QP_NAMED;
    if (call->flavour != QP_EITHER && names != (run->virtual_threads != 0))
        qp_run_wrong_flavour(product, call->name);
    if (call->flavour != QP_VIRTUAL || !run->virtual_threads || qp_mount_is(lane, call->virtual_id))
        return lane;
    if (qp_mount(lane, product, call->virtual_id) == 0)
        return lane;
    qp_slow_end(lane, product);
    return NULL;
}

void qp_slow_end(struct qp_lane *lane, enum qp_product product)
{
    if (product == QP_VT && QP_UNLIKELY(qp_sampler_is_due()))
        qp_sampler_run(lane);
    uint32_t slow = qp_lane_cold(lane, product)->slow;
    if (slow == 0 || slow == QP_SLOW_PAUSED || qp_carrier_has_limits(lane))
        qp_carrier_set_limits(lane, product);
    qp_fence_signal();
    qp_store_release(&lane->busy, 0);
}

/* A program that never starts a run pays a branch for each call: after 1000 it is known that it is misuse. */
#define MOST_EARLY 1000

static void count_early(const struct qp_call *call)
{
    static uint32_t early[QP_PRODUCTS];
    if (qp_load_relaxed(&qp_runs[call->product].number) == 0)
        qp_diagnose(call->product, QP_DIAGNOSTIC_NOT_RUNNING, "%s", call->name);
    if (qp_load_relaxed(&qp_runs[call->product].number) != 0 || qp_add_relaxed(&early[call->product], 1) >= MOST_EARLY)
        qp_store_relaxed(&qp_lane_off[call->product].busy, QP_LANE_OFF);
}

struct qp_lane *qp_slow_arrive(const struct qp_call *call)
{
    struct qp_lane *lane = qp_lane_current[call->product];
    if (lane != &qp_lane_off[call->product] && lane->base != NULL) {
        qp_diagnose(call->product, QP_DIAGNOSTIC_NESTED_EVENT, "%s", call->name);
        return NULL;
    }
    if (!qp_load_acquire(&qp_process->alive) && qp_slow_forked != NULL && !qp_occupy_is())
        qp_slow_forked();
    if (!qp_load_acquire(&qp_process->recording[call->product])) {
        count_early(call);
        return NULL;
    }
    if (qp_occupy_is() || qp_slow_is_nested(call->product)) {
        qp_diagnose(call->product, QP_DIAGNOSTIC_NESTED_EVENT, "%s", call->name);
        return NULL;
    }
    lane = qp_carrier_attach(call->product);
    if (lane != NULL)
        qp_store_relaxed(&lane->busy, 1);
    qp_fence_signal();
    return lane;
}

static int is_break(enum qp_product product, uint64_t method, uint32_t flag)
{
    const struct qp_run *run = &qp_runs[product];
    return qp_load_acquire(&run->break_flags) & flag && qp_load_relaxed(&run->break_method) == method;
}

void qp_slow_break(const struct qp_call *call, uint64_t method, uint32_t flag)
{
    if (is_break(call->product, method, flag))
        raise(SIGTRAP);
}

/* ---- entry ----------------------------------------------------------------------------------------------- */

/* Ask the client about a method that it did not register. Its callback runs with no event under way and no lock held,
 * and its time is nobody's. Returns. The lane to go on with, NULL when the run ended in it. */
static struct qp_lane *ask_client(struct qp_lane *lane, const struct qp_call *call, uint64_t method)
{
    enum qp_product product = call->product;
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    struct qp_context *context = lane->mounted;
    qp_cold_lock();
    int first = qp_method_ask(product, method);
    qp_cold_unlock();
    if (!first)
        return lane;
    ptrdiff_t depth = lane->top - lane->bottom;
    void (*callback)(qprof_MethodID) =
        qp_load_acquire(&qp_runs[product].callback); /* another thread may begin a new run meanwhile */
    qp_charge(lane, product);
    cold->slow |= QP_SLOW_CALLBACK;
    qp_slow_end(lane, product);
    callback(method);
    lane = qp_lane_current[product];
    if (lane == &qp_lane_off[product])
        return NULL;
    qp_store_relaxed(&lane->busy, 1);
    qp_fence_signal();
    lane = qp_slow_begin(lane, call);
    if (lane == NULL)
        return NULL;
    qp_charge(lane, product);
    cold->slow &= ~QP_SLOW_CALLBACK;
    if (lane->mounted == context && lane->top > lane->bottom + depth)
        lane->top = lane->bottom + depth;
    return lane;
}

static int is_predefined(uint64_t method)
{
    return method <= qprof_Start && method >= qprof_JITCompiler;
}

static struct qp_node *child_of(struct qp_lane *lane, enum qp_product product, struct qp_node *parent, uint64_t method)
{
    struct qp_node *child = qp_tree_search(qp_lane_carrier(lane, product), parent, method);
    return child != NULL ? child : qp_tree_add(qp_lane_carrier(lane, product), product, parent, method);
}

/* The frame that an entry fills: one above the top, or the top itself for a tail call. NULL without memory. */
static struct qp_frame *frame_for(struct qp_lane *lane, uint64_t stack_id)
{
    if (stack_id != 0 && lane->top->stack_id == stack_id && lane->top > lane->bottom)
        return lane->top;
    if (lane->top >= lane->end && qp_context_grow(lane) != 0)
        return NULL;
    return lane->top + 1;
}

static int is_measured(const struct qp_lane *lane, const struct qp_lane_cold *cold)
{
    return lane->mounted->flags & QP_CONTEXT_MEASURED && !(cold->slow & QP_SLOW_PAUSED);
}

static void measure(struct qp_lane *lane, enum qp_product product, const struct qp_frame *frame)
{
    uint64_t duration = lane->last - *qp_context_tick(lane, frame);
    struct qp_node_extra_record *extra =
        qp_node_extra_of(qp_lane_carrier(lane, product), product, qp_frame_node(frame));
    if (extra == NULL)
        return;
    extra->measured++;
    extra->minimum = duration < extra->minimum ? duration : extra->minimum;
    extra->maximum = duration > extra->maximum ? duration : extra->maximum;
}

static void lose_frame(struct qp_lane *lane, const struct qp_call *call, uint64_t method)
{
    struct qp_context *context = lane->mounted;
    context->overflow += context->overflow < UINT16_MAX;
    qp_lane_cold(lane, call->product)->slow |= QP_SLOW_OVERFLOW;
    qp_diagnose(call->product, QP_DIAGNOSTIC_NO_ROOM, "a frame of method %#llx", (unsigned long long)method);
}

static void enter(struct qp_lane *lane, const struct qp_call *call, uint64_t method, uint64_t stack_id, int counted)
{
    struct qp_lane_cold *cold = qp_lane_cold(lane, call->product);
    if (cold->slow & QP_SLOW_NEW)
        qp_mount_group(lane, call->product);
    struct qp_frame *frame = cold->slow & QP_SLOW_OVERFLOW ? NULL : frame_for(lane, stack_id);
    if (frame == NULL) {
        lose_frame(lane, call, method);
        return;
    }
    struct qp_node *node = child_of(lane, call->product, qp_frame_node(frame - 1), method);
    qp_charge(lane, call->product);
    if (frame == lane->top && is_measured(lane, cold)) /* a tail call ends its caller */
        measure(lane, call->product, frame);
    if (counted && !(cold->slow & QP_SLOW_PAUSED))
        node->calls++;
    *frame = (struct qp_frame){(uint64_t)(uintptr_t)node, stack_id};
    lane->top = frame;
    if (lane->mounted->flags & QP_CONTEXT_MEASURED)
        *qp_context_tick(lane, frame) = lane->last;
}

void qp_slow_enter(struct qp_lane *lane, const struct qp_call *call, uint64_t method, uint64_t stack_id)
{
    enum qp_product product = call->product;
    lane = qp_slow_begin(lane, call);
    if (lane == NULL)
        return;
    if (method == 0) {
        qp_diagnose(product, QP_DIAGNOSTIC_BAD_METHOD_ID, "%s(0)", call->name);
        qp_slow_end(lane, product);
        return;
    }
    if (stack_id == 0 && !is_predefined(method))
        qp_diagnose(product, QP_DIAGNOSTIC_BAD_STACK_ID, "%s(%#llx, 0)", call->name, (unsigned long long)method);
    if (qp_load_acquire(&qp_runs[product].callback) != NULL && !is_predefined(method) &&
        qp_method_is_unknown(product, method))
        lane = ask_client(lane, call, method);
    if (lane == NULL)
        return;
    enter(lane, call, method, stack_id, 1);
    qp_slow_end(lane, product);
    qp_slow_break(call, method, QPROF_BREAK_ENTRY);
}

void qp_slow_follow(struct qp_lane *lane, const struct qp_call *call, uint64_t method, uint64_t stack_id)
{
    lane = qp_slow_begin(lane, call);
    if (lane == NULL)
        return;
    if (method == 0)
        qp_diagnose(call->product, QP_DIAGNOSTIC_BAD_METHOD_ID, "%s(0)", call->name);
    else if (stack_id == 0)
        qp_diagnose(call->product, QP_DIAGNOSTIC_BAD_STACK_ID, "%s(%#llx, 0)", call->name, (unsigned long long)method);
    else
        enter(lane, call, method, stack_id, 0);
    qp_slow_end(lane, call->product);
}

/* ---- exit ------------------------------------------------------------------------------------------------ */

/* The newest frame with this stack id; the root's when none matches. A frame without a stack id (a predefined method's)
 * can be returned to by 0, but is left by it when it is on top. */
static struct qp_frame *find_frame(const struct qp_lane *lane, uint64_t stack_id)
{
    struct qp_frame *frame = stack_id == 0 && lane->top > lane->bottom ? lane->top - 1 : lane->top;
    while (frame > lane->bottom && frame->stack_id != stack_id)
        frame--;
    return frame;
}

/* Returns. Whether the host wants to break on an exit of one of the frames. */
static int pop_to(struct qp_lane *lane, enum qp_product product, struct qp_frame *frame)
{
    const struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    qp_charge(lane, product);
    int measured = is_measured(lane, cold);
    int breaks = 0;
    for (const struct qp_frame *popped = lane->top; popped > frame; popped--) {
        if (measured)
            measure(lane, product, popped);
        breaks |= is_break(product, qp_frame_node(popped)->method, QPROF_BREAK_EXIT);
    }
    lane->top = frame;
    return breaks;
}

/* Frames above the top found no memory: an exit to no frame that is known returns from one of those. Returns. Whether
 * that was all. */
static int exit_lost_frame(struct qp_lane *lane, const struct qp_call *call, const struct qp_frame *target)
{
    struct qp_context *context = lane->mounted;
    if (context->overflow == 0)
        return 0;
    if (target == lane->bottom)
        context->overflow--;
    else
        context->overflow = 0;
    if (context->overflow == 0)
        qp_lane_cold(lane, call->product)->slow &= ~QP_SLOW_OVERFLOW;
    return target == lane->bottom;
}

static int leave(struct qp_lane *lane, const struct qp_call *call, uint64_t stack_id)
{
    struct qp_frame *target = find_frame(lane, stack_id);
    if (lane->top == lane->bottom) {
        qp_diagnose(call->product, QP_DIAGNOSTIC_EMPTY_STACK, "%s(%#llx)", call->name, (unsigned long long)stack_id);
        return 0;
    }
    if (exit_lost_frame(lane, call, target))
        return 0;
    if (target == lane->bottom && lane->top - lane->bottom > 1)
        qp_diagnose(call->product, QP_DIAGNOSTIC_UNMATCHED_EXIT, "%s(%#llx)", call->name, (unsigned long long)stack_id);
    return pop_to(lane, call->product, target);
}

void qp_slow_exit(struct qp_lane *lane, const struct qp_call *call, uint64_t stack_id)
{
    lane = qp_slow_begin(lane, call);
    if (lane == NULL)
        return;
    int breaks = leave(lane, call, stack_id);
    qp_slow_end(lane, call->product);
    if (breaks)
        raise(SIGTRAP);
}

void qp_slow_verify_exit(struct qp_lane *lane, const struct qp_call *call, uint64_t method)
{
    lane = qp_slow_begin(lane, call);
    if (lane == NULL)
        return;
    int breaks = 0;
    if (lane->top == lane->bottom)
        qp_diagnose(call->product, QP_DIAGNOSTIC_EMPTY_STACK, "%s(%#llx)", call->name, (unsigned long long)method);
    else if (qp_frame_node(lane->top)->method != method)
        qp_diagnose(call->product, QP_DIAGNOSTIC_WRONG_METHOD, "%s(%#llx)", call->name, (unsigned long long)method);
    else
        breaks = pop_to(lane, call->product, lane->top - 1);
    qp_slow_end(lane, call->product);
    if (breaks)
        raise(SIGTRAP);
}

uint64_t qp_slow_current(struct qp_lane *lane, const struct qp_call *call)
{
    lane = qp_slow_begin(lane, call);
    if (lane == NULL)
        return 0;
    uint64_t method = lane->top == lane->bottom ? 0 : qp_frame_node(lane->top)->method;
    qp_slow_end(lane, call->product);
    return method;
}
