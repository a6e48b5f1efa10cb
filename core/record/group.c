#include "core/record/group.h"

#include "base/atomic.h"
#include "base/hash.h"
#include "base/map.h"
#include "core/store/arena.h"
#include "core/store/store.h"
#include "core/store/string.h"

/* Names that number their threads ("worker-17") must not make a tree each: those after the first 1000 share one. */
#define MOST_GROUPS 1000

static struct qp_map known; /* hash of product, name and place to the reference of the record */
static struct qp_arena records = {.kind = QP_KIND_GROUP};

void qp_group_reset(void)
{
    qp_map_fini(&known);
    records = (struct qp_arena){.kind = QP_KIND_GROUP};
}

static struct qp_group_record *find(enum qp_product product, uint32_t name, uint64_t parent_method, uint64_t *key)
{
    const uint64_t what[] = {product, name, parent_method};
    *key = qp_hash_bytes(what, sizeof what);
    uint32_t reference = (uint32_t)qp_map_get(&known, *key);
    return reference == 0 ? NULL : qp_store_at(reference);
}

struct qp_group_record *qp_group_get(enum qp_product product, uint32_t name, uint64_t parent_method)
{
    uint64_t key;
    struct qp_group_record *group = find(product, name, parent_method, &key);
    if (!group && known.count >= MOST_GROUPS) {
        name = qp_string_put("…");
        parent_method = 0;
        group = find(product, name, parent_method, &key);
    }
    if (group)
        return group;
    group = qp_arena_take(&records, sizeof *group);
    if (!group)
        return NULL;
    group->product = product;
    group->name = name;
    group->parent_method = parent_method;
    qp_store_release(&group->published, 1); /* pairs with the reader's walk over groups */
    qp_map_put(&known, key, qp_store_reference(group));
    return group;
}
