#include "profile/coverage/line_contexts.h"

#include "base/atomic.h"
#include "base/order.h"
#include "format/array.h"

#include <stdlib.h>

/* An entry of a line table. */
struct entry {
    int32_t line;
    uint32_t method;
    uint32_t block;
};

struct search {
    const struct qp_query *query;
    struct qp_contexts *contexts;
    struct qp_line_contexts *lines;
    struct entry *entries; /* sorted by line */
    uint32_t entry_count;
    uint32_t named_count; /* elements of lines->named */
    uint32_t *found;
    uint32_t *users; /* contexts that ran code of the file; only if a method runs at its load */
    uint32_t user_count;
};

static int compare_entries(const void *a, const void *b)
{
    const struct entry *one = a, *other = b;
    return QP_ORDER({qp_order_signed(one->line), qp_order_signed(other->line)}, {one->method, other->method},
                    {one->block, other->block});
}

static int compare(const void *a, const void *b)
{
    return QP_ORDER({*(const uint32_t *)a, *(const uint32_t *)b});
}

static bool collect_entries(struct search *search, struct qp_target target)
{
    const struct qp_profile *profile = search->query->profile;
    bool ok = true;
    for (uint32_t i = QP_NONE; ok && (i = qp_target_next(search->query, target, i)) != QP_NONE;) {
        const struct qp_profile_method *method = &profile->methods[i];
        for (uint32_t k = 0; k < method->line_count && method->first_array != QP_NONE && ok; k++)
            if (method->lines[k].line_number > 0)
                ok = QP_ARRAY_APPEND(&search->entries, &search->entry_count,
                                     (struct entry){method->lines[k].line_number, i, k});
    }
    qp_sort(search->entries, search->entry_count, sizeof *search->entries, compare_entries);
    return ok;
}

/* Return an array of counts of a method after `array` that the query includes; NULL if there is none. */
static const struct qp_profile_array *next_array(const struct qp_query *query, uint32_t method,
                                                 const struct qp_profile_array *array)
{
    do
        array = qp_profile_next_array(query->profile, method, array);
    while (array && !qp_query_has_counts(query, array));
    return array;
}

static bool collect_users(struct search *search, struct qp_target target)
{
    const struct qp_profile *profile = search->query->profile;
    bool loads = false, ok = true;
    for (uint32_t i = QP_NONE; (i = qp_target_next(search->query, target, i)) != QP_NONE;)
        loads |= profile->methods[i].flags & QP_METHOD_LOADS;
    qp_contexts_begin(search->contexts);
    for (uint32_t i = QP_NONE; loads && ok && (i = qp_target_next(search->query, target, i)) != QP_NONE;)
        for (const struct qp_profile_array *array = NULL; (array = next_array(search->query, i, array)) && ok;) {
            uint32_t named = profile->roots[array->root].named;
            if (named != QP_NONE && qp_contexts_array_ran(array) &&
                qp_contexts_users(search->contexts, named, search->found) > 0)
                ok = QP_ARRAY_APPEND(&search->users, &search->user_count, named);
        }
    return ok;
}

/* Append the contexts for which the code of this one counts, except those found in this round, loads of files, and
 * those that stand for several. */
static bool append_users(struct search *search, uint32_t named)
{
    const struct qp_profile *profile = search->query->profile;
    uint32_t count = qp_contexts_users(search->contexts, named, search->found);
    bool ok = true;
    for (uint32_t i = 0; i < count && ok; i++)
        if (search->found[i] < profile->named_single_count && !profile->named[search->found[i]].load)
            ok = QP_ARRAY_APPEND(&search->lines->named, &search->named_count, search->found[i]);
    return ok;
}

/* Sort the contexts that were found in this round. If most contexts ran a line, visiting all of them is faster: 1,000
 * contexts of each of 6,000 lines took 1.1 s with qsort alone. */
static void sort(uint32_t *named, uint32_t count, const struct qp_contexts *contexts)
{
    const struct qp_profile *profile = contexts->profile;
    uint32_t singles = profile->named_single_count;
    if (count < 2)
        return;
    if (count < singles / 16) {
        qsort(named, count, sizeof *named, compare);
        return;
    }
    for (uint32_t i = 0; i < singles; i++)
        if (contexts->seen[i] == contexts->round && !profile->named[i].load)
            *named++ = i;
}

/* Append the contexts for which an entry of a line table ran. */
static bool add_entry(struct search *search, const struct entry *entry)
{
    const struct qp_profile *profile = search->query->profile;
    bool ran = false, ok = true;
    for (const struct qp_profile_array *array = NULL;
         (array = next_array(search->query, entry->method, array)) && ok;) {
        uint32_t named = profile->roots[array->root].named;
        if (entry->block >= array->count || qp_load_relaxed(&array->values[entry->block]) == 0)
            continue;
        ran = true;
        if (named != QP_NONE)
            ok = append_users(search, named);
    }
    if (ran && profile->methods[entry->method].flags & QP_METHOD_LOADS)
        for (uint32_t i = 0; i < search->user_count && ok; i++)
            ok = append_users(search, search->users[i]);
    return ok;
}

static bool add_lines(struct search *search)
{
    struct qp_line_contexts *lines = search->lines;
    bool ok = true;
    for (uint32_t i = 0; i < search->entry_count && ok;) {
        struct qp_line_users line = {.line = search->entries[i].line, .first = search->named_count};
        qp_contexts_begin(search->contexts);
        for (; i < search->entry_count && search->entries[i].line == line.line && ok; i++)
            ok = add_entry(search, &search->entries[i]);
        line.count = search->named_count - line.first;
        if (!ok || line.count == 0)
            continue;
        sort(lines->named + line.first, line.count, search->contexts);
        ok = QP_ARRAY_APPEND(&lines->items, &lines->count, line);
    }
    return ok;
}

bool qp_line_contexts_open(struct qp_line_contexts *lines, const struct qp_query *query, struct qp_contexts *contexts,
                           struct qp_target target)
{
    struct search search = {.query = query, .contexts = contexts, .lines = lines};
    *lines = (struct qp_line_contexts){0};
    search.found = malloc(((size_t)query->profile->named_count + 1) * sizeof *search.found);
    bool ok = search.found && collect_entries(&search, target) && collect_users(&search, target) && add_lines(&search);
    free(search.found);
    free(search.entries);
    free(search.users);
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
