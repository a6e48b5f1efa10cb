#include "show/function_rows.h"

#include "data/lines.h"

#include <stdlib.h>
#include <string.h>

#define NAME_SIZE 400 /* longer names are sorted by their beginning */

static uint64_t key_of(const struct qp_query *query, uint32_t method, enum qp_functions_sort sort)
{
    const struct qp_totals *totals = &query->methods[method];
    switch (sort) {
    case QP_FUNCTIONS_BY_TOTAL:
        return totals->total;
    case QP_FUNCTIONS_BY_ELAPSED:
        return totals->elapsed;
    case QP_FUNCTIONS_BY_CALLS:
        return totals->calls;
    case QP_FUNCTIONS_BY_PER_CALL:
        return totals->calls ? totals->total / totals->calls : 0;
    case QP_FUNCTIONS_BY_RUNNABLE:
        return totals->runnable;
    case QP_FUNCTIONS_BY_BLOCKED:
        return totals->blocked;
    case QP_FUNCTIONS_BY_WAITING:
        return totals->waiting;
    case QP_FUNCTIONS_BY_UNCOUNTED:
        return totals->uncounted;
    case QP_FUNCTIONS_BY_CYCLES:
        return totals->cycles;
    case QP_FUNCTIONS_BY_ACQUIRED:
        return totals->acquired;
    case QP_FUNCTIONS_BY_RELEASED:
        return totals->released;
    case QP_FUNCTIONS_BY_LINES:
        return qp_lines_runs(query, method).lines;
    case QP_FUNCTIONS_BY_BRANCHES:
        return qp_lines_runs(query, method).outcomes;
    case QP_FUNCTIONS_BY_SLOWEST:
        return totals->measured ? totals->maximum : 0;
    default:
        return totals->self;
    }
}

bool qp_functions_sort(const char *word, enum qp_functions_sort *sort)
{
    static const char *const words[] = {
#define X(constant, word) word,
        QP_FUNCTIONS_SORTS(X)
#undef X
    };
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        *sort = (enum qp_functions_sort)i;
        if (strcmp(words[i], word) == 0)
            return true;
    }
    return false;
}

static bool is_called(const struct qp_totals *totals)
{
    return totals->calls || totals->elapsed || totals->uncounted;
}

static int by_key(const void *left, const void *right, void *query)
{
    const struct qp_function_row *a = left, *b = right;
    const struct qp_totals *methods = ((const struct qp_query *)query)->methods;
    if (a->key != b->key)
        return a->key > b->key ? -1 : 1;
    if (methods[a->method].total != methods[b->method].total)
        return methods[a->method].total > methods[b->method].total ? -1 : 1;
    if (methods[a->method].calls != methods[b->method].calls)
        return methods[a->method].calls > methods[b->method].calls ? -1 : 1;
    return (a->method > b->method) - (a->method < b->method);
}

static int by_name(const void *left, const void *right, void *query)
{
    const struct qp_function_row *a = left, *b = right;
    char name_a[NAME_SIZE], name_b[NAME_SIZE];
    qp_profile_method_name(((const struct qp_query *)query)->profile, a->method, name_a, sizeof name_a);
    qp_profile_method_name(((const struct qp_query *)query)->profile, b->method, name_b, sizeof name_b);
    int order = strcmp(name_a, name_b);
    return order ? order : (a->method > b->method) - (a->method < b->method);
}

struct qp_function_row *qp_function_rows_choose(const struct qp_query *query, const struct qp_functions_choice *choice,
                                                uint32_t *count)
{
    const struct qp_profile *profile = query->profile;
    struct qp_function_row *rows = malloc(((size_t)profile->method_count + 1) * sizeof *rows);
    *count = 0;
    if (!rows)
        return NULL;
    for (uint32_t i = 0; i < profile->method_count; i++) {
        if (is_called(&query->methods[i]) && qp_filter_passes_method(&choice->filter, profile, i))
            rows[(*count)++] = (struct qp_function_row){i, key_of(query, i, choice->sort)};
    }
    qsort_r(rows, *count, sizeof *rows, choice->sort == QP_FUNCTIONS_BY_NAME ? by_name : by_key, (void *)query);
    return rows;
}
