#include "profile/load/load.h"

#include "base/atomic.h"
#include "format/array.h"

/* Read the ledger of a thread that may be recording. Each word is read by one access, in order. The first word is
 * the tick of the event that began last. If the word has changed later, an event began meanwhile. */
static struct qp_ledger load_ledger(const struct qp_ledger *of)
{
    struct qp_ledger ledger;
    const uint64_t *from = &of->arriving;
    uint64_t *to = &ledger.arriving;
    for (size_t i = 0; i < sizeof ledger / sizeof *to; i++)
        to[i] = qp_load_acquire(&from[i]);
    return ledger;
}

static bool add_root(void *to, const void *of)
{
    struct qp_profile *profile = to;
    const struct qp_root *record = of;
    uint32_t reference = qp_reader_reference(&profile->reader, record);
    uint32_t thread = qp_array_find(profile->threads, profile->carrier_count, sizeof *profile->threads, record->thread);
    uint32_t group = qp_array_find(profile->groups, profile->group_count, sizeof *profile->groups, record->group);
    if (record->product >= QP_PRODUCTS || thread == QP_NONE || (record->group && group == QP_NONE)) {
        QP_LOAD_DAMAGE(profile, "the root at %#x has no thread, group or product", reference);
        return true;
    }
    return QP_ARRAY_APPEND(&profile->roots, &profile->root_count,
                           (struct qp_profile_root){
                               .reference = reference,
                               .product = record->product,
                               .thread = thread,
                               .group = group,
                               .epoch = record->epoch,
                               .named = qp_named_find(profile, record->product, QP_ROOT_NAMED(record->flags)),
                               .phase = qp_marks_phase(profile, record->product, record->epoch),
                               .lives = QP_NONE,
                               .hidden = (record->flags & QP_ROOT_HIDDEN) != 0,
                               .cleared = record->epoch < profile->clear_epoch[record->product],
                               .estimated = (qp_load_relaxed(&record->flags) & QP_ROOT_ESTIMATED) != 0,
                               .ledger = load_ledger(&record->ledger),
                           });
}

uint32_t qp_roots_find(const struct qp_profile *profile, uint32_t reference)
{
    return qp_array_find(profile->roots, profile->root_count, sizeof *profile->roots, reference);
}

bool qp_roots_load(struct qp_profile *profile)
{
    if (!qp_reader_each(&profile->reader, QP_KIND_ROOT, sizeof(struct qp_root), add_root, profile))
        return false;
    qp_array_sort(profile->roots, profile->root_count, sizeof *profile->roots);
    return true;
}
