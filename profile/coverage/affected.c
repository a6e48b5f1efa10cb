#include "profile/coverage/affected.h"

#include "base/order.h"
#include "format/array.h"
#include "profile/coverage/lines.h"

#include <stdlib.h>

struct search {
    struct qp_affected *affected;
    const struct qp_query *query;
    struct qp_contexts *contexts;
    bool whole;
    /* the current file: */
    const char *name;
    uint32_t file;
    struct qp_lines lines;
    struct qp_line_contexts users;
};

/* ---- lines ------------------------------------------------------------------------------------------------------- */

static bool add_line(struct search *search, int32_t number)
{
    const struct qp_line_users *users = qp_line_contexts_find(&search->users, number);
    for (uint32_t i = 0; users && i < users->count; i++)
        search->affected->named[search->users.named[users->first + i]] = true;
    return users;
}

static bool has_line(const struct qp_profile_method *method, int32_t number)
{
    for (uint32_t i = 0; i < method->line_count; i++)
        if (method->lines[i].line_number == number)
            return true;
    return false;
}

static int32_t last_line(const struct qp_profile_method *method)
{
    int32_t last = 0;
    for (uint32_t i = 0; i < method->line_count; i++)
        if (method->lines[i].line_number > last)
            last = method->lines[i].line_number;
    return last;
}

/* Return the function with the fewest lines around a range; QP_NONE if there is none. */
static uint32_t innermost(const struct search *search, const struct qp_patch_range *range)
{
    const struct qp_profile *profile = search->query->profile;
    const struct qp_target target = {search->file, QP_NONE};
    int32_t last = range->count ? range->first + range->count - 1 : range->first, least = INT32_MAX;
    uint32_t found = QP_NONE;
    for (uint32_t i = QP_NONE; (i = qp_target_next(search->query, target, i)) != QP_NONE;) {
        const struct qp_profile_method *method = &profile->methods[i];
        int32_t end = last_line(method);
        if (method->line > range->first || end < last || method->line <= 0 || end - method->line >= least)
            continue;
        least = end - method->line;
        found = i;
    }
    return found;
}

static bool add_function(struct search *search, uint32_t index)
{
    const struct qp_profile_method *method = index == QP_NONE ? NULL : &search->query->profile->methods[index];
    bool any = false;
    for (uint32_t i = 0; method && i < method->line_count; i++)
        any |= add_line(search, method->lines[i].line_number);
    return any;
}

/* Add the line of a function before a line, and the one at it or after it. */
static bool add_neighbours(struct search *search, uint32_t index, int32_t number)
{
    const struct qp_profile_method *method = index == QP_NONE ? NULL : &search->query->profile->methods[index];
    int32_t before = 0, after = INT32_MAX;
    for (uint32_t i = 0; method && i < method->line_count; i++) {
        int32_t line = method->lines[i].line_number;
        if (line < number && line > before)
            before = line;
        if (line >= number && line < after)
            after = line;
    }
    bool any = before > 0 && add_line(search, before);
    return (after < INT32_MAX && add_line(search, after)) || any;
}

/* Add the changed lines that hold code, and their neighbours in the function `index` if other lines changed, too.
 * Return true if a line ran. *holds_code is set to true if a line holds code. */
static bool add_lines(struct search *search, uint32_t index, const struct qp_patch_range *range, bool *holds_code)
{
    const struct qp_profile_method *method = index == QP_NONE ? NULL : &search->query->profile->methods[index];
    uint32_t code = 0;
    bool any = false;
    for (uint32_t i = 0; i < search->lines.count; i++) {
        int32_t number = search->lines.items[i].number;
        if (number < range->first || number - range->first >= range->count)
            continue;
        code++;
        any |= add_line(search, number);
    }
    *holds_code = code > 0;
    if (code > 0 && code < (uint32_t)range->count && method && !has_line(method, range->first))
        any |= add_neighbours(search, index, range->first);
    return any;
}

