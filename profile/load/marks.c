#include "profile/load/load.h"

#include "base/order.h"
#include "format/array.h"

static int by_tick(const void *left, const void *right)
{
    const struct qp_profile_mark *a = left, *b = right;
    return QP_ORDER({a->tick, b->tick}, {a->epoch, b->epoch}, {a->reference, b->reference});
}

static bool add_mark(void *to, const void *of)
{
    struct qp_profile *profile = to;
    const struct qp_mark_record *record = of;
    if (record->kind > QP_MARK_SAVE || record->product >= QP_PRODUCTS) {
        qp_reader_damage(&profile->reader, "a mark of kind %u and product %u", record->kind, record->product);
        return true;
    }
    return QP_ARRAY_APPEND(&profile->marks, &profile->mark_count,
                           (struct qp_profile_mark){
                               .reference = qp_reader_reference(&profile->reader, record),
                               .kind = (enum qp_mark_kind)record->kind,
                               .product = record->product,
                               .tick = record->tick,
                               .text = qp_reader_text(&profile->reader, record->text),
                               .epoch = record->epoch,
                           });
}

static int by_epoch(const void *left, const void *right)
{
    const struct qp_profile_phase *a = left, *b = right;
    return QP_ORDER({a->product, b->product}, {a->epoch, b->epoch}, {a->number, b->number});
}

static bool load_phases(struct qp_profile *profile)
{
    uint32_t next[QP_PRODUCTS] = {1, 1, 1};
    bool ok = true;
    for (uint32_t i = 0; i < QP_PRODUCTS && ok; i++)
        ok = QP_ARRAY_APPEND(&profile->phases, &profile->phase_count,
                             (struct qp_profile_phase){.product = i, .tick = profile->reader.header.clock_start.tick});
    for (uint32_t i = 0; i < profile->mark_count && ok; i++) {
        const struct qp_profile_mark *mark = &profile->marks[i];
        if (mark->kind == QP_MARK_CLEAR && mark->epoch > profile->clear_epoch[mark->product])
            profile->clear_epoch[mark->product] = mark->epoch;
        if (mark->kind == QP_MARK_PHASE)
            ok = QP_ARRAY_APPEND(
                &profile->phases, &profile->phase_count,
                (struct qp_profile_phase){mark->product, next[mark->product]++, mark->text, mark->epoch, mark->tick});
    }
    if (ok)
        qsort(profile->phases, profile->phase_count, sizeof *profile->phases, by_epoch);
    return ok;
}

uint32_t qp_marks_phase(const struct qp_profile *profile, uint32_t product, uint32_t epoch)
{
    const struct qp_profile_phase *phases = profile->phases;
    uint32_t begun =
        QP_BISECT(i, profile->phase_count,
                  phases[i].product < product || (phases[i].product == product && phases[i].epoch <= epoch));
    return begun - 1;
}

/* ---- epochs and pauses ------------------------------------------------------------------------------------ */

static bool load_epochs(struct qp_profile *profile)
{
    for (uint32_t i = 0; i < profile->mark_count; i++) {
        const struct qp_profile_mark *mark = &profile->marks[i];
        if (mark->kind != QP_MARK_CLEAR && mark->kind != QP_MARK_PHASE)
            continue;
        if (!QP_ARRAY_APPEND(&profile->epochs[mark->product], &profile->epoch_count[mark->product],
                             (struct qp_profile_epoch){mark->epoch, mark->tick}))
            return false;
    }
    for (uint32_t i = 0; i < QP_PRODUCTS; i++)
        qp_array_sort(profile->epochs[i], profile->epoch_count[i], sizeof *profile->epochs[i]);
    return true;
}

uint64_t qp_profile_epoch_tick(const struct qp_profile *profile, uint32_t product, uint32_t epoch)
{
    uint32_t found =
        qp_array_find(profile->epochs[product], profile->epoch_count[product], sizeof **profile->epochs, epoch);
    return found == QP_NONE ? 0 : profile->epochs[product][found].tick;
}

/* A pause without an end lasts forever. */
static bool load_pauses(struct qp_profile *profile)
{
    bool is_paused[QP_PRODUCTS] = {false};
    for (uint32_t i = 0; i < profile->mark_count; i++) {
        const struct qp_profile_mark *mark = &profile->marks[i];
        struct qp_profile_pause **pauses = &profile->pauses[mark->product];
        uint32_t *count = &profile->pause_count[mark->product];
        if (mark->kind == QP_MARK_RESUME && is_paused[mark->product]) {
            (*pauses)[*count - 1].span.until = mark->tick;
            is_paused[mark->product] = false;
        }
        if (mark->kind != QP_MARK_PAUSE || is_paused[mark->product])
            continue;
        const struct qp_profile_pause *last = *count ? &(*pauses)[*count - 1] : NULL;
        uint64_t before = last ? last->before + (last->span.until - last->span.from) : 0;
        if (!QP_ARRAY_APPEND(pauses, count, (struct qp_profile_pause){{mark->tick, UINT64_MAX}, before}))
            return false;
        is_paused[mark->product] = true;
    }
    return true;
}

/* Return the paused time up to a tick. */
static uint64_t paused_before(const struct qp_profile *profile, uint32_t product, uint64_t tick)
{
    const struct qp_profile_pause *pauses = profile->pauses[product], *pause;
    uint32_t begun = qp_array_until(&pauses->span.from, profile->pause_count[product], sizeof *pauses, tick);
    if (begun == 0)
        return 0;
    pause = &pauses[begun - 1];
    return pause->before + (tick < pause->span.until ? tick : pause->span.until) - pause->span.from;
}

uint64_t qp_profile_paused(const struct qp_profile *profile, uint32_t product, struct qp_span span)
{
    if (span.from >= span.until || profile->pause_count[product] == 0)
        return 0;
    return paused_before(profile, product, span.until) - paused_before(profile, product, span.from);
}

/* ---- all marks -------------------------------------------------------------------------------------------- */

bool qp_marks_load(struct qp_profile *profile)
{
    if (!qp_reader_each(&profile->reader, QP_KIND_MARK, sizeof(struct qp_mark_record), add_mark, profile))
        return false;
    qp_sort(profile->marks, profile->mark_count, sizeof *profile->marks, by_tick);
    return load_phases(profile) && load_epochs(profile) && load_pauses(profile);
}
