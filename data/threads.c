#include "data/load.h"

#include "base/atomic.h"
#include "data/array.h"

static bool add_thread(struct qp_profile *profile, const struct qp_profile_thread *thread)
{
    struct qp_profile_thread *added = qp_array_add(&profile->threads, &profile->thread_count, sizeof *added);
    if (added)
        *added = *thread;
    return added;
}

/* ---- carriers and groups ------------------------------------------------------------------------------ */

static bool add_carrier(void *to, const void *of)
{
    struct qp_profile *profile = to;
    const struct qp_thread_record *record = of;
    struct qp_profile_thread thread = {
        .reference = qp_reader_reference(&profile->reader, record),
        .ended = (qp_load_relaxed(&record->flags) & QP_THREAD_ENDED) != 0,
        .number = record->number,
        .client_id = record->client_id,
        .system_id = record->system_id,
        .name = qp_reader_text(&profile->reader, qp_load_acquire(&record->name)),
        .group = QP_NONE,
        .start = record->start,
        .end = record->end,
        .count = record->count,
        .lost = qp_load_relaxed(&record->lost),
        .overwritten = qp_load_relaxed(&record->overwritten),
    };
    for (int i = 0; i < QP_PRODUCTS; i++)
        thread.buckets[i] = record->buckets[i];
    return add_thread(profile, &thread);
}

static bool add_group(void *to, const void *of)
{
    struct qp_profile *profile = to;
    const struct qp_group_record *record = of;
    struct qp_profile_group *group = qp_array_add(&profile->groups, &profile->group_count, sizeof *group);
    bool ok = group;
    uint32_t parent = QP_NONE;
    if (ok && record->parent_method && record->product < QP_PRODUCTS)
        parent = qp_definitions_method(profile, record->product, record->parent_method, &ok);
    if (!ok)
        return false;
    *group = (struct qp_profile_group){
        .reference = qp_reader_reference(&profile->reader, record),
        .product = record->product,
        .name = qp_reader_text(&profile->reader, record->name),
        .parent_method = parent,
        .created = record->created,
        .ended = record->ended,
        .run = record->run,
        .blocked = record->blocked,
        .waiting = record->waiting,
    };
    return true;
}

/* ---- virtual threads ----------------------------------------------------------------------------------- */

static uint32_t group_at(const struct qp_profile *profile, uint32_t reference)
{
    return qp_array_find(profile->groups, profile->group_count, sizeof *profile->groups, reference);
}

static bool add_living(void *to, const void *of)
{
    struct qp_profile *profile = to;
    const struct qp_context *record = of;
    if (record->state == QP_CONTEXT_FREE || !(record->flags & QP_CONTEXT_VIRTUAL) || record->product >= QP_PRODUCTS)
        return true;
    const struct qp_profile_thread thread = {
        .virtual_thread = true,
        .number = record->carrier,
        .product = record->product,
        .client_id = record->client_id,
        .virtual_id = record->virtual_id,
        .name = qp_reader_text(&profile->reader, record->name),
        .group = group_at(profile, record->group),
        .start = record->start,
        .run = qp_load_relaxed(&record->run),
        .count = 1,
    };
    return add_thread(profile, &thread);
}

static bool add_retired(void *to, const void *of)
{
    struct qp_profile *profile = to;
    const struct qp_retired_record *record = of;
    if (record->product >= QP_PRODUCTS) {
        qp_reader_damage(&profile->reader, "a virtual thread of product %u", record->product);
        return true;
    }
    const struct qp_profile_thread thread = {
        .virtual_thread = true,
        .ended = true,
        .product = record->product,
        .client_id = record->client_id,
        .virtual_id = record->virtual_id,
        .name = qp_reader_text(&profile->reader, record->name),
        .group = group_at(profile, record->group),
        .start = record->start,
        .end = record->end,
        .run = record->run,
        .count = 1,
    };
    return add_thread(profile, &thread);
}

/* ---- all of them --------------------------------------------------------------------------------------- */

bool qp_threads_load(struct qp_profile *profile)
{
    struct qp_reader *reader = &profile->reader;
    if (!qp_reader_each(reader, QP_KIND_THREAD, sizeof(struct qp_thread_record), add_carrier, profile) ||
        !qp_reader_each(reader, QP_KIND_GROUP, sizeof(struct qp_group_record), add_group, profile))
        return false;
    profile->carrier_count = profile->thread_count;
    qp_array_sort(profile->threads, profile->carrier_count, sizeof *profile->threads);
    qp_array_sort(profile->groups, profile->group_count, sizeof *profile->groups);
    return qp_reader_each(reader, QP_KIND_CONTEXT, sizeof(struct qp_context), add_living, profile) &&
           qp_reader_each(reader, QP_KIND_RETIRED, sizeof(struct qp_retired_record), add_retired, profile);
}
