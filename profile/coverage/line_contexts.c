#include "profile/coverage/line_contexts.h"

#include "base/atomic.h"
#include "base/order.h"
#include "format/array.h"

#include <stdlib.h>

/* A line ran in a context. */
struct run {
    int32_t line;
    uint32_t named; /* QP_NONE = it ran when its file was loaded */
};

struct runs {
    struct run *items;
    uint32_t count;
    uint32_t *users; /* contexts that ran code of the file, each once or more */
    uint32_t user_count;
    bool failed;
};

static void add_array(struct runs *runs, const struct qp_query *query, const struct qp_profile_array *array)
{
    const struct qp_profile_method *method = &query->profile->methods[array->method];
    bool loads = method->flags & QP_METHOD_LOADS, ran = false;
    uint32_t named = query->profile->roots[array->root].named;
    for (uint32_t i = 0; i < array->count && i < method->line_count; i++) {
        if (qp_load_relaxed(&array->values[i]) == 0 || (named == QP_NONE && !loads))
            continue;
        ran = true;
        const struct run run = {method->lines[i].line_number, loads ? QP_NONE : named};
        runs->failed |= !QP_ARRAY_APPEND(&runs->items, &runs->count, run);
    }
    if (ran && named != QP_NONE)
        runs->failed |= !QP_ARRAY_APPEND(&runs->users, &runs->user_count, named);
}

static int compare_runs(const void *a, const void *b)
{
    const struct run *one = a, *other = b;
    return QP_ORDER({qp_order_signed(one->line), qp_order_signed(other->line)}, {one->named, other->named});
}

static int compare(const void *a, const void *b)
{
    return QP_ORDER({*(const uint32_t *)a, *(const uint32_t *)b});
}

static struct runs collect(const struct qp_query *query, struct qp_target target)
{
    struct runs runs = {0};
    for (uint32_t i = QP_NONE; (i = qp_target_next(query, target, i)) != QP_NONE;)
        for (const struct qp_profile_array *array = NULL;
             (array = qp_profile_next_array(query->profile, i, array)) && !runs.failed;)
            if (!array->times && qp_query_has(query, array))
                add_array(&runs, query, array);
    if (runs.count)
        qsort(runs.items, runs.count, sizeof *runs.items, compare_runs);
    return runs;
}

/* Append the contexts among those found that are no loads and do not stand for several ones. */
static bool append(struct qp_line_contexts *lines, uint32_t *named_count, const struct qp_profile *profile,
                   const uint32_t *found, uint32_t count)
{
    bool ok = true;
    for (uint32_t i = 0; i < count && ok; i++)
        if (found[i] < profile->named_single_count && !profile->named[found[i]].load)
            ok = QP_ARRAY_APPEND(&lines->named, named_count, found[i]);
    return ok;
}

/* Add the contexts of the line of the runs from `first` to before `end`. */
static bool add_line(struct qp_line_contexts *lines, struct qp_contexts *contexts, const struct runs *runs,
                     uint32_t first, uint32_t end, uint32_t *named_count, uint32_t *found)
{
    const struct qp_profile *profile = contexts->profile;
    struct qp_line_users line = {.line = runs->items[first].line, .first = *named_count};
    bool ok = true;
    qp_contexts_begin(contexts);
    for (uint32_t i = first; i < end && ok; i++) {
        uint32_t named = runs->items[i].named;
        if (named != QP_NONE)
            ok = append(lines, named_count, profile, found, qp_contexts_users(contexts, named, found));
        for (uint32_t k = 0; named == QP_NONE && k < runs->user_count && ok; k++)
            ok = append(lines, named_count, profile, found, qp_contexts_users(contexts, runs->users[k], found));
    }
    line.count = *named_count - line.first;
    if (line.count)
        qsort(lines->named + line.first, line.count, sizeof *lines->named, compare);
    return ok && (line.count == 0 || QP_ARRAY_APPEND(&lines->items, &lines->count, line));
}

bool qp_line_contexts_open(struct qp_line_contexts *lines, const struct qp_query *query, struct qp_contexts *contexts,
                           struct qp_target target)
{
    struct runs runs = collect(query, target);
    uint32_t *found = malloc(((size_t)contexts->profile->named_count + 1) * sizeof *found), named_count = 0;
    bool ok = found && !runs.failed;
    *lines = (struct qp_line_contexts){0};
    for (uint32_t first = 0, end; first < runs.count && ok; first = end) {
        for (end = first + 1; end < runs.count && runs.items[end].line == runs.items[first].line;)
            end++;
        if (runs.items[first].line > 0)
            ok = add_line(lines, contexts, &runs, first, end, &named_count, found);
    }
    free(found);
    free(runs.items);
    free(runs.users);
    if (!ok)
        qp_line_contexts_close(lines);
    return ok;
}

void qp_line_contexts_close(struct qp_line_contexts *lines)
{
    free(lines->items);
    free(lines->named);
    *lines = (struct qp_line_contexts){0};
}

const struct qp_line_users *qp_line_contexts_find(const struct qp_line_contexts *lines, int32_t line)
{
    uint32_t first = QP_BISECT(i, lines->count, lines->items[i].line < line);
    return first < lines->count && lines->items[first].line == line ? &lines->items[first] : NULL;
}
