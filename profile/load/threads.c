#include "profile/load/load.h"

#include "base/atomic.h"
#include "format/array.h"

static bool add_carrier(void *to, const void *of)
{
    struct qp_profile *profile = to;
    const struct qp_thread_record *record = of;
    struct qp_profile_carrier carrier = {
        .reference = qp_reader_reference(&profile->reader, record),
        .system_id = record->system_id,
        .count = record->count,
        .lost = qp_load_relaxed(&record->lost),
        .overwritten = qp_load_relaxed(&record->overwritten),
    };
    for (int i = 0; i < QP_PRODUCTS; i++)
        carrier.tstates[i] = record->tstates[i];
    const struct qp_profile_thread thread = {
        .reference = carrier.reference,
        .ended = (qp_load_relaxed(&record->flags) & QP_THREAD_ENDED) != 0,
        .number = record->number,
        .client_id = record->client_id,
        .name = qp_reader_text(&profile->reader, qp_load_acquire(&record->name)),
        .group = QP_NONE,
        .carrier = QP_NONE,
        .top = QP_NONE,
        .creator = QP_NONE,
        .resumer = QP_NONE,
        .waker = QP_NONE,
        .spawner = QP_NONE,
        .waker_thread = QP_NONE,
        .start = record->start,
        .end = record->end,
    };
    return QP_ARRAY_APPEND(&profile->carriers, &profile->carrier_count, carrier) &&
           QP_ARRAY_APPEND(&profile->threads, &profile->thread_count, thread);
}

static bool add_group(void *to, const void *of)
{
    struct qp_profile *profile = to;
    const struct qp_group_record *record = of;
    bool ok = true;
    uint32_t parent = QP_NONE;
    if (record->parent_method && record->product < QP_PRODUCTS)
        parent = qp_definitions_method(profile, record->product, record->parent_method, &ok);
    const struct qp_profile_group group = {
        .reference = qp_reader_reference(&profile->reader, record),
        .product = record->product,
        .name = qp_reader_text(&profile->reader, record->name),
        .parent_method = parent,
        .creator = record->creator, /* `creator` and `resumer` are references here; qp_virtual_threads_load replaces
                                     * them by indexes */
        .resumer = record->resumer,
        .estimated = (qp_load_relaxed(&record->flags) & QP_GROUP_ESTIMATED) != 0,
        .disturbed = (qp_load_relaxed(&record->flags) & QP_GROUP_DISTURBED) != 0,
    };
    return ok && QP_ARRAY_APPEND(&profile->groups, &profile->group_count, group);
}

/* ---- all threads --------------------------------------------------------------------------------------- */

bool qp_threads_load(struct qp_profile *profile)
{
    struct qp_reader *reader = &profile->reader;
    if (!qp_reader_each(reader, QP_KIND_THREAD, sizeof(struct qp_thread_record), add_carrier, profile) ||
        !qp_reader_each(reader, QP_KIND_GROUP, sizeof(struct qp_group_record), add_group, profile))
        return false;
    qp_array_sort(profile->threads, profile->carrier_count, sizeof *profile->threads);
    qp_array_sort(profile->carriers, profile->carrier_count, sizeof *profile->carriers);
    qp_array_sort(profile->groups, profile->group_count, sizeof *profile->groups);
    return true;
}
