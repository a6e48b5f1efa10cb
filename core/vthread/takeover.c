#include "core/vthread/takeover.h"

#include "base/atomic.h"
#include "base/clock.h"
#include "core/store/diagnose.h"
#include "core/tree/context.h"
#include "core/thread/reason.h"
#include "core/thread/run.h"
#include "core/tree/times.h"

#include <sched.h>

static uint64_t address_of(const void *pointer)
{
    return (uint64_t)(uintptr_t)pointer;
}

/* The owner, when no lane is in the middle of putting the context aside or taking it over. That takes less than a
 * microsecond, unless the system stops the thread meanwhile; one that a debugger stops there is left behind after a
 * second. */
uint64_t qp_takeover_wait(const struct qp_context *context)
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

static struct qp_lane *lane_of(uint64_t owner)
{
    return (struct qp_lane *)(uintptr_t)(owner & ~(uint64_t)QP_OWNER_BITS);
}

/* What was read of a lane that may go on meanwhile, and then does not count: a race by intention. */
struct sight {
    const struct qp_frame *top;
    uint64_t last;
    uint64_t slice;
    struct qp_node *node; /* NULL = nonsense was read */
};

static __attribute__((noinline, no_sanitize_thread)) struct sight look(struct qp_lane *lane, enum qp_product product,
                                                                       const struct qp_context *context)
{
    struct sight sight = {.top = qp_load_relaxed(&lane->top),
                          .last = qp_load_relaxed(&lane->ledger->last),
                          .slice = qp_load_relaxed(&qp_lane_cold(lane, product)->slice)};
    uint64_t word = qp_context_word(context);
    const struct qp_frame *frames = qp_context_frames_of(word);
    if (sight.top >= frames && sight.top < frames + qp_context_room_of(word))
        sight.node = qp_frame_node(sight.top);
    return sight;
}

/* It entered nothing there, so that its time is in no tree of a group's: it gets one here, as if it had not run yet. */
static void count_as_runnable(struct qp_context *context)
{
    context->times[QP_TIME_OF(QP_CONTEXT_RUNNABLE)] += context->times[QP_TIME_OF(QP_CONTEXT_RUNNING)];
    context->times[QP_TIME_OF(QP_CONTEXT_RUNNING)] = 0;
}

/* It ran on the other lane until that one's last event; what it did since nobody tells. When it comes to that lane that
 * it does not run any more, the client says so (ran), and it ran until now: the lane is to charge that at its next
 * event. The time of a callback is the lane's own, whoever is mounted. */
static void take_state(struct qp_lane *before, enum qp_product product, struct qp_context *context,
                       const struct sight *sight, bool ran, uint64_t now)
{
    struct qp_lane_cold *cold = qp_lane_cold(before, product);
    bool cpu = qp_runs[product].slow & QP_SLOW_CPU;
    bool recorder = context->state == QP_CONTEXT_RECORDER;
    uint64_t until = ran && !cpu && !recorder && now > sight->last ? now : sight->last;
    if (sight->node)
        context->depth = (uint32_t)(sight->top - qp_context_frames(context));
    qp_times_advance(product, cold, context, until);
    if (context->group == 0)
        count_as_runnable(context);
    if (sight->last > sight->slice && (float)(until - sight->slice) > context->longest)
        context->longest = (float)(until - sight->slice);
    if (context->state != QP_CONTEXT_BLOCKED && context->state != QP_CONTEXT_WAITING)
        qp_store_relaxed(&context->state, QP_CONTEXT_RUNNABLE);
    if (sight->node && until > sight->last) {
        struct qp_taken *taken = &qp_lane_carrier(before, product)->record->taken[product];
        qp_store_relaxed(&taken->until, until);
        qp_store_release(&taken->node, qp_store_reference(sight->node));
    } else if (sight->node && context->group != 0) {
        qp_times_set_estimated(context, sight->node);
    }
}

/* What the lane that loses the context is to find as it was. */
static void note_loss(struct qp_lane *before, enum qp_product product, const struct qp_context *context,
                      const struct sight *sight)
{
    qp_lane_cold(before, product)->loss = (struct qp_lane_loss){
        .top = sight->top,
        .last = sight->last,
        .virtual_id = context->virtual_id,
    };
}

/* Take the context over from the lane that has or had it. Where it is mounted there, that lane counts nothing of it
 * from the moment on at which its owner is PARKING, unless the client reports it from both threads. */
void qp_takeover(struct qp_lane *lane, enum qp_product product, struct qp_context *context, bool ran, uint64_t now)
{
    for (;;) {
        uint64_t owner = qp_takeover_wait(context);
        struct qp_lane *before = lane_of(owner);
        bool mounted = before && before != lane && !(owner & QP_OWNER_PARKED);
        if (!qp_context_hand(context, owner, mounted ? owner | QP_OWNER_PARKING : address_of(lane)))
            continue;
        if (mounted) {
            struct sight sight = look(before, product, context);
            take_state(before, product, context, &sight, ran, now);
            note_loss(before, product, context, &sight);
            qp_store_release(&context->owner, address_of(lane)); /* pairs with qp_mount_lost */
        }
        return;
    }
}

void qp_takeover_tell(struct qp_lane *lane, enum qp_product product)
{
    qp_diagnose(product, QP_DIAGNOSTIC_VTHREAD_TWICE, "virtual thread %#llx",
                (unsigned long long)qp_lane_cold(lane, product)->loss.virtual_id);
}
