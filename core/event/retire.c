#include "core/event/retire.h"

#include "base/atomic.h"
#include "base/memory.h"
#include "core/store/chunks.h"
#include "core/store/diagnose.h"
#include "core/event/block_counters.h"
#include "core/carrier/carrier.h"
#include "core/method/group.h"
#include "core/method/method_nodes.h"
#include "core/method/method.h"
#include "core/method/retired.h"
#include "core/thread/run.h"

/* ---- data recorded before the first method is retired ------------------------------------------------------- */

struct carriers {
    struct qp_carrier **by_number;
    uint32_t count;
};

/* Return the carrier that owns a chunk. Return NULL if no carrier that uses this file has the owner number of the
 * chunk. */
static struct qp_carrier *owner_of(const struct carriers *carriers, const struct qp_chunk *chunk)
{
    return chunk->owner < carriers->count ? carriers->by_number[chunk->owner] : NULL;
}

static bool is_of_method(const struct qp_node *node)
{
    return node->method != 0 && node->method != QP_METHOD_FOLD && !(node->flags & QP_NODE_ROOT);
}

static void add_nodes(struct qp_chunk *chunk, void *data)
{
    struct qp_carrier *carrier = owner_of(data, chunk);
    const struct qp_node *end = (const struct qp_node *)((unsigned char *)chunk + chunk->size);
    for (const struct qp_node *node = (struct qp_node *)(chunk + 1); carrier && node + 1 <= end; node++)
        if (is_of_method(node))
            qp_method_nodes_add_node(carrier, QP_NODE_PRODUCT(node->flags), node);
}

static void add_arrays(struct qp_chunk *chunk, void *data)
{
    struct qp_carrier *carrier = owner_of(data, chunk);
    unsigned char *at = (unsigned char *)(chunk + 1), *end = (unsigned char *)chunk + chunk->size;
    while (carrier && at + QP_BLOCK_HEADER <= end) {
        const struct qp_block_array *array = (struct qp_block_array *)at;
        if (array->root == 0)
            return;
        const struct qp_root *root = qp_store_at(array->root);
        qp_method_nodes_add_array(carrier, (enum qp_product)root->product, array);
        at += QP_BLOCK_HEADER + (uint64_t)array->count * sizeof array->values[0];
    }
}

static uint32_t most_carriers(void)
{
    uint32_t most = 0;
    for (const struct qp_carrier *carrier = qp_carrier_newest(); carrier; carrier = carrier->next)
        most = carrier->number > most ? carrier->number : most;
    return most;
}

/* List the nodes of each method from now on, and add the existing nodes to the lists. Return 0, or -1 if out of
 * memory. */
static int keep_method_nodes(void)
{
    if (qp_method_nodes_kept)
        return 0;
    struct carriers carriers = {.count = most_carriers() + 1};
    carriers.by_number = qp_memory_map(carriers.count * sizeof(struct qp_carrier *));
    if (!carriers.by_number)
        return -1;
    for (struct qp_carrier *carrier = qp_carrier_newest(); carrier; carrier = carrier->next)
        if (carrier->number != 0 && carrier->file == qp_run_file)
            carriers.by_number[carrier->number] = carrier;
    int result = qp_chunks_each(QP_KIND_NODE, add_nodes, &carriers);
    if (result == 0)
        result = qp_chunks_each(QP_KIND_BLOCK, add_arrays, &carriers);
    qp_memory_unmap(carriers.by_number, carriers.count * sizeof(struct qp_carrier *));
    if (result == 0)
        qp_store_relaxed(&qp_method_nodes_kept, 1);
    return result;
}

/* ---- one method ------------------------------------------------------------------------------------------------ */

/* Replace the method id `from` by `to` in all nodes, block arrays and groups in the data file. */
static void rename_all(enum qp_product product, uint64_t from, uint64_t to)
{
    for (struct qp_carrier *carrier = qp_carrier_newest(); carrier; carrier = carrier->next)
        if (carrier->file == qp_run_file)
            qp_method_nodes_rename(carrier, product, from, to);
    if (qp_runs[product].virtual_threads)
        qp_group_rename_parents(product, from, to);
}

/* Mark the method's record as retired, and give the recorded data the internal id of a retired method. Return false
 * if out of memory, or if the method has no record, for instance because no run has begun. */
static bool give_up(enum qp_product product, struct qp_method *method)
{
    if (!qp_store.header || method->record == 0 || keep_method_nodes() != 0)
        return false;
    uint64_t own = qp_method_record_give_up(method);
    rename_all(product, method->id, own);
    qp_block_counters_rename(product, method->counters, own);
    qp_retired_add(qp_store_at(method->record), method->counters);
    return true;
}

bool qp_retire(enum qp_product product, uint64_t id)
{
    struct qp_method *method = qp_method_find(product, id);
    if (!method || !qp_load_acquire(&method->registered))
        return false;
    if (!give_up(product, method) && qp_store.header)
        qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "retired method %#llx", (unsigned long long)id);
    qp_block_counters_forget(product, method);
    qp_method_forget(method);
    return true;
}

static bool has_records(enum qp_product product, uint64_t id)
{
    const struct qp_method *method = qp_method_find(product, id);
    bool has = method && (method->registered || method->record != 0);
    for (struct qp_carrier *carrier = qp_carrier_newest(); carrier && !has; carrier = carrier->next)
        has = carrier->file == qp_run_file && qp_method_nodes_has(carrier, product, id);
    return has;
}

/* Give the record and the recorded data of a retired method to this method. Return false if out of memory. */
static bool take(enum qp_product product, struct qp_method *method, struct qp_method_record *record)
{
    uint64_t own = record->recorded_id;
    if (qp_method_take(product, method, record) != 0)
        return false;
    rename_all(product, own, method->id);
    qp_block_counters_take(product, method, qp_retired_remove(record));
    return true;
}

bool qp_retire_can_undo(enum qp_product product, const struct qp_method_definition *definition)
{
    const struct qp_method *method = qp_method_find(product, definition->id);
    return !(method && method->registered) && qp_retired_find(product, definition);
}

bool qp_retire_undo(enum qp_product product, const struct qp_method_definition *definition)
{
    struct qp_method_record *record = qp_retired_find(product, definition);
    bool may = record && !has_records(product, definition->id);
    struct qp_method *method = may ? qp_method_prepare(product, definition) : NULL;
    if (!method || !take(product, method, record))
        return false;
    qp_method_publish(method);
    return true;
}

void qp_retire_change(enum qp_product product, struct qp_method *method, const struct qp_branch_record *branches,
                      uint32_t count)
{
    bool retired = give_up(product, method);
    if (!retired && qp_store.header && method->record != 0)
        qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "retired method %#llx", (unsigned long long)method->id);
    qp_block_counters_forget(product, method);
    struct qp_method_record *record =
        retired ? qp_retired_find_branches(qp_store_at(method->record), branches, count) : NULL;
    if (!record || !take(product, method, record))
        qp_method_renew(product, method);
}
