#include "profile/tree/breakdown.h"

#include "base/hash.h"
#include "base/order.h"
#include "base/scratch.h"
#include "format/array.h"
#include "profile/source/function_key.h"

#include <ctype.h>

/* ---- grouping ---------------------------------------------------------------------------------------------------- */

/* Return the folder of a path; "." if it has none. */
static struct qp_text folder_of(struct qp_text path)
{
    uint32_t length = path.length;
    while (length > 0 && path.bytes[length - 1] != '/')
        length--;
    if (length == 0)
        return qp_text_of(".");
    return (struct qp_text){path.bytes, length > 1 ? length - 1 : 1};
}

/* Return the class in a name such as lexer.next or Line:walk. Names with other characters, such as "main chunk of
 * a.lua", have no class. */
static struct qp_text class_in(struct qp_text name)
{
    uint32_t length = 0;
    for (uint32_t i = 0; i < name.length; i++) {
        char it = name.bytes[i];
        if (it == '.' || it == ':')
            length = i;
        else if (!isalnum((unsigned char)it) && it != '_' && (unsigned char)it < 0x80)
            return (struct qp_text){0};
    }
    while (length > 0 && name.bytes[length - 1] == ':')
        length--;
    return length ? (struct qp_text){name.bytes, length} : (struct qp_text){0};
}

static struct qp_text name_of(const struct qp_profile *profile, uint32_t method, enum qp_breakdown_by by)
{
    const struct qp_profile_method *it = &profile->methods[method];
    if (by == QP_BREAKDOWN_BY_FUNCTION)
        return it->name;
    if (by == QP_BREAKDOWN_BY_CLASS)
        return it->class_name.length ? it->class_name : class_in(it->name);
    if (it->file == QP_NONE)
        return (struct qp_text){0};
    return by == QP_BREAKDOWN_BY_MODULE ? folder_of(profile->files[it->file].name) : profile->files[it->file].name;
}

struct search {
    struct qp_breakdown *parts;
    const struct qp_query *query;
    enum qp_breakdown_by by;
    uint32_t *part_of;   /* for each method, or for each root if is_of_roots: index of its row */
    uint32_t *by_node;   /* for each node: index of its row */
    struct qp_map known; /* maps the key of a method or root to the index of the row + 1 */
    struct qp_function_keys functions;
};

/* Compute the key by which methods are grouped: the number of their function key, or the hash of a name. */
static bool key_of(struct search *search, uint32_t method, struct qp_text name, uint64_t *key)
{
    if (search->by != QP_BREAKDOWN_BY_FUNCTION) {
        *key = name.length ? qp_hash_bytes(name.bytes, name.length) : 0;
        return true;
    }
    struct qp_function_key its = qp_function_key_of(search->query->profile, method);
    uint32_t number = qp_function_keys_add(&search->functions, &its);
    *key = number;
    return number != QP_NONE;
}

static struct qp_breakdown_row empty_row(struct qp_text name)
{
    return (struct qp_breakdown_row){
        name, .thread = QP_NONE, .group = QP_NONE, .phase = QP_NONE, .named = QP_NONE, .method = QP_NONE};
}

static bool group_methods(struct search *search)
{
    const struct qp_profile *profile = search->query->profile;
    for (uint32_t i = 0; i < profile->method_count; i++) {
        const struct qp_breakdown_row made = empty_row(name_of(profile, i, search->by));
        uint64_t key;
        if (!key_of(search, i, made.name, &key))
            return false;
        search->part_of[i] = QP_ARRAY_KEYED(&search->known, key, &search->parts->items, &search->parts->count, made);
        if (search->part_of[i] == QP_NONE)
            return false;
    }
    return true;
}

static bool is_of_roots(enum qp_breakdown_by by)
{
    return by == QP_BREAKDOWN_BY_THREAD || by == QP_BREAKDOWN_BY_PHASE || by == QP_BREAKDOWN_BY_CONTEXT;
}

/* Return the row of a root's thread or group, and the key by which rows are found. */
static struct qp_breakdown_row row_of_thread(const struct qp_profile_root *root, uint64_t *key)
{
    bool group = root->group != QP_NONE;
    *key = 2 * (uint64_t)(group ? root->group : root->thread) + group;
    struct qp_breakdown_row row = empty_row((struct qp_text){0});
    row.thread = group ? QP_NONE : root->thread;
    row.group = root->group;
    return row;
}

/* Return the row of a root's phase. */
static struct qp_breakdown_row row_of_phase(const struct qp_profile *profile, uint32_t phase, uint64_t *key)
{
    struct qp_text name = profile->phases[phase].name;
    *key = name.length ? qp_hash_bytes(name.bytes, name.length) : phase;
    struct qp_breakdown_row row = empty_row(name);
    row.phase = phase;
    return row;
}

static struct qp_breakdown_row row_of_context(const struct qp_profile *profile, uint32_t named, uint64_t *key)
{
    struct qp_breakdown_row row = empty_row(named == QP_NONE ? (struct qp_text){0} : profile->named[named].name);
    *key = named;
    row.named = named;
    return row;
}

static bool group_roots(struct search *search)
{
    const struct qp_profile *profile = search->query->profile;
    for (uint32_t i = 0; i < profile->root_count; i++) {
        const struct qp_profile_root *root = &profile->roots[i];
        uint64_t key;
        const struct qp_breakdown_row made = search->by == QP_BREAKDOWN_BY_THREAD ? row_of_thread(root, &key)
                                             : search->by == QP_BREAKDOWN_BY_PHASE
                                                 ? row_of_phase(profile, root->phase, &key)
                                                 : row_of_context(profile, root->named, &key);
        search->part_of[i] = QP_ARRAY_KEYED(&search->known, key, &search->parts->items, &search->parts->count, made);
        if (search->part_of[i] == QP_NONE)
            return false;
    }
    return true;
}

