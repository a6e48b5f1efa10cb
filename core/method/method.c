#include "core/method/method.h"

#include "base/memory.h"
#include "base/shared_table.h"
#include "core/store/store.h"

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

uint32_t qp_method_flags(enum qp_product product, uint64_t id)
{
    const struct qp_method_record *record = qp_method_record_retired(id);
    const struct qp_method *method = record ? NULL : qp_method_find(product, id);
    return record ? qp_load_relaxed(&record->flags) : method ? qp_load_relaxed(&method->flags) : 0;
}

uint32_t qp_method_blocks(enum qp_product product, uint64_t id)
{
    const struct qp_method_record *record = qp_method_record_retired(id);
    const struct qp_method *method = record ? NULL : qp_method_find(product, id);
    return record ? record->block_count : method ? qp_load_acquire(&method->block_count) : 0;
}

uint64_t qp_method_client_id(uint64_t id)
{
    const struct qp_method_record *record = qp_method_record_retired(id);
    return record && record->client_id != 0 ? *(const uint64_t *)qp_store_at(record->client_id) : id;
}

uint64_t qp_method_moved_id(enum qp_product product, uint64_t id)
{
    const struct qp_method *method = qp_method_find(product, id);
    bool moved = method && !qp_load_acquire(&method->registered) && method->moved != 0;
    return moved ? method->moved : id;
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

static void write_if_absent(void *entry, void *data)
{
    const enum qp_product *product = data;
    struct qp_method *method = entry;
    if (method->record == 0 && (method->registered || method->flags != 0))
        qp_method_record_write(*product, method, method->registered ? 0 : QP_METHOD_UNNAMED);
}

void qp_method_write_all(enum qp_product product)
{
    qp_shared_table_each(&tables[product], write_if_absent, &product);
}

static void forget_record(void *entry, void *data)
{
    struct qp_method *method = entry;
    (void)data;
    method->record = 0;
    qp_store_relaxed(&method->flags, method->flags & ~QP_METHOD_THROTTLED);
}

void qp_method_reset_records(void)
{
    for (int product = 0; product < QP_PRODUCTS; product++)
        qp_shared_table_each(&tables[product], forget_record, NULL);
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
    return (method->flags & ~QP_METHOD_ADDED) == definition->flags && same_text(method->name, definition->name) &&
           same_text(method->class_name, definition->class_name) && same_text(method->file, definition->file) &&
           same_lines(method, definition);
}

/* Copy a text. Reuse the space of the text at *to if that is long enough, since an interpreter may define and retire
 * functions repeatedly. Return 0, or -1 if out of memory. */
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

static int copy_branches(struct qp_method *method, const struct qp_branch_record *branches, uint32_t count)
{
    if (count > method->branch_room) {
        method->branches = qp_memory_keep(count * sizeof *branches);
        method->branch_room = method->branches ? count : 0;
        if (!method->branches)
            return -1;
    }
    uint32_t blocks = method->line_count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t end = (uint32_t)branches[i].first_block + (uint32_t)branches[i].outcomes;
        method->branches[i] = branches[i];
        blocks = end > blocks ? end : blocks;
    }
    method->branch_count = count;
    qp_store_release(&method->block_count, blocks);
    return 0;
}

static int copy_targets(struct qp_method *method, const int32_t *targets, uint32_t count)
{
    if (count > method->target_room) {
        method->targets = qp_memory_keep(count * sizeof *targets);
        method->target_room = method->targets ? count : 0;
        if (!method->targets)
            return -1;
    }
    if (count > 0)
        memcpy(method->targets, targets, count * sizeof *targets);
    method->target_count = count;
    return 0;
}

static int fill(struct qp_method *method, const struct qp_method_definition *definition)
{
    if (copy_text(&method->name, definition->name) == 0 &&
        copy_text(&method->class_name, definition->class_name) == 0 &&
        copy_text(&method->file, definition->file) == 0 && copy_lines(method, definition) == 0) {
        qp_store_relaxed(&method->flags, definition->flags | (method->flags & QP_METHOD_ADDED));
        return 0;
    }
    method->name = method->class_name = method->file = NULL;
    return -1;
}

/* ---- completing a registration ------------------------------------------------------------------------------ */

static bool is_compatible(const char *known, const char *given)
{
    return !known || !given || strcmp(known, given) == 0;
}

