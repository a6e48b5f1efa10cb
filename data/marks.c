#include "data/marks.h"

#include "base/atomic.h"
#include "data/array.h"

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

bool qp_marks_load(struct qp_profile *profile)
{
    return load_marks(profile) && load_phases(profile);
}

void qp_marks_free(struct qp_profile *profile)
{
    free(profile->marks);
    free(profile->phases);
}
