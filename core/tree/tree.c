#include "core/tree/tree.h"

#include "base/atomic.h"
#include "base/check.h"
#include "core/store/arena.h"
#include "core/store/diagnose.h"
#include "core/method/method_nodes.h"
#include "core/method/method.h"
#include "core/thread/occupy.h"
#include "core/thread/run.h"

/* Maximum number of children that are searched one by one; for nodes with more children the index is used. Such
 * nodes are rare. 8 children take 6 cache lines. */
#ifdef QP_SMALL
#define NARROW 2
#else
#define NARROW 8
#endif

/* Return the key under which the carrier's index holds the roots of a product. The key is a reference to a position
 * inside the carrier's thread record. No other record can begin there, so no other key is equal. A carrier that gets a
 * new thread record gets a new key. It then makes new roots, and its index entries for the old trees stay valid. */
static uint32_t root_key(const struct qp_carrier *carrier, enum qp_product product)
{
    return qp_store_reference(carrier->record) + 1 + (uint32_t)product;
}

int qp_tree_reset(void)
{
    struct qp_node *sentinel = qp_arena_take_shared(QP_KIND_NODE, sizeof *sentinel);
    if (!sentinel)
        return -1;
    sentinel->sibling = sentinel->last = qp_store_reference(sentinel);
    qp_store.header->sentinel = qp_store_reference(sentinel);
    return 0;
}

/* Take a node from the arena. After a failed request there is most likely still no room, and the search for room
 * takes a system call. If the file is full, this search would take half of the time for recording a call on a new path.
 * So after a failure only one request in 256 searches for room. */
static struct qp_node *take_node(struct qp_arena *arena)
{
    bool asks = arena->next < arena->end || arena->refused % 256 == 0;
    struct qp_node *node = asks ? qp_arena_take(arena, sizeof *node) : NULL;
    arena->refused = node ? 0 : arena->refused + 1;
    return node;
}

static struct qp_node *new_node(struct qp_arena *arena, uint16_t flags)
{
    struct qp_node *node = take_node(arena);
    if (!node)
        return NULL;
    node->last = qp_store.header->sentinel;
    node->flags = flags;
    return node;
}

static struct qp_node *search_circle(struct qp_node *parent, uint64_t method)
{
    uint32_t reference = parent->last;
    for (uint32_t i = 0; i < parent->children; i++) {
        struct qp_node *child = qp_store_at(reference);
        if (child->method == method) {
            parent->last = reference;
            return child;
        }
        reference = child->sibling;
    }
    return NULL;
}

struct qp_node *qp_tree_search(struct qp_carrier *carrier, struct qp_node *parent, uint64_t method)
{
    if (parent->children <= NARROW)
        return search_circle(parent, method);
    uint32_t reference = qp_index_get(&carrier->index, qp_store_reference(parent), method);
    struct qp_node *child = qp_store_at(reference);
    if (reference == 0 || child->method != method) /* a child with another method id belongs to a method retired
                                                    * since (method_nodes.h) */
        return NULL;
    parent->last = reference;
    return child;
}

/* Add a new child to the index if its parent has NARROW or more other children. If the parent has exactly NARROW
 * other children, add these too. Return 0, or -1 if out of memory; some of the children may be in the index then, which
 * is harmless. */
static int enter_index(struct qp_carrier *carrier, const struct qp_node *parent, uint32_t from, uint64_t method,
                       uint32_t reference)
{
    if (parent->children < NARROW)
        return 0;
    uint32_t sibling = parent->last;
    for (uint32_t i = 0; parent->children == NARROW && i < NARROW; i++) {
        const struct qp_node *child = qp_store_at(sibling);
        if (qp_index_get(&carrier->index, from, child->method) != sibling && /* there is no entry yet, or the entry
                                                                              * leads to a child of a retired method */
            qp_index_put(&carrier->index, from, child->method, sibling) != 0)
            return -1;
        sibling = child->sibling;
    }
    return qp_index_put(&carrier->index, from, method, reference);
}

/* Take a node at a higher address than its parent. A root that was made after the arena's chunk may lie above the
 * chunk. Then the rest of the chunk is given up, since the next chunk lies above the root. */
static struct qp_node *new_node_above(struct qp_arena *arena, struct qp_node *parent, uint16_t flags)
{
    if (arena->next < (const unsigned char *)parent)
        arena->next = arena->end = (unsigned char *)(parent + 1);
    return new_node(arena, flags);
}

bool qp_tree_is_valid(const struct qp_node *parent)
{
    uint32_t from = qp_store_reference(parent);
    uint32_t last = qp_load_relaxed(&parent->last);
    const struct qp_node *child = qp_store_at(last);
    return parent->children > 0 && last > from && child->parent == from && child->sibling > from && child->method != 0;
}

static struct qp_node *add_child(struct qp_carrier *carrier, struct qp_arena *arena, struct qp_node *parent,
                                 uint64_t method, uint16_t flags)
{
    struct qp_node *node = new_node_above(arena, parent, flags);
    if (!node)
        return NULL;
    uint32_t from = qp_store_reference(parent);
    uint32_t reference = qp_store_reference(node);
    if (enter_index(carrier, parent, from, method, reference) != 0)
        return NULL;
    node->parent = from;
    if (parent->children == 0) {
        node->sibling = reference;
    } else {
        struct qp_node *last = qp_store_at(parent->last);
        node->sibling = last->sibling;
        last->sibling = reference;
    }
    parent->last = reference;
    if (parent->children < UINT16_MAX)
        parent->children++;
    qp_store_release(&node->method, method); /* pairs with the reader's walk over nodes */
    QP_CHECK(qp_tree_is_valid(parent));
    return node;
}

