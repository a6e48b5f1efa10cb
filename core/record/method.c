#include "core/record/method.h"

#include "base/memory.h"
#include "base/shared_table.h"
#include "core/store/arena.h"
#include "core/store/diagnose.h"
#include "core/store/store.h"
#include "core/store/string.h"

#include <string.h>

static uint64_t hash(const void *entry)
{
    return qp_hash_key(((const struct qp_method *)entry)->id);
}

static bool has_id(const void *entry, const void *id)
{
    return ((const struct qp_method *)entry)->id == *(const uint64_t *)id;
}

static struct qp_shared_table tables[QP_PRODUCTS] = {{.hash = hash}, {.hash = hash}, {.hash = hash}};
static struct qp_arena records = {.kind = QP_KIND_METHOD};
static struct qp_arena lines = {.kind = QP_KIND_LINES};

struct qp_method *qp_method_find(enum qp_product product, uint64_t id)
{
    return qp_shared_table_find(&tables[product], qp_hash_key(id), has_id, &id);
}

static struct qp_method *add(enum qp_product product, uint64_t id)
{
    struct qp_method *method = qp_shared_table_make_room(&tables[product]) == 0 ? qp_memory_keep(sizeof *method) : NULL;
    if (!method)
        return NULL;
    method->id = id;
    qp_shared_table_put(&tables[product], method);
    return method;
}

static struct qp_method *find_or_add(enum qp_product product, uint64_t id)
{
    struct qp_method *method = qp_method_find(product, id);
    return method ? method : add(product, id);
}

/* ---- retired ones ------------------------------------------------------------------------------------------ */

/* The upper half of their ids, which no client's has; the lower one is the reference of the record. */
#define RETIRED 0x9d3c5a7eu

/* NULL when the method is not retired. */
static struct qp_method_record *retired_record(uint64_t id)
{
    return QP_UNLIKELY(id >> 32 == RETIRED) && (uint32_t)id != 0 ? qp_store_at((uint32_t)id) : NULL;
}

uint32_t qp_method_flags(enum qp_product product, uint64_t id)
{
    const struct qp_method_record *record = retired_record(id);
    const struct qp_method *method = record ? NULL : qp_method_find(product, id);
    return record ? qp_load_relaxed(&record->flags) : method ? qp_load_relaxed(&method->flags) : 0;
}

uint32_t qp_method_blocks(enum qp_product product, uint64_t id)
{
    const struct qp_method_record *record = retired_record(id);
    const struct qp_method *method = record ? NULL : qp_method_find(product, id);
    return record ? record->block_count : method ? qp_load_acquire(&method->block_count) : 0;
}

uint64_t qp_method_told_id(uint64_t id)
{
    const struct qp_method_record *record = retired_record(id);
    return record && record->told_id != 0 ? *(const uint64_t *)qp_store_at(record->told_id) : id;
}

bool qp_method_is_unknown(enum qp_product product, uint64_t id)
{
    const struct qp_method *method = qp_method_find(product, id);
    return !method || (!qp_load_acquire(&method->registered) && !qp_load_relaxed(&method->asked));
}

bool qp_method_ask(enum qp_product product, uint64_t id)
{
    struct qp_method *method = qp_method_is_unknown(product, id) ? find_or_add(product, id) : NULL;
    if (!method)
        return false;
    qp_store_relaxed(&method->asked, 1);
    return true;
}

/* ---- in the data file ------------------------------------------------------------------------------------ */

static uint32_t write_table(const void *table, uint64_t size)
{
    void *copy = size == 0 ? NULL : qp_arena_take(&lines, size);
    if (!copy)
        return 0;
    memcpy(copy, table, size);
    return qp_store_reference(copy);
}

static void write_branches(const struct qp_method *method, struct qp_method_record *record)
{
    record->branches = write_table(method->branches, method->branch_count * sizeof *method->branches);
    record->branch_count = record->branches != 0 ? method->branch_count : 0;
    record->block_count = method->block_count;
}

