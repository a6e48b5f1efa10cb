#include "page/contexts.h"

#include "base/hash.h"
#include "format/array.h"

#include <stdlib.h>
#include <string.h>

#define NAME_SIZE 1200

/* Write the contexts that the run lists: no loads of files, and none of another library. */
static void put_names(struct qp_page_contexts *contexts)
{
    const struct qp_profile *profile = contexts->query->profile;
    char name[NAME_SIZE];
    uint32_t count = 0;
    for (uint32_t i = 0; i < profile->named_single_count; i++) {
        const struct qp_profile_named *it = &profile->named[i];
        contexts->row_of[i] = QP_NONE;
        if (it->load || it->product != (uint32_t)contexts->query->selection.product)
            continue;
        contexts->row_of[i] = count++;
        const struct qp_row_contexts row = {.name = qp_page_show(contexts->page, it->name, name, sizeof name)};
        qp_add_contexts(contexts->page->tables, &row);
    }
}

bool qp_page_contexts_open(struct qp_page_contexts *contexts, struct qp_page *page)
{
    const struct qp_query *cover = page->joined.queries[QP_SIDE_COVER];
    *contexts = (struct qp_page_contexts){.page = page};
    if (!cover || !cover->counts_lines || !cover->profile->named_single_count)
        return true;
    contexts->query = cover;
    contexts->row_of = malloc(cover->profile->named_single_count * sizeof *contexts->row_of);
    if (!contexts->row_of || !qp_contexts_open(&contexts->relations, cover->profile)) {
        free(contexts->row_of);
        return false;
    }
    put_names(contexts);
    return true;
}

void qp_page_contexts_close(struct qp_page_contexts *contexts)
{
    if (!contexts->query)
        return;
    qp_contexts_close(&contexts->relations);
    qp_map_fini(&contexts->known);
    free(contexts->row_of);
    free(contexts->lists);
    free(contexts->members);
}

bool qp_page_contexts_of_file(struct qp_page_contexts *contexts, struct qp_line_contexts *lines, uint32_t file)
{
    *lines = (struct qp_line_contexts){0};
    return !contexts->query || file == QP_NONE ||
           qp_line_contexts_open(lines, contexts->query, &contexts->relations, (struct qp_target){file, QP_NONE});
}

/* ---- lists ------------------------------------------------------------------------------------------------------- */

static void put_list(struct qp_columns *tables, const uint32_t *rows, uint32_t count)
{
    uint32_t ranges = 0;
    for (uint32_t i = 0, end; i < count; i = end, ranges++) {
        for (end = i + 1; end < count && rows[end] == rows[end - 1] + 1;)
            end++;
        qp_add_context_ranges(tables, &(const struct qp_row_context_ranges){.first = rows[i], .count = end - i});
    }
    qp_add_context_lists(tables, &(const struct qp_row_context_lists){.ranges = ranges});
}

/* Return true if a list has exactly these rows. */
static bool has_rows(const struct qp_page_contexts *contexts, uint64_t list, const uint32_t *rows, uint32_t count)
{
    const struct qp_page_context_list *it = &contexts->lists[list];
    return it->count == count && memcmp(contexts->members + it->first, rows, count * sizeof *rows) == 0;
}

/* Append the rows of a line's contexts to `members`. */
static bool append_rows(struct qp_page_contexts *contexts, const struct qp_line_contexts *lines,
                        const struct qp_line_users *line)
{
    bool ok = true;
    for (uint32_t i = 0; i < line->count && ok; i++) {
        uint32_t row = contexts->row_of[lines->named[line->first + i]];
        if (row != QP_NONE)
            ok = QP_ARRAY_APPEND(&contexts->members, &contexts->member_count, row);
    }
    return ok;
}

bool qp_page_contexts_add(struct qp_page_contexts *contexts, const struct qp_line_contexts *lines, int32_t line,
                          uint32_t *list)
{
    const struct qp_line_users *users = qp_line_contexts_find(lines, line);
    uint32_t first = contexts->member_count;
    *list = QP_NONE;
    if (!users)
        return true;
    if (!append_rows(contexts, lines, users))
        return false;
    uint32_t count = contexts->member_count - first;
    if (count == 0)
        return true;
    const uint32_t *rows = contexts->members + first;
    uint64_t hash = qp_hash_bytes(rows, count * sizeof *rows), known = qp_map_get(&contexts->known, hash);
    if (known && has_rows(contexts, known - 1, rows, count)) {
        contexts->member_count = first;
        *list = (uint32_t)(known - 1);
        return true;
    }
    *list = contexts->list_count;
    put_list(contexts->page->tables, rows, count);
    return QP_ARRAY_APPEND(&contexts->lists, &contexts->list_count, (struct qp_page_context_list){first, count}) &&
           qp_map_put(&contexts->known, hash, contexts->list_count) == 0;
}
