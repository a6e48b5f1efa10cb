#include "data/array.h"
#include "data/loader.h"

#include "base/atomic.h"

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
    while ((record = qp_reader_record(reader, &walk, sizeof *record))) {
        if (!qp_load_acquire(&record->published))
            continue;
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
    while ((record = qp_reader_record(reader, &walk, sizeof *record))) {
        if (!qp_load_acquire(&record->published))
            continue;
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
    while ((record = qp_reader_record(reader, &walk, sizeof *record))) {
        if (!qp_load_acquire(&record->published))
            continue;
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
    while ((record = qp_reader_record(reader, &walk, sizeof *record))) {
        if (!qp_load_acquire(&record->published))
            continue;
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

/* ---- marks and phases ---------------------------------------------------------------------------------- */

static int by_tick(const void *left, const void *right)
{
    const struct qp_profile_mark *a = left, *b = right;
    if (a->tick != b->tick)
        return a->tick < b->tick ? -1 : 1;
    return (a->epoch > b->epoch) - (a->epoch < b->epoch);
}

static bool load_marks(struct qp_profile *profile)
{
    struct qp_reader *reader = &profile->reader;
    uint32_t room = 0;
    struct qp_walk walk = {.kind = QP_KIND_MARK};
    const struct qp_mark_record *record;
    while ((record = qp_reader_record(reader, &walk, sizeof *record))) {
        uint32_t kind = qp_load_acquire(&record->kind);
        if (kind == QP_MARK_NONE)
            continue;
        if (kind > QP_MARK_SAVE || record->product >= QP_PRODUCTS) {
            qp_reader_damage(reader, "a mark of kind %u and product %u", kind, record->product);
            continue;
        }
        if (!qp_array_room(&profile->marks, profile->mark_count, &room, sizeof *profile->marks))
            return false;
        profile->marks[profile->mark_count++] = (struct qp_profile_mark){
            .kind = (enum qp_mark_kind)kind,
            .product = record->product,
            .tick = record->tick,
            .text = qp_reader_text(reader, record->text),
            .epoch = record->epoch,
        };
    }
    if (profile->mark_count)
        qsort(profile->marks, profile->mark_count, sizeof *profile->marks, by_tick);
    return true;
}

static int by_epoch(const void *left, const void *right)
{
    const struct qp_profile_phase *a = left, *b = right;
    if (a->product != b->product)
        return a->product < b->product ? -1 : 1;
    if (a->epoch != b->epoch)
        return a->epoch < b->epoch ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

static bool load_phases(struct qp_profile *profile)
{
    uint32_t next[QP_PRODUCTS] = {1, 1, 1};
    uint32_t room = 0;
    for (uint32_t i = 0; i < QP_PRODUCTS; i++) {
        if (!qp_array_room(&profile->phases, profile->phase_count, &room, sizeof *profile->phases))
            return false;
        profile->phases[profile->phase_count++] =
            (struct qp_profile_phase){.product = i, .tick = profile->reader.header.clock_start.tick};
    }
    for (uint32_t i = 0; i < profile->mark_count; i++) {
        const struct qp_profile_mark *mark = &profile->marks[i];
        if (mark->kind == QP_MARK_CLEAR && mark->epoch > profile->clear_epoch[mark->product])
            profile->clear_epoch[mark->product] = mark->epoch;
        if (mark->kind != QP_MARK_PHASE)
            continue;
        if (!qp_array_room(&profile->phases, profile->phase_count, &room, sizeof *profile->phases))
            return false;
        profile->phases[profile->phase_count++] = (struct qp_profile_phase){
            .product = mark->product,
            .number = next[mark->product]++,
            .name = mark->text,
            .epoch = mark->epoch,
            .tick = mark->tick,
        };
    }
    qsort(profile->phases, profile->phase_count, sizeof *profile->phases, by_epoch);
    return true;
}

/* ---- both ends ----------------------------------------------------------------------------------------- */

bool qp_course_load(struct qp_profile *profile)
{
    uint32_t room = 0;
    return load_carriers(profile, &room) && load_groups(profile) && load_living(profile, &room) &&
           load_retired(profile, &room) && load_marks(profile) && load_phases(profile);
}

void qp_course_free(struct qp_profile *profile)
{
    free(profile->threads);
    free(profile->groups);
    free(profile->marks);
    free(profile->phases);
}