static bool adds(const char *known, const char *given)
{
    return !known && given;
}

/* Return true if the definition may complete a method without a name: the definition has a name, and does not
 * contradict the known parts of the method. */
static bool may_fill_in(const struct qp_method *method, const struct qp_method_definition *definition)
{
    return adds(method->name, definition->name) && (method->flags & ~QP_METHOD_ADDED) == definition->flags &&
           is_compatible(method->class_name, definition->class_name) && is_compatible(method->file, definition->file) &&
           ((method->line_count == 0 && method->branch_count == 0) || definition->line_count == 0 ||
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
    qp_method_record_write(product, method, 0);
    return QP_METHOD_NEW;
}

/* ---- registration or completion ------------------------------------------------------------------------- */

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
    qp_method_record_write(product, method, 0);
    qp_method_publish(method);
    return QP_METHOD_NEW;
}

int qp_method_add_branches(struct qp_method *method, const struct qp_branch_record *branches, uint32_t count)
{
    size_t size = count * sizeof *branches;
    if (method->branch_count > 0)
        return method->branch_count == count && memcmp(method->branches, branches, size) == 0 ? 0 : -1;
    if (copy_branches(method, branches, count) != 0)
        return -1;
    qp_method_record_write_branches(method);
    return 0;
}

int qp_method_add_targets(struct qp_method *method, const int32_t *targets, uint32_t count)
{
    size_t size = count * sizeof *targets;
    if (method->target_count > 0)
        return method->target_count == count && memcmp(method->targets, targets, size) == 0 ? 0 : -1;
    if (copy_targets(method, targets, count) != 0)
        return -1;
    qp_method_record_write_branches(method);
    return 0;
}

/* ---- retired and redefined methods --------------------------------------------------------------------------- */

void qp_method_forget(struct qp_method *method)
{
    qp_store_relaxed(&method->registered, 0);
    qp_store_relaxed(&method->asked, 0);
    qp_store_relaxed(&method->flags, 0);
    qp_store_relaxed(&method->block_count, 0);
    qp_store_relaxed(&method->line_count, 0);
    method->branch_count = 0;
    method->target_count = 0;
    method->record = 0;
    method->again = 0;
    method->moved = 0;
}

struct qp_method *qp_method_prepare(enum qp_product product, const struct qp_method_definition *definition)
{
    struct qp_method *method = find_or_add(product, definition->id);
    return method && fill(method, definition) == 0 ? method : NULL;
}

int qp_method_take(enum qp_product product, struct qp_method *method, struct qp_method_record *record)
{
    uint64_t client_id = record->client_id == 0 ? 0 : *(uint64_t *)qp_store_at(record->client_id);
    struct qp_method *before = client_id == method->id ? NULL : qp_method_find(product, client_id);
    uint32_t target_count;
    const int32_t *targets = qp_method_record_targets(record, &target_count);
    if (copy_branches(method, qp_store_at(record->branches), record->branch_count) != 0 ||
        copy_targets(method, targets, target_count) != 0)
        return -1;
    if (before)
        before->moved = method->id;
    qp_or_relaxed(&method->flags, record->flags & QP_METHOD_CYCLES);
    method->again = 1;
    method->moved = 0;
    qp_method_record_take(method, record);
    return 0;
}

void qp_method_renew(enum qp_product product, struct qp_method *method)
{
    method->again = 0;
    method->record = 0;
    method->branch_count = 0;
    method->target_count = 0;
    qp_store_release(&method->block_count, method->line_count);
    qp_method_record_write(product, method, 0);
}

void qp_method_publish(struct qp_method *method)
{
    qp_store_release(&method->registered, 1);
}

void qp_method_flag(enum qp_product product, uint64_t id, uint32_t flag)
{
    struct qp_method_record *retired = qp_method_record_retired(id);
    struct qp_method *method = retired ? NULL : find_or_add(product, id);
    if (retired)
        qp_or_relaxed(&retired->flags, flag);
    if (!method)
        return;
    qp_or_relaxed(&method->flags, flag);
    if (method->record != 0 && qp_store.header)
        ((struct qp_method_record *)qp_store_at(method->record))->flags |= flag;
    else
        qp_method_record_write(product, method, method->registered ? 0 : QP_METHOD_UNNAMED);
}
