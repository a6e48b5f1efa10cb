#include "data/load.h"

#include "data/array.h"

static int by_tick(const void *left, const void *right)
{
    const struct qp_profile_mark *a = left, *b = right;
    if (a->tick != b->tick)
        return a->tick < b->tick ? -1 : 1;
    return (a->epoch > b->epoch) - (a->epoch < b->epoch);
}

static bool add_mark(void *to, const void *of)
{
    struct qp_profile *profile = to;
    const struct qp_mark_record *record = of;
    if (record->kind > QP_MARK_SAVE || record->product >= QP_PRODUCTS) {
        qp_reader_damage(&profile->reader, "a mark of kind %u and product %u", record->kind, record->product);
        return true;
    }
    struct qp_profile_mark *mark = qp_array_add(&profile->marks, &profile->mark_count, sizeof *mark);
    if (!mark)
        return false;
    *mark = (struct qp_profile_mark){
        .kind = (enum qp_mark_kind)record->kind,
        .product = record->product,
        .tick = record->tick,
        .text = qp_reader_text(&profile->reader, record->text),
        .epoch = record->epoch,
    };
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

static bool add_phase(struct qp_profile *profile, struct qp_profile_phase phase)
{
    struct qp_profile_phase *added = qp_array_add(&profile->phases, &profile->phase_count, sizeof *added);
    if (added)
        *added = phase;
    return added;
}

static bool load_phases(struct qp_profile *profile)
{
    uint32_t next[QP_PRODUCTS] = {1, 1, 1};
    bool ok = true;
    for (uint32_t i = 0; i < QP_PRODUCTS && ok; i++)
        ok = add_phase(profile,
                       (struct qp_profile_phase){.product = i, .tick = profile->reader.header.clock_start.tick});
    for (uint32_t i = 0; i < profile->mark_count && ok; i++) {
        const struct qp_profile_mark *mark = &profile->marks[i];
        if (mark->kind == QP_MARK_CLEAR && mark->epoch > profile->clear_epoch[mark->product])
            profile->clear_epoch[mark->product] = mark->epoch;
        if (mark->kind == QP_MARK_PHASE)
            ok = add_phase(profile, (struct qp_profile_phase){mark->product, next[mark->product]++, mark->text,
                                                              mark->epoch, mark->tick});
    }
    if (ok)
        qsort(profile->phases, profile->phase_count, sizeof *profile->phases, by_epoch);
    return ok;
}

bool qp_marks_load(struct qp_profile *profile)
{
    if (!qp_reader_each(&profile->reader, QP_KIND_MARK, sizeof(struct qp_mark_record), add_mark, profile))
        return false;
    if (profile->mark_count)
        qsort(profile->marks, profile->mark_count, sizeof *profile->marks, by_tick);
    return load_phases(profile);
}
