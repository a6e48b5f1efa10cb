#include "profile/load/load.h"

#include "base/atomic.h"
#include "format/array.h"

/* ---- living virtual threads --------------------------------------------------------------------------------- */

/* A reference and the index found for it, cached because many virtual threads refer to few groups and nodes. */
struct found {
    uint32_t reference;
    uint32_t index;
};

#define CACHED_NODES 64 /* indexed by the low bits of their references */

struct loading {
    struct qp_profile *profile;
    struct qp_map carriers; /* maps the address of a thread state to the index of its carrier + 1 */
    uint32_t capacity;      /* allocated threads (qp_array_reserve) */
    struct found group;     /* group of the last virtual thread */
    struct found nodes[CACHED_NODES];
    uint32_t latest; /* reference of the last virtual thread */
    bool unsorted;
    bool related; /* some virtual thread has a spawner or a waker */
};

static uint32_t group_at(struct loading *loading, uint32_t reference)
{
    const struct qp_profile *profile = loading->profile;
    if (reference != loading->group.reference)
        loading->group = (struct found){
            reference, qp_array_find(profile->groups, profile->group_count, sizeof *profile->groups, reference)};
    return reference ? loading->group.index : QP_NONE;
}

static uint32_t node_at(struct loading *loading, uint32_t reference)
{
    struct found *cached = &loading->nodes[reference / (sizeof(struct qp_node) / QP_UNIT) % CACHED_NODES];
    if (reference != cached->reference)
        *cached = (struct found){reference, qp_nodes_find(loading->profile, reference)};
    return reference ? cached->index : QP_NONE;
}

/* Return a context's record of numbers that few virtual threads need (struct qp_rare_record), NULL if it has none. */
static const struct qp_rare_record *rare_of(struct qp_profile *profile, const struct qp_context *context)
{
    uint32_t reference = qp_load_acquire(&context->rare);
    const struct qp_rare_record *rare = qp_reader_at(&profile->reader, reference, sizeof *rare);
    bool own = rare && qp_load_acquire(&rare->context) == qp_reader_reference(&profile->reader, context);
    if (reference && !own)
        QP_LOAD_DAMAGE(profile, "the rare record at %#x belongs to another virtual thread", reference);
    return own ? rare : NULL;
}

static void load_times(uint64_t times[QP_TIMES], const struct qp_context *context, const struct qp_rare_record *rare)
{
    for (int i = 0; i < QP_TIMES_HERE; i++)
        times[i] = qp_load_relaxed(&context->times[i]);
    for (int i = QP_TIMES_HERE; i < QP_TIMES; i++)
        times[i] = rare ? qp_load_relaxed(&rare->times[i - QP_TIMES_HERE]) : 0;
}

static bool is_shown(struct qp_profile *profile, const struct qp_context *context)
{
    if (!context->published || context->state == QP_CONTEXT_FREE || !(context->flags & QP_CONTEXT_VIRTUAL))
        return false;
    if (context->product < QP_PRODUCTS && context->state < QP_CONTEXT_STATES)
        return true;
    QP_LOAD_DAMAGE(profile, "the virtual thread at %#x is of product %u, in state %u",
                   qp_reader_reference(&profile->reader, context), context->product, context->state);
    return false;
}

/* Update last_tick, `unsorted` and `related` for the virtual thread that was added last. Its spawner and waker are
 * still references: resolve() replaces them by indexes. */
static void see_living(struct loading *loading, const struct qp_profile_thread *thread)
{
    qp_raise_to(&loading->profile->last_tick, thread->start);
    qp_raise_to(&loading->profile->last_tick, thread->since);
    qp_raise_to(&loading->profile->last_tick, thread->woken);
    loading->unsorted |= thread->reference < loading->latest;
    loading->latest = thread->reference;
    loading->related |= thread->spawner != QP_NONE || thread->waker_thread != QP_NONE;
}

