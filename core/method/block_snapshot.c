#include "core/method/block_snapshot.h"

#include "base/atomic.h"
#include "core/store/arena.h"
#include "core/store/diagnose.h"
#include "core/thread/mark.h"
#include "core/method/method.h"

/* Read a counter by an atomic load, since the client may change the counter meanwhile. */
static uint64_t value_of(const struct qp_block_counters_record *record, const unsigned char *base, uint32_t index)
{
    return qp_load_relaxed((const uint64_t *)(base + (size_t)index * record->stride));
}

static bool has_changed(const struct qp_block_counters_record *record, const unsigned char *base)
{
    const struct qp_block_snapshot *newest = record->snapshot == 0 ? NULL : qp_store_at(record->snapshot);
    for (uint32_t i = 0; i < record->count; i++)
        if (value_of(record, base, i) != (newest ? newest->values[i] : 0))
            return true;
    return false;
}

bool qp_block_snapshot_take(struct qp_block_counters_record *record, const unsigned char *base, bool counts)
{
    enum qp_product product = (enum qp_product)record->product;
    if (!has_changed(record, base))
        return true;
    struct qp_block_snapshot *snapshot =
        qp_arena_take_shared(QP_KIND_SNAPSHOT, sizeof *snapshot + (uint64_t)record->count * sizeof snapshot->values[0]);
    if (!snapshot) {
        qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "a snapshot of the counters of method %#llx",
                    (unsigned long long)qp_method_client_id(record->method));
        return false;
    }
    snapshot->before = record->snapshot;
    snapshot->epoch = qp_mark_epoch(product);
    snapshot->counted = counts;
    snapshot->count = record->count;
    for (uint32_t i = 0; i < record->count; i++)
        snapshot->values[i] = value_of(record, base, i);
    qp_store_release(&record->snapshot, qp_store_reference(snapshot)); /* pairs with profile/load/block_counters.c */
    return true;
}
