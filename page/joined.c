#include "page/joined.h"

#include "data/array.h"
#include "data/function_key.h"

#include <stdlib.h>
#include <string.h>

static const struct qp_joined_row nowhere = {{QP_NONE, QP_NONE, QP_NONE}};

enum qp_side qp_joined_side(const struct qp_joined_row *row)
{
    int side = 0;
    while (side < QP_SIDES - 1 && row->in[side] == QP_NONE)
        side++;
    return (enum qp_side)side;
}

const struct qp_totals *qp_joined_totals(const struct qp_joined *joined, enum qp_side side, uint32_t function)
{
    uint32_t method = joined->functions[function].in[side];
    return method == QP_NONE ? NULL : &joined->queries[side]->methods[method];
}

uint32_t qp_joined_file(const struct qp_joined *joined, enum qp_side side, uint32_t method)
{
    uint32_t file = joined->queries[side]->profile->methods[method].file;
    return file == QP_NONE ? QP_NONE : joined->file_of[side][file];
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

struct joining {
    struct qp_joined *joined;
    struct qp_function_keys keys;
    struct qp_map rows; /* number of a key << 32 | how many of it came before in its run: row + 1 */
};

static bool is_shown(const struct qp_query *query, uint32_t method)
{
    const struct qp_profile_method *it = &query->profile->methods[method];
    return it->product == (uint32_t)query->selection.product && (it->registered || query->methods[method].calls);
}

static bool join_method(struct joining *joining, enum qp_side side, uint32_t method, struct qp_map *before)
{
    struct qp_joined *joined = joining->joined;
    struct qp_function_key key = qp_function_key_of(joined->queries[side]->profile, method);
    uint32_t number = qp_function_keys_add(&joining->keys, &key);
    uint64_t earlier = qp_map_get(before, number);
    uint64_t place = (uint64_t)number << 32 | earlier;
    if (number == QP_NONE || qp_map_put(before, number, earlier + 1) != 0)
        return false;
    uint64_t row = qp_map_get(&joining->rows, place);
    if (!row) {
        struct qp_joined_row *added = qp_array_add(&joined->functions, &joined->function_count, sizeof *added);
        if (!added || qp_map_put(&joining->rows, place, joined->function_count) != 0)
            return false;
        *added = nowhere;
        row = joined->function_count;
    }
    joined->functions[row - 1].in[side] = method;
    joined->function_of[side][method] = (uint32_t)row - 1;
    return true;
}

static bool join_methods(struct joining *joining, enum qp_side side)
{
    const struct qp_query *query = joining->joined->queries[side];
    struct qp_map before = {0};
    bool ok = true;
    for (uint32_t i = 0; ok && i < query->profile->method_count; i++) {
        joining->joined->function_of[side][i] = QP_NONE;
        ok = !is_shown(query, i) || join_method(joining, side, i, &before);
    }
    qp_map_fini(&before);
    return ok;
}

struct weight {
    uint32_t row;
    uint64_t self;
    uint64_t calls;
};

static int heavy_first(const void *left, const void *right)
{
    const struct weight *a = left, *b = right;
    if (a->self != b->self)
        return a->self > b->self ? -1 : 1;
    if (a->calls != b->calls)
        return a->calls > b->calls ? -1 : 1;
    return (a->row > b->row) - (a->row < b->row);
}

/* The heavy ones are named most often by call paths, and small numbers are short. */
static bool rank(struct qp_joined *joined)
{
    size_t count = (size_t)joined->function_count + 1;
    struct weight *weights = malloc(count * sizeof *weights);
    struct qp_joined_row *rows = malloc(count * sizeof *rows);
    if (!weights || !rows) {
        free(weights);
        free(rows);
        return false;
    }
    for (uint32_t i = 0; i < joined->function_count; i++) {
        const struct qp_totals *totals = qp_joined_totals(joined, QP_SIDE_RUN, i);
        weights[i] = (struct weight){i, totals ? totals->self : 0, totals ? totals->calls : 0};
    }
    qsort(weights, joined->function_count, sizeof *weights, heavy_first);
    for (uint32_t i = 0; i < joined->function_count; i++) {
        rows[i] = joined->functions[weights[i].row];
        for (int side = 0; side < QP_SIDES; side++) {
            if (rows[i].in[side] != QP_NONE)
                joined->function_of[side][rows[i].in[side]] = i;
        }
    }
    free(weights);
    free(joined->functions);
    joined->functions = rows;
    return true;
}

static bool join_functions(struct qp_joined *joined)
{
    struct joining joining = {.joined = joined};
    bool ok = true;
    for (int side = 0; ok && side < QP_SIDES; side++)
        ok = !joined->queries[side] || join_methods(&joining, (enum qp_side)side);
    ok = ok && rank(joined);
    qp_function_keys_fini(&joining.keys);
    qp_map_fini(&joining.rows);
    return ok;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

struct named {
    struct qp_text name;
    enum qp_side side;
    uint32_t file;
};

static int by_name(const void *left, const void *right)
{
    const struct named *a = left, *b = right;
    int order = qp_text_compare(a->name, b->name);
    if (order)
        return order;
    return a->side != b->side ? (a->side > b->side) - (a->side < b->side) : (a->file > b->file) - (a->file < b->file);
}

/* Whether the next name is the file that the row before has: another side's of the same name. */
static bool goes_on(const struct named *names, uint32_t at)
{
    return at > 0 && names[at].side != names[at - 1].side && qp_text_equal(names[at].name, names[at - 1].name);
}

static bool join_files(struct qp_joined *joined)
{
    uint32_t count = 0;
    for (int side = 0; side < QP_SIDES; side++)
        count += joined->queries[side] ? joined->queries[side]->profile->file_count : 0;
    struct named *names = malloc(((size_t)count + 1) * sizeof *names);
    joined->files = malloc(((size_t)count + 1) * sizeof *joined->files);
    if (!names || !joined->files) {
        free(names);
        return false;
    }
    count = 0;
    for (int side = 0; side < QP_SIDES; side++) {
        const struct qp_profile *profile = joined->queries[side] ? joined->queries[side]->profile : NULL;
        for (uint32_t i = 0; profile && i < profile->file_count; i++)
            names[count++] = (struct named){profile->files[i].name, (enum qp_side)side, i};
    }
    qsort(names, count, sizeof *names, by_name);
    for (uint32_t i = 0; i < count; i++) {
        if (!goes_on(names, i))
            joined->files[joined->file_count++] = nowhere;
        joined->files[joined->file_count - 1].in[names[i].side] = names[i].file;
        joined->file_of[names[i].side][names[i].file] = joined->file_count - 1;
    }
    free(names);
    return true;
}

/* ---- both ends --------------------------------------------------------------------------------------------------- */

bool qp_joined_open(struct qp_joined *joined, const struct qp_query *const queries[QP_SIDES])
{
    bool ok = true;
    *joined = (struct qp_joined){0};
    for (int side = 0; side < QP_SIDES; side++) {
        joined->queries[side] = queries[side];
        if (!queries[side])
            continue;
        const struct qp_profile *profile = queries[side]->profile;
        joined->function_of[side] = malloc(((size_t)profile->method_count + 1) * sizeof(uint32_t));
        joined->file_of[side] = malloc(((size_t)profile->file_count + 1) * sizeof(uint32_t));
        ok &= joined->function_of[side] && joined->file_of[side];
    }
    ok = ok && join_functions(joined) && join_files(joined);
    if (!ok)
        qp_joined_close(joined);
    return ok;
}

void qp_joined_close(struct qp_joined *joined)
{
    for (int side = 0; side < QP_SIDES; side++) {
        free(joined->function_of[side]);
        free(joined->file_of[side]);
    }
    free(joined->functions);
    free(joined->files);
    *joined = (struct qp_joined){0};
}
