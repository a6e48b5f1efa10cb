#include "show/function_rows.h"

#include "base/order.h"
#include "profile/source/function_key.h"

#include <stdlib.h>
#include <string.h>

#define NAME_SIZE 400 /* longer names are sorted by a prefix of this size */

static uint64_t number_of(const struct qp_query *query, const struct qp_function_row *row, enum qp_functions_sort sort)
{
    const struct qp_totals *totals = row->totals;
    const uint64_t calls = qp_query_has_counted(query) ? totals->counted : totals->calls;
    switch (sort) {
#define X(constant, word, number)                                                                                      \
    case QP_FUNCTIONS_BY_##constant:                                                                                   \
        return number;
        QP_FUNCTIONS_SORTS(X)
#undef X
    }
    return 0;
}

const char *const qp_functions_sort_words[] = {
#define X(constant, word, number) word,
    QP_FUNCTIONS_SORTS(X)
#undef X
        NULL,
};

static int by_number(const void *left, const void *right, void *query)
{
    const struct qp_function_row *a = left, *b = right;
    (void)query;
    return QP_ORDER({b->key, a->key}, {b->totals->total, a->totals->total}, {b->totals->calls, a->totals->calls},
                    {b->totals->counted, a->totals->counted}, {a->method, b->method});
}

static int by_name(const void *left, const void *right, void *query)
{
    const struct qp_function_row *a = left, *b = right;
    char name_a[NAME_SIZE], name_b[NAME_SIZE];
    qp_profile_method_name(((const struct qp_query *)query)->profile, a->method, name_a, sizeof name_a);
    qp_profile_method_name(((const struct qp_query *)query)->profile, b->method, name_b, sizeof name_b);
    int order = strcmp(name_a, name_b);
    return order ? order : QP_ORDER({a->method, b->method});
}

/* Order functions by source location, as qii cover does, if coverage recorded only which functions ran. */
static int by_location(const void *left, const void *right, void *query)
{
    const struct qp_function_row *a = left, *b = right;
    struct qp_function_key key_a = qp_function_key_of(((const struct qp_query *)query)->profile, a->method);
    struct qp_function_key key_b = qp_function_key_of(((const struct qp_query *)query)->profile, b->method);
    int order = qp_function_key_compare(&key_a, &key_b);
    return order ? order : QP_ORDER({a->method, b->method});
}

static int (*order_of(const struct qp_query *query, enum qp_functions_sort sort))(const void *, const void *, void *)
{
    bool by_count = sort == QP_FUNCTIONS_BY_SELF || sort == QP_FUNCTIONS_BY_CALLS;
    if (by_count && qp_query_is_of_hits(query))
        return by_location;
    return sort == QP_FUNCTIONS_BY_NAME ? by_name : by_number;
}

/* Return true if executed lines and branches are shown. If the run has times, they are shown only if rows are sorted
 * by one of them. */
static bool wants_runs(const struct qp_query *query, const struct qp_functions_choice *choice)
{
    return choice->sort == QP_FUNCTIONS_BY_LINES || choice->sort == QP_FUNCTIONS_BY_BRANCHES ||
           !qp_query_has_times(query);
}

static void take_ids(struct qp_function_rows *rows, const struct qp_query *query,
                     const struct qp_functions_choice *choice)
{
    for (uint32_t i = 0; i < query->profile->method_count; i++) {
        if (qp_totals_is_called(&query->methods[i]) && qp_filter_passes_method(&choice->filter, query->profile, i))
            rows->items[rows->count++] = (struct qp_function_row){.method = i, .ids = 1, .totals = &query->methods[i]};
    }
}

static bool take_functions(struct qp_function_rows *rows, const struct qp_query *query,
                           const struct qp_functions_choice *choice)
{
    if (!qp_breakdown_open(&rows->by_key, query, QP_BREAKDOWN_BY_FUNCTION, &choice->filter))
        return false;
    for (uint32_t i = 0; i < rows->by_key.count; i++) {
        const struct qp_breakdown_row *it = &rows->by_key.items[i];
        rows->items[rows->count++] =
            (struct qp_function_row){.method = it->method, .ids = it->functions, .totals = &it->totals};
    }
    return true;
}

bool qp_function_rows_open(struct qp_function_rows *rows, const struct qp_query *query,
                           const struct qp_functions_choice *choice)
{
    const bool runs = wants_runs(query, choice);
    *rows = (struct qp_function_rows){
        .items = malloc(((size_t)query->profile->method_count + 1) * sizeof *rows->items),
    };
    if (!rows->items || (choice->by_key && !take_functions(rows, query, choice))) {
        qp_function_rows_close(rows);
        return false;
    }
    if (!choice->by_key)
        take_ids(rows, query, choice);
    for (uint32_t i = 0; i < rows->count; i++) {
        struct qp_function_row *row = &rows->items[i];
        if (runs)
            row->runs = choice->by_key ? rows->by_key.items[i].runs : qp_lines_runs(query, row->method);
        row->key = number_of(query, row, choice->sort);
    }
    qsort_r(rows->items, rows->count, sizeof *rows->items, order_of(query, choice->sort), (void *)query);
    return true;
}

void qp_function_rows_close(struct qp_function_rows *rows)
{
    free(rows->items);
    qp_breakdown_close(&rows->by_key);
    *rows = (struct qp_function_rows){0};
}

static uint32_t count_same(const struct qp_function_rows *rows, const struct qp_query *query, uint32_t shown,
                           struct qp_function_keys *keys, uint32_t *counts, uint32_t *method)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < rows->count; i++) {
        struct qp_function_key key = qp_function_key_of(query->profile, rows->items[i].method);
        uint32_t number = i < shown ? qp_function_keys_add(keys, &key) : qp_function_keys_find(keys, &key);
        if (number == QP_NONE && i < shown)
            return 0;
        if (number != QP_NONE && ++counts[number] > most) {
            most = counts[number];
            *method = rows->items[i].method;
        }
    }
    return most;
}

uint32_t qp_function_rows_same(const struct qp_function_rows *rows, const struct qp_query *query, uint32_t shown,
                               uint32_t *method)
{
    struct qp_function_keys keys = {0};
    uint32_t *counts = calloc((size_t)shown + 1, sizeof *counts);
    uint32_t most = counts ? count_same(rows, query, shown, &keys, counts, method) : 0;
    qp_function_keys_fini(&keys);
    free(counts);
    return most;
}
