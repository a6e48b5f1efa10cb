#include "page/joined.h"

#include "format/array.h"

#include <stdlib.h>

static const struct qp_joined_row nowhere = {{QP_NONE, QP_NONE, QP_NONE}};

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

/* The rows of one key, in the order of its methods. */
struct alike {
    uint32_t first;
    uint32_t last;
    uint32_t next; /* for the run's next method with this key; QP_NONE = a new row */
};

struct joining {
    struct qp_joined *joined;
    struct qp_function_keys keys;
    struct alike *alike; /* by key number */
    uint32_t alike_count;
    struct alike *added; /* by row of the comparison: functions that only the run to compare with has */
    uint32_t *row_of;    /* by function number of the other side: row of the comparison */
    uint32_t *later;     /* by row: the next row of its key; QP_NONE = none */
    uint32_t later_count;
};

static bool is_shown(const struct qp_query *query, uint32_t method)
{
    const struct qp_profile_method *it = &query->profile->methods[method];
    const struct qp_totals *totals = &query->methods[method];
    bool has_numbers = totals->calls || totals->elapsed || totals->uncounted;
    return it->product == (uint32_t)query->selection.product && (it->registered || has_numbers);
}

static const struct alike no_rows = {QP_NONE, QP_NONE, QP_NONE};

/* Return the rows of a key; NULL if out of memory. */
static struct alike *alike_of(struct joining *joining, const struct qp_function_key *key)
{
    uint32_t number = qp_function_keys_add(&joining->keys, key);
    if (number == joining->alike_count) {
        struct alike *added = qp_array_add(&joining->alike, &joining->alike_count, sizeof *added);
        if (!added)
            return NULL;
        *added = no_rows;
    }
    return number == QP_NONE ? NULL : &joining->alike[number];
}

/* Same, for the run to compare with. A function missing from the comparison was not called then, and is skipped: found
 * is false. */
static struct alike *alike_compared(struct joining *joining, const struct qp_function_key *key, bool *found)
{
    const struct qp_comparison *comparison = joining->joined->comparison;
    uint32_t number = qp_function_keys_find(&comparison->sides[QP_AFTER]->functions, key);
    *found = number != QP_NONE;
    if (!*found)
        return NULL;
    const struct qp_compared *row = &comparison->rows[joining->row_of[number]];
    if (row->in[QP_BEFORE] == QP_NONE)
        return &joining->added[joining->row_of[number]];
    return alike_of(joining, &comparison->sides[QP_BEFORE]->functions.items[row->in[QP_BEFORE]]);
}

/* Return false if out of memory. */
static bool add_row(struct joining *joining, struct alike *alike)
{
    struct qp_joined *joined = joining->joined;
    struct qp_joined_row *row = qp_array_add(&joined->functions, &joined->function_count, sizeof *row);
    uint32_t *later = row ? qp_array_add(&joining->later, &joining->later_count, sizeof *later) : NULL;
    if (!later)
        return false;
    *row = nowhere;
    *later = QP_NONE;
    alike->next = joined->function_count - 1;
    if (alike->last == QP_NONE)
        alike->first = alike->next;
    else
        joining->later[alike->last] = alike->next;
    alike->last = alike->next;
    return true;
}

static bool join_method(struct joining *joining, enum qp_side side, uint32_t method)
{
    struct qp_joined *joined = joining->joined;
    struct qp_function_key key = qp_function_key_of(joined->queries[side]->profile, method);
    bool found = true;
    struct alike *alike = side == QP_SIDE_OTHER ? alike_compared(joining, &key, &found) : alike_of(joining, &key);
    if (!found)
        return true;
    if (!alike || (alike->next == QP_NONE && !add_row(joining, alike)))
        return false;
    joined->functions[alike->next].in[side] = method;
    joined->function_of[side][method] = alike->next;
    alike->next = joining->later[alike->next];
    return true;
}

static bool join_methods(struct joining *joining, enum qp_side side)
{
    const struct qp_query *query = joining->joined->queries[side];
    bool ok = true;
    for (uint32_t i = 0; i < joining->alike_count; i++)
        joining->alike[i].next = joining->alike[i].first;
    for (uint32_t i = 0; ok && i < query->profile->method_count; i++) {
        joining->joined->function_of[side][i] = QP_NONE;
        ok = !is_shown(query, i) || join_method(joining, side, i);
    }
    return ok;
}

struct weight {
    uint32_t row;
    uint64_t self;
    uint64_t calls;
    struct qp_function_key location; /* used if the counts are only hits */
};

static int heavy_first(const void *left, const void *right)
{
    const struct weight *a = left, *b = right;
    if (a->self != b->self)
        return a->self > b->self ? -1 : 1;
    if (a->calls != b->calls)
        return a->calls > b->calls ? -1 : 1;
    int order = qp_function_key_compare(&a->location, &b->location);
    return order ? order : (a->row > b->row) - (a->row < b->row);
}

static struct weight weight_of(const struct qp_joined *joined, uint32_t row)
{
    const struct qp_totals *totals = qp_joined_totals(joined, QP_SIDE_RUN, row);
    struct weight weight = {.row = row, .self = totals ? totals->self : 0, .calls = totals ? totals->calls : 0};
    if (qp_query_is_of_hits(joined->queries[QP_SIDE_RUN])) {
        enum qp_side side = qp_joined_side(&joined->functions[row]);
        weight.calls = weight.calls > 0;
        weight.location = qp_function_key_of(joined->queries[side]->profile, joined->functions[row].in[side]);
    }
    return weight;
}

