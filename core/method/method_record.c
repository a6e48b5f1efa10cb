/* method_record.c - the record of a method in the data file (method.h). */
#include "core/method/method.h"

#include "base/atomic.h"
#include "core/store/arena.h"
#include "core/store/diagnose.h"
#include "core/store/store.h"
#include "core/store/string.h"

#include <string.h>

/* Write two tables, one directly after the other. */
static uint32_t write_tables(const void *first, size_t size, const void *second, size_t second_size)
{
    char *copy = size == 0 ? NULL : qp_arena_take_shared(QP_KIND_LINES, size + second_size);
    if (!copy)
        return 0;
    memcpy(copy, first, size);
    if (second_size > 0)
        memcpy(copy + size, second, second_size);
    return qp_store_reference(copy);
}

static uint32_t write_table(const void *table, size_t size)
{
    return write_tables(table, size, NULL, 0);
}

static void write_branches(const struct qp_method *method, struct qp_method_record *record)
{
    record->branches = write_tables(method->branches, method->branch_count * sizeof *method->branches, method->targets,
                                    method->target_count * sizeof *method->targets);
    record->branch_count = record->branches != 0 ? method->branch_count : 0;
    record->block_count = method->block_count;
    if (record->branches != 0 && method->target_count > 0)
        qp_store_release(&record->flags, record->flags | QP_METHOD_TARGETS); /* pairs with add_method of the reader */
}

void qp_method_record_write(enum qp_product product, struct qp_method *method, uint32_t unnamed)
{
    if (!qp_store.header)
        return;
    struct qp_method_record *record =
        method->record != 0 ? qp_store_at(method->record) : qp_arena_take_shared(QP_KIND_METHOD, sizeof *record);
    if (!record) {
        qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "method %#llx", (unsigned long long)method->id);
        return;
    }
    record->product = product;
    record->recorded_id = method->id;
    record->flags = method->flags | unnamed;
    record->name = qp_string_put(method->name);
    record->class_name = qp_string_put(method->class_name);
    record->file = qp_string_put(method->file);
    record->lines = write_table(method->lines, method->line_count * sizeof *method->lines);
    record->line_count = record->lines != 0 ? method->line_count : 0;
    write_branches(method, record);
    qp_store_release(&record->published, 1); /* pairs with the reader's walk over methods */
    method->record = qp_store_reference(record);
}

void qp_method_record_write_branches(const struct qp_method *method)
{
    if (method->record != 0 && qp_store.header)
        write_branches(method, qp_store_at(method->record));
}

const int32_t *qp_method_record_targets(const struct qp_method_record *record, uint32_t *count)
{
    const struct qp_branch_record *branches = qp_store_at(record->branches);
    *count = 0;
    if (!(record->flags & QP_METHOD_TARGETS))
        return NULL;
    for (uint32_t i = 0; i < record->branch_count; i++)
        *count += (uint32_t)branches[i].outcomes;
    return (const int32_t *)(branches + record->branch_count);
}

/* ---- retired methods --------------------------------------------------------------------------------------- */

/* Upper half of the internal ids of retired methods. No client uses ids with this upper half. The lower half is the
 * record's reference. */
#define RETIRED 0x9d3c5a7eu

struct qp_method_record *qp_method_record_retired(uint64_t id)
{
    return QP_UNLIKELY(id >> 32 == RETIRED) && (uint32_t)id != 0 ? qp_store_at((uint32_t)id) : NULL;
}

uint64_t qp_method_record_give_up(const struct qp_method *method)
{
    struct qp_method_record *record = qp_store_at(method->record);
    uint64_t own = (uint64_t)RETIRED << 32 | method->record;
    if (record->client_id == 0)
        record->client_id = write_table(&method->id, sizeof method->id);
    qp_or_relaxed(&record->flags, QP_METHOD_RETIRED);
    qp_store_release(&record->recorded_id, own);
    return own;
}

void qp_method_record_take(struct qp_method *method, struct qp_method_record *record)
{
    method->record = qp_store_reference(record);
    if (record->client_id != 0)
        *(uint64_t *)qp_store_at(record->client_id) = method->id;
    qp_and_relaxed(&record->flags, ~QP_METHOD_RETIRED);
    qp_store_release(&record->recorded_id, method->id);
}
