#include "core/method/retired.h"

#include "base/hash.h"
#include "core/thread/index.h"
#include "core/store/diagnose.h"
#include "core/store/store.h"
#include "core/store/string.h"

#include <string.h>

/* Index of retired methods. The key (NEWEST, hash of a definition) leads to the record with this hash that was
 * retired last. The key (record, OLDER) leads to the record with the same hash that was retired before this record. The
 * key (record, COUNTERS) leads to the number of the record's newest counters (block_counters.c). */
static struct qp_index records;

#define NEWEST   1
#define OLDER    0
#define COUNTERS 1

#define DEFINED  (QP_METHOD_BLOCKS | QP_METHOD_WAITS | QP_METHOD_LOADS | QP_METHOD_TYPE) /* flags that a client sets */

void qp_retired_reset(void)
{
    qp_index_fini(&records);
}

/* Hash a client's definition. The references of strings are hashed, since equal strings have one reference. */
static uint64_t hash_of(const struct qp_method_record *record, const void *lines)
{
    const uint32_t fields[] = {record->product, record->flags & DEFINED, record->name, record->class_name,
                               record->file,    record->line_count};
    size_t size = record->line_count * sizeof(struct qp_line_record);
    return qp_hash_bytes(fields, sizeof fields) ^ qp_hash_key(size == 0 ? 0 : qp_hash_bytes(lines, size));
}

static uint64_t hash_of_record(const struct qp_method_record *record)
{
    return hash_of(record, qp_store_at(record->lines));
}

static uint32_t get(uint32_t from, uint64_t key)
{
    return qp_index_get_set(&records, from, key);
}

void qp_retired_add(const struct qp_method_record *record, uint32_t counters)
{
    if (record->name == 0)
        return;
    uint32_t reference = qp_store_reference(record);
    uint64_t hash = hash_of_record(record);
    uint32_t older = get(NEWEST, hash);
    if (qp_index_set(&records, reference, OLDER, older) != 0 ||
        qp_index_set(&records, reference, COUNTERS, counters) != 0 ||
        qp_index_set(&records, NEWEST, hash, reference) != 0)
        qp_diagnose((enum qp_product)record->product, QP_DIAGNOSTIC_NO_ROOM, "a retired method");
}

static bool is_same(const struct qp_method_record *one, const struct qp_method_record *other, const void *other_lines)
{
    return one->product == other->product && one->name == other->name && one->class_name == other->class_name &&
           one->file == other->file && ((one->flags ^ other->flags) & DEFINED) == 0 &&
           one->line_count == other->line_count &&
           (one->line_count == 0 ||
            memcmp(qp_store_at(one->lines), other_lines, one->line_count * sizeof(struct qp_line_record)) == 0);
}

struct qp_method_record *qp_retired_find(enum qp_product product, const struct qp_method_definition *definition)
{
    if (!qp_store.header || records.count == 0 || !definition->name)
        return NULL;
    const struct qp_method_record wanted = {.product = product,
                                            .flags = definition->flags,
                                            .name = qp_string_put(definition->name),
                                            .class_name = qp_string_put(definition->class_name),
                                            .file = qp_string_put(definition->file),
                                            .line_count = definition->line_count};
    uint32_t newest = get(NEWEST, hash_of(&wanted, definition->lines));
    struct qp_method_record *record = newest == 0 ? NULL : qp_store_at(newest);
    return record && is_same(record, &wanted, definition->lines) ? record : NULL;
}

struct qp_method_record *qp_retired_find_branches(const struct qp_method_record *same,
                                                  const struct qp_branch_record *branches, uint32_t count)
{
    size_t size = count * sizeof *branches;
    for (uint32_t at = get(NEWEST, hash_of_record(same)); at != 0; at = get(at, OLDER)) {
        struct qp_method_record *record = qp_store_at(at);
        if (is_same(record, same, qp_store_at(same->lines)) && record->branch_count == count &&
            (size == 0 || memcmp(qp_store_at(record->branches), branches, size) == 0))
            return record;
    }
    return NULL;
}

uint32_t qp_retired_remove(const struct qp_method_record *record)
{
    uint32_t reference = qp_store_reference(record);
    uint32_t older = get(reference, OLDER);
    uint64_t hash = hash_of_record(record);
    uint32_t at = get(NEWEST, hash);
    if (at == reference)
        qp_index_set(&records, NEWEST, hash, older);
    while (at != 0 && get(at, OLDER) != reference)
        at = get(at, OLDER);
    if (at != 0)
        qp_index_set(&records, at, OLDER, older);
    return get(reference, COUNTERS);
}