/* Sort rows: call paths name the heavy functions most often, and small numbers are short. With hit-only counts,
 * functions that ran come first, in source order. */
static bool rank(struct qp_joined *joined)
{
    size_t count = (size_t)joined->function_count + 1;
    struct weight *weights = malloc(count * sizeof *weights);
    struct qp_joined_row *rows = malloc(count * sizeof *rows);
    uint32_t *rank_of = malloc(count * sizeof *rank_of); /* by old row */
    if (!weights || !rows || !rank_of) {
        free(weights);
        free(rows);
        free(rank_of);
        return false;
    }
    for (uint32_t i = 0; i < joined->function_count; i++)
        weights[i] = weight_of(joined, i);
    qsort(weights, joined->function_count, sizeof *weights, heavy_first);
    for (uint32_t i = 0; i < joined->function_count; i++) {
        rows[i] = joined->functions[weights[i].row];
        rank_of[weights[i].row] = i;
        for (int side = 0; side < QP_SIDES; side++) {
            if (rows[i].in[side] != QP_NONE)
                joined->function_of[side][rows[i].in[side]] = i;
        }
    }
    for (uint32_t i = 0; joined->comparison && i < joined->comparison->count; i++) {
        uint32_t *function = &joined->function_of_compared[i];
        *function = *function == QP_NONE ? QP_NONE : rank_of[*function];
    }
    free(weights);
    free(rank_of);
    free(joined->functions);
    joined->functions = rows;
    return true;
}

/* ---- functions of a comparison ----------------------------------------------------------------------------------- */

static bool open_compared(struct joining *joining)
{
    const struct qp_comparison *comparison = joining->joined->comparison;
    if (!comparison)
        return true;
    uint32_t others = comparison->sides[QP_AFTER]->functions.count;
    joining->added = malloc(((size_t)comparison->count + 1) * sizeof *joining->added);
    joining->row_of = malloc(((size_t)others + 1) * sizeof *joining->row_of);
    joining->joined->function_of_compared = malloc(((size_t)comparison->count + 1) * sizeof(uint32_t));
    if (!joining->added || !joining->row_of || !joining->joined->function_of_compared)
        return false;
    for (uint32_t i = 0; i < comparison->count; i++) {
        joining->added[i] = no_rows;
        if (comparison->rows[i].in[QP_AFTER] != QP_NONE)
            joining->row_of[comparison->rows[i].in[QP_AFTER]] = i;
    }
    return true;
}

/* The first of several methods with one key represents the row. */
static void find_compared(struct joining *joining)
{
    const struct qp_comparison *comparison = joining->joined->comparison;
    for (uint32_t i = 0; comparison && i < comparison->count; i++) {
        uint32_t before = comparison->rows[i].in[QP_BEFORE], number = QP_NONE;
        if (before != QP_NONE)
            number = qp_function_keys_find(&joining->keys, &comparison->sides[QP_BEFORE]->functions.items[before]);
        joining->joined->function_of_compared[i] = before == QP_NONE   ? joining->added[i].first
                                                   : number == QP_NONE ? QP_NONE
                                                                       : joining->alike[number].first;
    }
}

static bool join_functions(struct qp_joined *joined)
{
    struct joining joining = {.joined = joined};
    bool ok = open_compared(&joining);
    for (int side = 0; ok && side < QP_SIDES; side++)
        ok = !qp_joined_is_first(joined, (enum qp_side)side) || join_methods(&joining, (enum qp_side)side);
    if (ok)
        find_compared(&joining);
    qp_joined_copy_sides(joined, joined->functions, joined->function_count);
    ok = ok && rank(joined);
    qp_function_keys_fini(&joining.keys);
    free(joining.alike);
    free(joining.added);
    free(joining.row_of);
    free(joining.later);
    return ok;
}

/* ---- opening and closing ----------------------------------------------------------------------------------------- */

bool qp_joined_open(struct qp_joined *joined, const struct qp_query *const queries[QP_SIDES],
                    const struct qp_comparison *comparison)
{
    bool ok = true;
    *joined = (struct qp_joined){.comparison = comparison};
    for (int side = 0; side < QP_SIDES; side++) {
        joined->queries[side] = queries[side];
        if (!qp_joined_is_first(joined, (enum qp_side)side)) {
            joined->function_of[side] = joined->function_of[qp_joined_first(joined, (enum qp_side)side)];
            joined->file_of[side] = joined->file_of[qp_joined_first(joined, (enum qp_side)side)];
            continue;
        }
        const struct qp_profile *profile = queries[side]->profile;
        joined->function_of[side] = malloc(((size_t)profile->method_count + 1) * sizeof(uint32_t));
        joined->file_of[side] = malloc(((size_t)profile->file_count + 1) * sizeof(uint32_t));
        ok &= joined->function_of[side] && joined->file_of[side];
    }
    ok = ok && join_functions(joined) && qp_joined_find_files(joined);
    if (!ok)
        qp_joined_close(joined);
    return ok;
}

void qp_joined_close(struct qp_joined *joined)
{
    for (int side = 0; side < QP_SIDES; side++) {
        if (!qp_joined_is_first(joined, (enum qp_side)side))
            continue;
        free(joined->function_of[side]);
        free(joined->file_of[side]);
    }
    free(joined->functions);
    free(joined->files);
    free(joined->function_of_compared);
    *joined = (struct qp_joined){0};
}