static bool add_living(void *to, const void *of)
{
    struct loading *loading = to;
    struct qp_profile *profile = loading->profile;
    const struct qp_context *context = of;
    if (!is_shown(profile, context))
        return true;
    struct qp_profile_thread *thread = profile->thread_count < loading->capacity
                                           ? &profile->threads[profile->thread_count++]
                                           : qp_array_add(&profile->threads, &profile->thread_count, sizeof *thread);
    if (!thread)
        return false;
    const struct qp_rare_record *rare = rare_of(profile, context);
    uint64_t owner = qp_load_acquire(&context->owner);
    bool mounted = owner && !(owner & QP_OWNER_PARKED); /* with QP_OWNER_PARKING, the context is still mounted */
    bool cleared = context->epoch < profile->clear_epoch[context->product];
    bool has_longest = context->longest > 0 && context->longest < 0x1p63f;
    *thread = (struct qp_profile_thread){
        .reference = qp_reader_reference(&profile->reader, context),
        .number = context->carrier,
        .virtual_thread = true,
        .estimated = (context->flags & QP_CONTEXT_ESTIMATED) != 0,
        .client_id = context->client_id,
        .name = qp_reader_text(&profile->reader, context->name),
        .start = rare && rare->created ? rare->created : context->start,
        .virtual_id = context->virtual_id,
        .product = context->product,
        .group = group_at(loading, context->group),
        .epoch = context->epoch,
        .phase = qp_marks_phase(profile, context->product, context->epoch),
        .cleared = cleared,
        .state = context->flags & QP_CONTEXT_RAN_LAST ? QP_CONTEXT_RUNNING : context->state,
        .begin = context->start,
        .since = qp_load_relaxed(&context->since),
        .woken = qp_load_relaxed(&context->woken),
        .longest = has_longest ? (uint64_t)context->longest : 0,
        .migrations = context->migrations,
        .mounted = mounted,
        .carrier = (uint32_t)qp_map_get(&loading->carriers, owner & ~(uint64_t)QP_OWNER_BITS) - 1,
        .top = mounted ? QP_NONE : node_at(loading, context->top),
        .creator = node_at(loading, context->creator),
        .resumer = node_at(loading, context->resumer),
        .waker = node_at(loading, context->waker),
        .spawner = context->spawner ? context->spawner : QP_NONE,
        .waker_thread = context->waker_context ? context->waker_context : QP_NONE,
    };
    load_times(thread->times, context, rare);
    thread->paused = qp_profile_paused(profile, thread->product, (struct qp_span){thread->begin, thread->since});
    see_living(loading, thread);
    return true;
}

/* ---- references between them --------------------------------------------------------------------------------- */

uint32_t qp_virtual_threads_find(const struct qp_profile *profile, uint32_t reference, uint64_t latest_start)
{
    const struct qp_profile_thread *living = profile->threads + profile->carrier_count;
    bool none = reference == 0 || reference == QP_NONE;
    uint32_t found = none ? QP_NONE : qp_array_find(living, profile->living_count, sizeof *living, reference);
    return found == QP_NONE || living[found].start > latest_start ? QP_NONE : profile->carrier_count + found;
}

static void resolve(struct qp_profile *profile, const struct loading *loading)
{
    struct qp_profile_thread *living = profile->threads + profile->carrier_count;
    if (loading->unsorted)
        qp_array_sort(living, profile->living_count, sizeof *living);
    for (uint32_t i = 0; i < profile->living_count && loading->related; i++) {
        living[i].spawner = qp_virtual_threads_find(profile, living[i].spawner, living[i].start);
        living[i].waker_thread = qp_virtual_threads_find(profile, living[i].waker_thread, UINT64_MAX);
    }
    for (uint32_t i = 0; i < profile->group_count; i++) {
        struct qp_profile_group *group = &profile->groups[i];
        group->creator = qp_nodes_find(profile, group->creator);
        group->resumer = qp_nodes_find(profile, group->resumer);
    }
}

/* Return the capacity of the file's extents for contexts. It is 0 in a run with few contexts, which are in small
 * chunks instead. */
static uint64_t most_living(const struct qp_reader *reader)
{
    uint64_t extents = 0;
    for (uint32_t i = 0; i < reader->extent_count; i++)
        extents += reader->extents[i].kind == QP_KIND_CONTEXT;
    return extents * (QP_EXTENT_SIZE / sizeof(struct qp_context));
}

bool qp_virtual_threads_load(struct qp_profile *profile)
{
    struct loading loading = {.profile = profile};
    bool ok = true;
    loading.capacity = qp_array_reserve(&profile->threads, profile->thread_count, most_living(&profile->reader),
                                        sizeof *profile->threads);
    for (uint32_t i = 0; i < profile->carrier_count; i++) {
        for (int k = 0; k < QP_PRODUCTS && ok; k++) {
            uint64_t tstate = profile->carriers[i].tstates[k];
            ok = !tstate || qp_map_put(&loading.carriers, tstate, i + 1) == 0;
        }
    }
    ok = ok && qp_reader_each(&profile->reader, QP_KIND_CONTEXT, sizeof(struct qp_context), add_living, &loading);
    qp_map_fini(&loading.carriers);
    profile->living_count = profile->thread_count - profile->carrier_count;
    if (ok)
        resolve(profile, &loading);
    return ok;
}