static bool add_change(struct search *search, const struct qp_patch_range *range)
{
    uint32_t function = innermost(search, range);
    bool holds_code = true, any;
    if (search->whole)
        any = add_function(search, function);
    else if (range->count == 0)
        any = add_neighbours(search, function, range->first);
    else
        any = add_lines(search, function, range, &holds_code);
    if (!holds_code)
        any = add_function(search, function);
    return any || QP_ARRAY_APPEND(&search->affected->items, &search->affected->count,
                                  (struct qp_unaffected){search->name, *range, function});
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

static bool add_file(struct search *search, const struct qp_patched *patched, uint32_t index, bool is_new)
{
    const struct qp_target target = {patched->files[index], QP_NONE};
    search->name = patched->name;
    search->file = target.file;
    if (!qp_lines_open(&search->lines, search->query, target))
        return false;
    bool ok = qp_line_contexts_open(&search->users, search->query, search->contexts, target);
    for (uint32_t i = 0; ok && patched->patch->binary && i < search->users.count; i++)
        add_line(search, search->users.items[i].line);
    for (uint32_t i = 0; ok && i < patched->patch->count; i++) {
        const struct qp_patch_change *change = &patched->patch->changes[i];
        ok = add_change(search, is_new ? &change->new_lines : &change->old_lines);
    }
    if (ok)
        qp_line_contexts_close(&search->users);
    qp_lines_close(&search->lines);
    return ok;
}

/* Return the item of a patched file, NULL if there is none. */
static const struct qp_patched *item_of(const struct qp_patched_files *files, const struct qp_patch_file *file)
{
    uint32_t at = QP_BISECT(i, files->count, files->items[i].patch < file);
    return at < files->count && files->items[at].patch == file ? &files->items[at] : NULL;
}

static bool add_patch_file(struct search *search, const struct qp_patch_file *file)
{
    struct qp_affected *affected = search->affected;
    const struct qp_patched *new_file = item_of(&affected->new_files, file);
    /* If the run has the text that is on disk, the change is in the run already. */
    bool is_new = new_file && new_file->count && new_file->is_same;
    const struct qp_patched *patched = is_new ? new_file : item_of(&affected->old_files, file);
    bool ok = true;
    if (!patched || patched->count == 0)
        return QP_ARRAY_APPEND(
            &affected->unmatched, &affected->unmatched_count,
            (struct qp_unmatched){file->new_name ? file->new_name : file->old_name, patched && patched->is_ambiguous});
    for (uint32_t i = 0; i < patched->count && ok; i++)
        ok = add_file(search, patched, i, is_new);
    return ok;
}

bool qp_affected_open(struct qp_affected *affected, const struct qp_query *query, const struct qp_patch *patch,
                      const struct qp_patch_folders *folders, bool whole)
{
    struct qp_contexts contexts;
    struct search search = {.affected = affected, .query = query, .contexts = &contexts, .whole = whole};
    *affected = (struct qp_affected){.named = calloc((size_t)query->profile->named_count + 1, sizeof(bool))};
    bool ok = affected->named && qp_contexts_open(&contexts, query->profile);
    if (ok) {
        ok = qp_patched_open(&affected->old_files, query->profile, patch, QP_PATCH_OLD, folders) &&
             qp_patched_open(&affected->new_files, query->profile, patch, QP_PATCH_NEW, folders);
        for (uint32_t i = 0; i < patch->count && ok; i++)
            ok = add_patch_file(&search, &patch->files[i]);
        qp_contexts_close(&contexts);
    }
    if (!ok)
        qp_affected_close(affected);
    return ok;
}

void qp_affected_close(struct qp_affected *affected)
{
    qp_patched_close(&affected->old_files);
    qp_patched_close(&affected->new_files);
    free(affected->named);
    free(affected->unmatched);
    free(affected->items);
    *affected = (struct qp_affected){0};
}
