#include "core/method/group.h"

#include "base/atomic.h"
#include "base/hash.h"
#include "base/map.h"
#include "core/thread/run.h"
#include "core/store/arena.h"
#include "core/store/diagnose.h"
#include "core/store/store.h"
#include "core/store/string.h"

/* Maximum number of groups by name and call paths. Most programs have tens of groups. If a program creates virtual
 * threads on ever new call paths, later threads are grouped by name and by the method that created them. From twice
 * this number of groups on, all other threads share a single group. */
#define MOST_GROUPS 1000

/* Maximum number of groups in a run with -fold-thread-names=no, in which names that differ only in numbers have
 * different groups. It replaces MOST_GROUPS there. A group takes about 8 KB of the file for each carrier on which its
 * threads end. */
#define MOST_NAMED 20000

/* Maximum number of ancestors of a group to search. A group's parent is the group whose threads created the group's
 * threads. */
#define MOST_ANCESTORS 100

static struct qp_map known; /* map from a hash of product, name and call paths to the reference of the group's record */

void qp_group_reset(void)
{
    qp_map_fini(&known);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool qp_group_fold_name(const char *name, char *folded, size_t size)
{
    bool found = false;
    size_t length = 0;
    for (const char *at = name; *at != '\0' && length + 1 < size; at++) {
        bool digit = is_digit(*at);
        if (digit && at > name && is_digit(at[-1]))
            continue;
        found |= digit;
        folded[length++] = (char)(digit ? '#' : *at);
    }
    folded[length] = '\0';
    return found;
}

/* ---- call paths ------------------------------------------------------------------------------------------------ */

static const struct qp_node *node_at(uint32_t reference)
{
    return qp_store_at(reference);
}

/* Hash the methods from a node to its root, and set *group to the root's group. */
static uint64_t hash_path(uint32_t reference, uint32_t *group)
{
    uint64_t hash = 0;
    *group = 0;
    if (reference == 0)
        return hash;
    const struct qp_node *node = node_at(reference);
    for (; node->parent != 0; node = node_at(node->parent)) {
        const uint64_t step[] = {hash, node->method};
        hash = qp_hash_bytes(step, sizeof step);
    }
    *group = ((const struct qp_root *)qp_store_at((uint32_t)node->method))->group;
    return hash + 1;
}

/* Key of a group: the name, and hashes of the call paths on which its threads were created and first resumed. If a
 * virtual thread created or resumed them, that thread's own group is not part of the key. */
struct place {
    uint32_t name;
    uint64_t creator;
    uint64_t resumer;
};

static bool matches(const struct qp_group_record *group, const struct place *place)
{
    uint32_t ignored;
    return group->name == place->name && hash_path(group->creator, &ignored) == place->creator &&
           hash_path(group->resumer, &ignored) == place->resumer;
}

/* Return the nearest group with this key among `group` and its ancestors, 0 if there is none. */
static uint32_t find_ancestor(uint32_t group, const struct place *place)
{
    for (int i = 0; i < MOST_ANCESTORS && group != 0; i++) {
        const struct qp_group_record *record = qp_store_at(group);
        if (matches(record, place))
            return group;
        hash_path(record->creator, &group);
    }
    return 0;
}

/* ---- records ----------------------------------------------------------------------------------------------- */

static struct qp_group_record *make(enum qp_product product, const struct qp_group_key *key, uint64_t hash)
{
    const struct qp_node *creator = key->creator == 0 ? NULL : node_at(key->creator);
    struct qp_group_record *group = QP_ARENA_ADD(
        QP_KIND_GROUP, struct qp_group_record, .product = product, .name = key->name, .creator = key->creator,
        .resumer = key->resumer, .parent_method = creator && creator->parent != 0 ? creator->method : 0);
    if (group)
        qp_map_put(&known, hash, qp_store_reference(group));
    else
        qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "a group of virtual threads");
    return group;
}

static struct qp_group_record *get(enum qp_product product, const struct qp_group_key *key, uint64_t hash)
{
    uint32_t reference = (uint32_t)qp_map_get(&known, hash);
    return reference != 0 ? qp_store_at(reference) : make(product, key, hash);
}

static uint32_t group_limit(enum qp_product product)
{
    return qp_runs[product].folds_names ? MOST_GROUPS : MOST_NAMED;
}

/* Return the group that all threads with this name and from this creating method share. If there are too many groups
 * of this kind, return the single group that all further threads share. */
static struct qp_group_record *share(enum qp_product product, const struct qp_group_key *key)
{
    const struct qp_group_key all = {.name = qp_string_put("…")};
    const struct qp_group_key some = {.name = key->name, .creator = key->creator};
    bool full = known.count >= 2 * group_limit(product);
    uint64_t method = key->creator == 0 ? 0 : node_at(key->creator)->method;
    const uint64_t what[] = {product, full ? all.name : key->name, full ? 0 : method, 1};
    return get(product, full ? &all : &some, qp_hash_bytes(what, sizeof what));
}

struct qp_group_record *qp_group_get(enum qp_product product, const struct qp_group_key *key)
{
    struct place place = {.name = key->name};
    uint32_t creators, resumers;
    place.creator = hash_path(key->creator, &creators);
    place.resumer = hash_path(key->resumer, &resumers);
    uint32_t ancestor = find_ancestor(creators, &place);
    if (ancestor != 0)
        return qp_store_at(ancestor);
    const uint64_t what[] = {product, key->name, place.creator, place.resumer, creators, resumers};
    uint64_t hash = qp_hash_bytes(what, sizeof what);
    if (qp_map_get(&known, hash) == 0 && known.count >= group_limit(product))
        return share(product, key);
    return get(product, key, hash);
}

void qp_group_rename_parents(enum qp_product product, uint64_t method, uint64_t to)
{
    for (size_t i = 0; i < known.capacity; i++) {
        struct qp_group_record *group = known.slots[i].value == 0 ? NULL : qp_store_at((uint32_t)known.slots[i].value);
        if (group && group->product == (uint32_t)product && group->parent_method == method)
            qp_store_relaxed(&group->parent_method, to);
    }
}

void qp_group_set_estimated(uint32_t group)
{
    if (group != 0)
        qp_or_relaxed(&((struct qp_group_record *)qp_store_at(group))->flags, QP_GROUP_ESTIMATED);
}
