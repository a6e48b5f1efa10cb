#include "data/threads.h"

#include "base/atomic.h"
#include "data/array.h"
#include "data/definitions.h"

/* ---- carriers and groups ------------------------------------------------------------------------------ */

static bool add_thread(struct qp_profile *profile, uint32_t *room, const struct qp_profile_thread *thread)
{
    if (!qp_array_room(&profile->threads, profile->thread_count, room, sizeof *profile->threads))
        return false;
    profile->threads[profile->thread_count++] = *thread;
    return true;
}

static bool load_carriers(struct qp_profile *profile, uint32_t *room)
{
    struct qp_reader *reader = &profile->reader;
    struct qp_walk walk = {.kind = QP_KIND_THREAD};
    const struct qp_thread_record *record;
    while ((record = qp_reader_published(reader, &walk, sizeof *record))) {
        struct qp_profile_thread thread = {
            .reference = qp_reader_reference(reader, record),
            .ended = (qp_load_relaxed(&record->flags) & QP_THREAD_ENDED) != 0,
            .number = record->number,
            .client_id = record->client_id,
            .system_id = record->system_id,
            .name = qp_reader_text(reader, qp_load_acquire(&record->name)),
            .group = QP_NONE,
            .start = record->start,
            .end = record->end,
            .count = record->count,
            .lost = qp_load_relaxed(&record->lost),
            .overwritten = qp_load_relaxed(&record->overwritten),
        };
        for (int i = 0; i < QP_PRODUCTS; i++)
            thread.buckets[i] = record->buckets[i];
        if (!add_thread(profile, room, &thread))
            return false;
    }
    profile->carrier_count = profile->thread_count;
    if (profile->carrier_count)
        qsort(profile->threads, profile->carrier_count, sizeof *profile->threads, qp_array_by_reference);
    return true;
}

static bool load_groups(struct qp_profile *profile)
{
    struct qp_reader *reader = &profile->reader;
    uint32_t room = 0;
    struct qp_walk walk = {.kind = QP_KIND_GROUP};
    const struct qp_group_record *record;
    while ((record = qp_reader_published(reader, &walk, sizeof *record))) {
        bool ok = qp_array_room(&profile->groups, profile->group_count, &room, sizeof *profile->groups);
        uint32_t parent = QP_NONE;
        if (ok && record->parent_method && record->product < QP_PRODUCTS)
            parent = qp_definitions_method(profile, record->product, record->parent_method, &ok);
        if (!ok)
            return false;
        profile->groups[profile->group_count++] = (struct qp_profile_group){
            .reference = qp_reader_reference(reader, record),
            .product = record->product,
            .name = qp_reader_text(reader, record->name),
            .parent_method = parent,
            .created = record->created,
            .ended = record->ended,
            .run = record->run,
            .blocked = record->blocked,
            .waiting = record->waiting,
        };
    }
    if (profile->group_count)
        qsort(profile->groups, profile->group_count, sizeof *profile->groups, qp_array_by_reference);
    return true;
}

/* ---- virtual threads ----------------------------------------------------------------------------------- */

static uint32_t group_at(const struct qp_profile *profile, uint32_t reference)
{
    return qp_array_find(profile->groups, profile->group_count, sizeof *profile->groups, reference);
}

static bool load_living(struct qp_profile *profile, uint32_t *room)
{
    struct qp_reader *reader = &profile->reader;
    struct qp_walk walk = {.kind = QP_KIND_CONTEXT};
    const struct qp_context *record;
    while ((record = qp_reader_published(reader, &walk, sizeof *record))) {
        if (record->state == QP_CONTEXT_FREE || !(record->flags & QP_CONTEXT_VIRTUAL) || record->product >= QP_PRODUCTS)
            continue;
        struct qp_profile_thread thread = {
            .virtual_thread = true,
            .number = record->carrier,
            .product = record->product,
            .client_id = record->client_id,
            .virtual_id = record->virtual_id,
            .name = qp_reader_text(reader, record->name),
            .group = group_at(profile, record->group),
            .start = record->start,
            .run = qp_load_relaxed(&record->run),
            .count = 1,
        };
        if (!add_thread(profile, room, &thread))
            return false;
    }
    return true;
}

static bool load_retired(struct qp_profile *profile, uint32_t *room)
{
    struct qp_reader *reader = &profile->reader;
    struct qp_walk walk = {.kind = QP_KIND_RETIRED};
    const struct qp_retired_record *record;
    while ((record = qp_reader_published(reader, &walk, sizeof *record))) {
        if (record->product >= QP_PRODUCTS) {
            qp_reader_damage(reader, "a virtual thread of product %u", record->product);
            continue;
        }
        struct qp_profile_thread thread = {
            .virtual_thread = true,
            .ended = true,
            .product = record->product,
            .client_id = record->client_id,
            .virtual_id = record->virtual_id,
            .name = qp_reader_text(reader, record->name),
            .group = group_at(profile, record->group),
            .start = record->start,
            .end = record->end,
            .run = record->run,
            .count = 1,
        };
        if (!add_thread(profile, room, &thread))
            return false;
    }
    return true;
}

/* ---- both ends ----------------------------------------------------------------------------------------- */

bool qp_threads_load(struct qp_profile *profile)
{
    uint32_t room = 0;
    return load_carriers(profile, &room) && load_groups(profile) && load_living(profile, &room) &&
           load_retired(profile, &room);
}

void qp_threads_free(struct qp_profile *profile)
{
    free(profile->threads);
    free(profile->groups);
}