/* ---- sums -------------------------------------------------------------------------------------------------------- */

static void add_methods(struct search *search)
{
    const struct qp_query *query = search->query;
    for (uint32_t i = 0; i < query->profile->method_count; i++) {
        struct qp_breakdown_row *part = &search->parts->items[search->part_of[i]];
        const struct qp_totals *totals = &query->methods[i];
        bool has_any = qp_totals_is_called(totals);
        part->functions += has_any;
        if (has_any && part->method == QP_NONE)
            part->method = i;
        qp_totals_add(&part->totals, totals);
        if (search->by == QP_BREAKDOWN_BY_FUNCTION) {
            struct qp_lines_runs runs = qp_lines_runs(query, i);
            part->runs.lines += runs.lines;
            part->runs.outcomes += runs.outcomes;
        }
    }
    for (uint32_t i = 0; i < search->parts->count; i++)
        search->parts->items[i].totals.total = search->parts->items[i].totals.elapsed = 0;
}

/* Add the total times of the outermost nodes of each row. Nodes below another node of the same row are skipped,
 * because its total includes theirs. */
static bool add_outermost(struct search *search)
{
    const struct qp_query *query = search->query;
    const struct qp_profile_node *nodes = query->profile->nodes;
    uint32_t count = query->profile->node_count;
    if (count == 0)
        return true;
    for (uint32_t i = 0; i < count; i++)
        search->by_node[i] = nodes[i].method == QP_NONE ? QP_NONE : search->part_of[nodes[i].method];
    const struct qp_by_node groups = {search->by_node, sizeof *search->by_node};
    struct qp_breakdown_row *rows = search->parts->items;
    return qp_query_add_outermost(query, groups, rows ? &rows->totals : NULL, sizeof *rows, search->parts->count);
}

static void add_nodes(struct search *search)
{
    const struct qp_profile_node *nodes = search->query->profile->nodes;
    for (uint32_t i = 0; i < search->query->profile->node_count; i++) {
        if (qp_query_has_node(search->query, i))
            qp_query_add_node(&search->parts->items[search->part_of[nodes[i].root]].totals, search->query, i);
    }
    for (uint32_t i = 0; i < search->query->profile->array_count; i++) {
        const struct qp_profile_array *array = &search->query->profile->arrays[i];
        search->parts->items[search->part_of[array->root]].totals.counted += qp_query_counted_in(search->query, array);
    }
}

static int by_time(const void *left, const void *right)
{
    const struct qp_breakdown_row *a = left, *b = right;
    const struct qp_totals *x = &a->totals, *y = &b->totals;
    int order = QP_ORDER({y->self, x->self}, {y->total, x->total}, {y->elapsed, x->elapsed}, {y->calls, x->calls},
                         {y->counted, x->counted}, {a->thread, b->thread}, {a->group, b->group}, {a->phase, b->phase},
                         {a->named, b->named});
    order = order ? order : qp_text_compare(a->name, b->name);
    return order ? order : QP_ORDER({a->method, b->method});
}

static bool is_shown(const struct qp_breakdown_row *part, const struct search *search, const struct qp_filter *filter)
{
    if (!qp_totals_is_called(&part->totals))
        return false;
    switch (search->by) {
    case QP_BREAKDOWN_BY_THREAD:
        return true;
    case QP_BREAKDOWN_BY_FUNCTION:
        return qp_filter_passes_method(filter, search->query->profile, part->method);
    case QP_BREAKDOWN_BY_CLASS:
    case QP_BREAKDOWN_BY_PHASE:
    case QP_BREAKDOWN_BY_CONTEXT:
        return qp_filter_passes_name(filter, part->name);
    default:
        return qp_filter_passes_path(filter, part->name);
    }
}

static void take(const struct search *search, const struct qp_filter *filter)
{
    struct qp_breakdown *parts = search->parts;
    uint32_t count = parts->count;
    parts->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (is_shown(&parts->items[i], search, filter))
            parts->items[parts->count++] = parts->items[i];
    }
    qp_sort(parts->items, parts->count, sizeof *parts->items, by_time);
}

bool qp_breakdown_open(struct qp_breakdown *parts, const struct qp_query *query, enum qp_breakdown_by by,
                       const struct qp_filter *filter)
{
    const struct qp_profile *profile = query->profile;
    struct qp_scratch scratch = {0};
    struct search search = {
        .parts = parts,
        .query = query,
        .by = by,
        .part_of = qp_scratch_none(&scratch, is_of_roots(by) ? profile->root_count : profile->method_count),
        .by_node = qp_scratch_none(&scratch, profile->node_count),
    };
    *parts = (struct qp_breakdown){0};
    bool ok = !scratch.failed;
    if (ok && is_of_roots(by)) {
        ok = group_roots(&search);
        if (ok)
            add_nodes(&search);
    } else if (ok) {
        ok = group_methods(&search);
        if (ok)
            add_methods(&search);
        ok = ok && add_outermost(&search);
    }
    qp_scratch_free(&scratch);
    qp_map_fini(&search.known);
    qp_function_keys_fini(&search.functions);
    if (ok)
        take(&search, filter);
    else
        qp_breakdown_close(parts);
    return ok;
}

void qp_breakdown_close(struct qp_breakdown *parts)
{
    free(parts->items);
    *parts = (struct qp_breakdown){0};
}