/* The fold node is in no list of children, so an entry of a client's method never finds it. */
uint32_t qp_tree_make_fold(struct qp_carrier *carrier, const struct qp_root *root)
{
    struct qp_node *node = new_node(&carrier->folds, QP_NODE_FOLD);
    carrier->folds.reserve = QP_RESERVE_FOLDS; /* from now on, this arena can use only a smaller part of the reserve
                                                * (store.h): its later nodes are below the fold node */
    if (!node)
        return 0;
    node->parent = root->node;
    qp_store_release(&node->method, QP_METHOD_FOLD);
    return qp_store_reference(node);
}

/* Return the flags of a method's node. The method's flags matter only in runs with virtual threads: they determine
 * the state of a virtual thread that has the method on top. */
static uint16_t flags_of(enum qp_product product, uint64_t id)
{
    uint32_t flags = qp_runs[product].virtual_threads ? qp_method_flags(product, id) : 0;
    return (uint16_t)(QP_NODE_OF_PRODUCT(product) | (flags & QP_METHOD_BLOCKS ? QP_NODE_BLOCKS : 0) |
                      (flags & QP_METHOD_WAITS ? QP_NODE_WAITS : 0));
}

static struct qp_node *list_node(struct qp_carrier *carrier, enum qp_product product, struct qp_node *node)
{
    if (node && QP_UNLIKELY(qp_load_relaxed(&qp_method_nodes_kept)))
        qp_method_nodes_add_node(carrier, product, node);
    return node;
}

static struct qp_node *add_folded(struct qp_carrier *carrier, enum qp_product product, uint64_t method)
{
    struct qp_node *fold = qp_store_at(carrier->cold[product].fold);
    qp_add_relaxed(&qp_store.header->folded, 1);
    qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "a new call path to method %#llx", (unsigned long long)method);
    struct qp_node *node = qp_tree_search(carrier, fold, method);
    if (!node)
        node = list_node(carrier, product,
                         add_child(carrier, &carrier->folds, fold, method, QP_NODE_FOLD | QP_NODE_OF_PRODUCT(product)));
    return node ? node : fold;
}

struct qp_node *qp_tree_add(struct qp_carrier *carrier, enum qp_product product, struct qp_node *parent,
                            uint64_t method)
{
    struct qp_node *node = parent->flags & QP_NODE_FOLD
                               ? NULL
                               : add_child(carrier, &carrier->nodes, parent, method, flags_of(product, method));
    return node ? list_node(carrier, product, node) : add_folded(carrier, product, method);
}

struct qp_node *qp_tree_get(struct qp_carrier *carrier, enum qp_product product, struct qp_node *parent,
                            uint64_t method)
{
    struct qp_node *child = qp_tree_search(carrier, parent, method);
    return child ? child : qp_tree_add(carrier, product, parent, method);
}

static struct qp_root *make_root(struct qp_carrier *carrier, enum qp_product product, uint32_t epoch, uint32_t group,
                                 uint32_t flags)
{
    qp_cold_lock();
    struct qp_root *root = qp_arena_take_shared(QP_KIND_ROOT, sizeof *root);
    qp_cold_unlock();
    struct qp_node *node = !root ? NULL : new_node(&carrier->folds, QP_NODE_ROOT);
    if (!node) {
        qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "a call tree");
        return NULL;
    }
    root->product = product;
    root->thread = qp_store_reference(carrier->record);
    root->group = group;
    root->epoch = epoch;
    root->flags = flags;
    root->node = qp_store_reference(node);
    qp_store_release(&root->published, 1);
    qp_store_release(&node->method, qp_store_reference(root));
    return root;
}

struct qp_root *qp_tree_root_named(struct qp_carrier *carrier, enum qp_product product, uint32_t epoch, uint32_t group,
                                   uint16_t named)
{
    const struct qp_tstate_cold *cold = &carrier->cold[product];
    struct qp_root *base =
        group == 0 && epoch == cold->epoch ? qp_store_at(cold->root) : qp_tree_root(carrier, product, epoch, group, 0);
    if (named == 0 || !base)
        return base;
    uint32_t from = qp_store_reference(base) + 1; /* inside of the record, so no other key is equal */
    uint32_t reference = qp_index_get(&carrier->index, from, named);
    if (reference != 0)
        return qp_store_at(reference);
    struct qp_root *root = make_root(carrier, product, epoch, group, QP_ROOT_OF_NAMED(named));
    if (root)
        qp_index_put(&carrier->index, from, named, qp_store_reference(root));
    return root ? root : base;
}

struct qp_root *qp_tree_root(struct qp_carrier *carrier, enum qp_product product, uint32_t epoch, uint32_t group,
                             uint32_t flags)
{
    uint64_t key = (uint64_t)epoch << 32 | (group + flags);
    uint32_t reference = qp_index_get(&carrier->index, root_key(carrier, product), key);
    if (reference != 0)
        return qp_store_at(reference);
    struct qp_root *root = make_root(carrier, product, epoch, group, flags);
    if (root)
        qp_index_put(&carrier->index, root_key(carrier, product), key, qp_store_reference(root));
    return root;
}