static void write_record(enum qp_product product, struct qp_method *method, uint32_t unnamed)
{
    if (!qp_store.header)
        return;
    struct qp_method_record *record =
        method->record != 0 ? qp_store_at(method->record) : qp_arena_take(&records, sizeof *record);
    if (!record) {
        qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "method %#llx", (unsigned long long)method->id);
        return;
    }
    record->product = product;
    record->client_id = method->id;
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

static void write_if_absent(void *entry, void *data)
{
    const enum qp_product *product = data;
    struct qp_method *method = entry;
    if (method->record == 0 && (method->registered || method->flags != 0))
        write_record(*product, method, method->registered ? 0 : QP_METHOD_UNNAMED);
}

void qp_method_write_all(enum qp_product product)
{
    qp_shared_table_each(&tables[product], write_if_absent, &product);
}

static void forget_record(void *entry, void *data)
{
    (void)data;
    ((struct qp_method *)entry)->record = 0;
}

void qp_method_reset_records(void)
{
    for (int product = 0; product < QP_PRODUCTS; product++)
        qp_shared_table_each(&tables[product], forget_record, NULL);
    records = (struct qp_arena){.kind = QP_KIND_METHOD};
    lines = (struct qp_arena){.kind = QP_KIND_LINES};
}

/* ---- registration ---------------------------------------------------------------------------------------- */

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_lines(const struct qp_method *method, const struct qp_method_definition *definition)
{
    return method->line_count == definition->line_count &&
           (method->line_count == 0 ||
            memcmp(method->lines, definition->lines, method->line_count * sizeof *method->lines) == 0);
}

static bool same_content(const struct qp_method *method, const struct qp_method_definition *definition)
{
    return (method->flags & ~QP_METHOD_CYCLES) == definition->flags && same_text(method->name, definition->name) &&
           same_text(method->class_name, definition->class_name) && same_text(method->file, definition->file) &&
           same_lines(method, definition);
}

/* Functions that are made and collected again and again have the room of the one before. */
static int copy_text(char **to, const char *from)
{
    size_t length = from ? strlen(from) : 0;
    if (from && *to && strlen(*to) >= length)
        memcpy(*to, from, length + 1);
    else
        *to = from ? qp_memory_text(from) : NULL;
    return from && !*to ? -1 : 0;
}

static int copy_lines(struct qp_method *method, const struct qp_method_definition *definition)
{
    uint32_t count = definition->line_count;
    if (count > method->line_room) {
        method->lines = qp_memory_keep(count * sizeof *method->lines);
        method->line_room = method->lines ? count : 0;
        if (!method->lines)
            return -1;
    }
    method->sorted = 1;
    for (uint32_t i = 0; i < count; i++) {
        method->lines[i] = (struct qp_line_record){definition->lines[i].code_offset, definition->lines[i].line_number};
        if (i > 0 && method->lines[i].code_offset < method->lines[i - 1].code_offset)
            method->sorted = 0;
    }
    qp_store_release(&method->line_count, count); /* pairs with qp_method_line_index */
    qp_store_release(&method->block_count, count);
    return 0;
}

static int fill(struct qp_method *method, const struct qp_method_definition *definition)
{
    if (copy_text(&method->name, definition->name) == 0 &&
        copy_text(&method->class_name, definition->class_name) == 0 &&
        copy_text(&method->file, definition->file) == 0 && copy_lines(method, definition) == 0) {
        qp_store_relaxed(&method->flags, definition->flags | (method->flags & QP_METHOD_CYCLES));
        return 0;
    }
    method->name = method->class_name = method->file = NULL;
    return -1;
}

/* ---- what was not told at first ---------------------------------------------------------------------------- */

static bool goes_with(const char *known, const char *told)
{
    return !known || !told || strcmp(known, told) == 0;
}

static bool adds(const char *known, const char *told)
{
    return !known && told;
}

/* A method without a name that is registered again: what it lacks is filled in, and what it has must be the same. */
static bool may_fill_in(const struct qp_method *method, const struct qp_method_definition *definition)
{
    return adds(method->name, definition->name) && (method->flags & ~QP_METHOD_CYCLES) == definition->flags &&
           goes_with(method->class_name, definition->class_name) && goes_with(method->file, definition->file) &&
           ((method->line_count == 0 && !method->branches) || definition->line_count == 0 ||
            same_lines(method, definition));
}

