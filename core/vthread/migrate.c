#include "core/vthread/migrate.h"

#include "base/atomic.h"
#include "base/clock.h"
#include "core/store/diagnose.h"
#include "core/tree/context.h"
#include "core/thread/reason.h"
#include "core/thread/run.h"
#include "core/tree/times.h"

#include <sched.h>

/* The wait takes less than a microsecond unless the system preempts the thread that claims or takes over the
 * context. A debugger may also stop that thread, so give up waiting after a second. */
uint64_t qp_migrate_wait(const struct qp_context *context)
{
    uint64_t owner = qp_load_acquire(&context->owner), deadline = 0;
    while (owner & QP_OWNER_PARKING) {
        uint64_t now = qp_clock_monotonic();
        deadline = deadline == 0 ? now + 1000000000 : deadline;
        if (now >= deadline)
            break;
        sched_yield();
        owner = qp_load_acquire(&context->owner);
    }
    return owner;
}

static struct qp_tstate *tstate_of(uint64_t owner)
{
    return (struct qp_tstate *)(uintptr_t)(owner & ~(uint64_t)QP_OWNER_BITS);
}

/* Values read from another thread state. The thread that owns that thread state may change the values meanwhile.
 * This race is intended. */
struct snapshot {
    const struct qp_frame *top;
    uint64_t last;
    uint64_t slice;
    struct qp_node *node; /* NULL = the values read were inconsistent */
};

static __attribute__((noinline, no_sanitize_thread)) struct snapshot
read_snapshot(struct qp_tstate *tstate, enum qp_product product, const struct qp_context *context)
{
    struct snapshot snapshot = {.top = qp_load_relaxed(&tstate->top),
                                .last = qp_load_relaxed(&tstate->ledger->last),
                                .slice = qp_load_relaxed(&qp_tstate_cold(tstate, product)->slice)};
    uint64_t word = qp_context_word(context);
    const struct qp_frame *frames = qp_context_frames_of(word);
    if (snapshot.top >= frames && snapshot.top < frames + qp_context_room_of(word))
        snapshot.node = qp_frame_node(snapshot.top);
    return snapshot;
}

/* Count the running time of a virtual thread without a group as runnable, as if it had not run yet. It entered no
 * function, so its running time is in no group's tree. */
static void count_as_runnable(struct qp_context *context)
{
    context->times[QP_TIME_OF(QP_CONTEXT_RUNNABLE)] += context->times[QP_TIME_OF(QP_CONTEXT_RUNNING)];
    context->times[QP_TIME_OF(QP_CONTEXT_RUNNING)] = 0;
}

/* Charge the virtual thread for its time on the thread state `before`. The virtual thread certainly ran there until
 * the last event of `before`. If `ran` is true, the client has reported that the virtual thread has just stopped there,
 * so it ran until `now`. The time since the last event of `before` must then be charged to the node on top, too: the
 * other thread does this at its next event (struct qp_taken). If `before` is in recorder time, the time since its last
 * event does not belong to the virtual thread. */
static void take_state(struct qp_tstate *before, enum qp_product product, struct qp_context *context,
                       const struct snapshot *snapshot, bool ran, uint64_t now)
{
    struct qp_tstate_cold *cold = qp_tstate_cold(before, product);
    bool cpu = qp_runs[product].slow & QP_SLOW_CPU;
    bool recorder = context->state == QP_CONTEXT_RECORDER;
    uint64_t until = ran && !cpu && !recorder && now > snapshot->last ? now : snapshot->last;
    if (snapshot->node)
        context->depth = (uint32_t)(snapshot->top - qp_context_frames(context));
    if (until > context->since) { /* qp_times_recorded would miss marks that the other thread has not processed yet */
        qp_times_add(context, (enum qp_context_state)context->state,
                     qp_times_recorded_among_marks(product, cold, context->since, until));
        qp_store_relaxed(&context->since, until);
    }
    if (context->group == 0)
        count_as_runnable(context);
    if (snapshot->last > snapshot->slice && (float)(until - snapshot->slice) > context->longest)
        context->longest = (float)(until - snapshot->slice);
    if (context->state != QP_CONTEXT_BLOCKED && context->state != QP_CONTEXT_WAITING)
        qp_store_relaxed(&context->state, QP_CONTEXT_RUNNABLE);
    if (snapshot->node && until > snapshot->last) {
        struct qp_taken *taken = &qp_tstate_carrier(before, product)->record->taken[product];
        qp_store_relaxed(&taken->until, until);
        qp_store_release(&taken->node, qp_store_reference(snapshot->node));
    } else if (snapshot->node && context->group != 0) {
        qp_times_set_estimated(context, snapshot->node);
    }
}

/* Save a snapshot of `before`, the thread state that loses the context, as it is at that moment. */
static void note_loss(struct qp_tstate *before, enum qp_product product, const struct qp_context *context,
                      const struct snapshot *snapshot)
{
    qp_tstate_cold(before, product)->loss = (struct qp_tstate_loss){
        .top = snapshot->top,
        .last = snapshot->last,
        .virtual_id = context->virtual_id,
    };
}

/* Take the context over from the thread state that owns it. If the context is mounted on that thread state, the bit
 * PARKING in its owner keeps the other thread from recording events for the context. This protects the context unless
 * the client reports events of the virtual thread from both threads. */
void qp_migrate(struct qp_tstate *tstate, enum qp_product product, struct qp_context *context, uint64_t virtual_id,
                bool ran, uint64_t now)
{
    for (;;) {
        uint64_t owner = qp_migrate_wait(context);
        struct qp_tstate *before = tstate_of(owner);
        bool mounted = before && before != tstate && !(owner & QP_OWNER_PARKED);
        if (!qp_context_hand(context, owner, mounted ? owner | QP_OWNER_PARKING : qp_tstate_address(tstate)))
            continue;
        bool twice = qp_load_relaxed(&context->virtual_id) != virtual_id; /* the virtual thread has ended since its
                                                                           * look-up */
        if (mounted) {
            struct snapshot snapshot = read_snapshot(before, product, context);
            take_state(before, product, context, &snapshot, ran, now);
            note_loss(before, product, context, &snapshot);
            qp_store_release(&context->owner, qp_tstate_address(tstate)); /* pairs with the load in qp_tstate_has */
            twice |= !snapshot.node; /* the snapshot is inconsistent, so the other thread is about to mount the
                                      * context */
        }
        if (twice)
            qp_migrate_report(product, virtual_id);
        return;
    }
}

void qp_migrate_report(enum qp_product product, uint64_t virtual_id)
{
    qp_diagnose(product, QP_DIAGNOSTIC_VTHREAD_TWICE, "virtual thread %#llx", (unsigned long long)virtual_id);
}
