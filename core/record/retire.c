#include "core/record/retire.h"

#include "base/atomic.h"
#include "base/memory.h"
#include "core/store/chunks.h"
#include "core/store/diagnose.h"
#include "core/record/block_counters.h"
#include "core/record/carrier.h"
#include "core/record/group.h"
#include "core/record/method_nodes.h"
#include "core/record/method.h"
#include "core/record/run.h"

/* ---- what there is when the first method is retired ----------------------------------------------------------- */

struct carriers {
    struct qp_carrier **by_number;
    uint32_t count;
};

/* NULL for what is no carrier's, or of one that began anew in another file. */
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

/* Keep the nodes of methods from now on, those that there are already first. Returns 0, or -1 without memory. */
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

static void rename_all(enum qp_product product, struct qp_method *method)
{
    uint64_t own = qp_method_give_up_id(method);
    for (struct qp_carrier *carrier = qp_carrier_newest(); carrier; carrier = carrier->next)
        if (carrier->file == qp_run_file)
            qp_method_nodes_rename(carrier, product, method->id, own);
    qp_block_counters_rename(product, method, own);
    if (qp_runs[product].virtual_threads)
        qp_group_rename_parents(product, method->id, own);
}

bool qp_retire(enum qp_product product, uint64_t id)
{
    struct qp_method *method = qp_method_find(product, id);
    if (!method || !qp_load_acquire(&method->registered))
        return false;
    if (qp_store.header && method->record != 0 && keep_method_nodes() == 0)
        rename_all(product, method);
    else if (qp_store.header)
        qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "retired method %#llx", (unsigned long long)id);
    qp_block_counters_forget(product, method);
    qp_method_forget(method);
    return true;
}