static enum qp_method_result fill_in(enum qp_product product, struct qp_method *method,
                                     const struct qp_method_definition *definition)
{
    if ((adds(method->class_name, definition->class_name) && copy_text(&method->class_name, definition->class_name)) ||
        (adds(method->file, definition->file) && copy_text(&method->file, definition->file)) ||
        (method->line_count == 0 && definition->line_count > 0 && copy_lines(method, definition) != 0) ||
        copy_text(&method->name, definition->name) != 0)
        return QP_METHOD_NO_MEMORY;
    write_record(product, method, 0);
    return QP_METHOD_NEW;
}

/* ---- both ---------------------------------------------------------------------------------------------------- */

static enum qp_method_result register_again(enum qp_product product, struct qp_method *method,
                                            const struct qp_method_definition *definition)
{
    if (same_content(method, definition))
        return QP_METHOD_SAME;
    return may_fill_in(method, definition) ? fill_in(product, method, definition) : QP_METHOD_OTHER;
}

enum qp_method_result qp_method_register(enum qp_product product, const struct qp_method_definition *definition)
{
    struct qp_method *method = qp_method_find(product, definition->id);
    if (method && method->registered)
        return register_again(product, method, definition);
    if (!method)
        method = add(product, definition->id);
    if (!method || fill(method, definition) != 0)
        return QP_METHOD_NO_MEMORY;
    write_record(product, method, 0);
    qp_store_release(&method->registered, 1);
    return QP_METHOD_NEW;
}

int qp_method_add_branches(struct qp_method *method, const struct qprof_BranchInfo *branches, uint32_t count)
{
    struct qp_branch_record *copy = qp_memory_keep(count * sizeof *copy);
    if (!copy)
        return -1;
    uint32_t blocks = method->line_count;
    for (uint32_t i = 0; i < count; i++) {
        copy[i] = (struct qp_branch_record){branches[i].line_number, branches[i].first_block, branches[i].outcomes};
        uint32_t end = (uint32_t)branches[i].first_block + (uint32_t)branches[i].outcomes;
        blocks = end > blocks ? end : blocks;
    }
    method->branches = copy;
    method->branch_count = count;
    qp_store_release(&method->block_count, blocks);
    if (method->record != 0 && qp_store.header)
        write_branches(method, qp_store_at(method->record));
    return 0;
}

uint64_t qp_method_give_up_id(struct qp_method *method)
{
    struct qp_method_record *record = qp_store_at(method->record);
    uint64_t own = (uint64_t)RETIRED << 32 | method->record;
    record->told_id = write_table(&method->id, sizeof method->id);
    qp_or_relaxed(&record->flags, QP_METHOD_RETIRED);
    qp_store_release(&record->client_id, own);
    return own;
}

void qp_method_forget(struct qp_method *method)
{
    qp_store_relaxed(&method->registered, 0);
    qp_store_relaxed(&method->asked, 0);
    qp_store_relaxed(&method->flags, 0);
    qp_store_relaxed(&method->block_count, 0);
    qp_store_relaxed(&method->line_count, 0);
    method->branches = NULL;
    method->branch_count = 0;
    method->record = 0;
}

void qp_method_count_cycles(enum qp_product product, uint64_t id)
{
    struct qp_method_record *retired = retired_record(id);
    struct qp_method *method = retired ? NULL : find_or_add(product, id);
    if (retired)
        qp_or_relaxed(&retired->flags, QP_METHOD_CYCLES);
    if (!method)
        return;
    qp_or_relaxed(&method->flags, QP_METHOD_CYCLES);
    if (method->record != 0)
        ((struct qp_method_record *)qp_store_at(method->record))->flags |= QP_METHOD_CYCLES;
    else
        write_record(product, method, method->registered ? 0 : QP_METHOD_UNNAMED);
}
