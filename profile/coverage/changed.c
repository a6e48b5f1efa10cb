#include "profile/coverage/changed.h"

#include "base/order.h"
#include "format/array.h"
#include "profile/source/source_text.h"

#include <stdlib.h>
#include <string.h>

const char *qp_changed_problem(enum qp_changed_problem problem)
{
    static const char *const sentences[] = {
        [QP_CHANGED_SINCE] = "changed since the run: line numbers may not match",
        [QP_CHANGED_OTHER] = "differs from the patch: line numbers may not match",
        [QP_CHANGED_BINARY] = "is binary in the patch: its changed lines are unknown",
        [QP_CHANGED_TWICE] = "occurs several times in the patch: line numbers may not match",
        [QP_CHANGED_AMBIGUOUS] = "may be several files of the run: its changed lines are not counted",
    };
    return sentences[problem];
}

/* ---- added lines ------------------------------------------------------------------------------------------------- */

/* Collect all added lines of a file, sorted by number, each number once. */
static bool collect(struct qp_changed_file *file, const struct qp_patch *patch, const struct qp_patch_file *of)
{
    bool ok = true;
    for (uint32_t i = 0; i < of->count; i++) {
        const struct qp_patch_range *range = &of->changes[i].new_lines;
        size_t offset = of->changes[i].text;
        for (int32_t k = 0; k < range->count && ok; k++)
            ok = QP_ARRAY_APPEND(
                &file->items, &file->count,
                (struct qp_changed_line){.number = range->first + k, .text = qp_patch_line(patch, &offset)});
    }
    return ok;
}

static int by_number(const void *left, const void *right)
{
    const struct qp_changed_line *a = left, *b = right;
    return QP_ORDER({a->number, b->number}, {(uintptr_t)a->text.bytes, (uintptr_t)b->text.bytes});
}

/* Sort the lines. If the patch added a line several times, keep the last text. */
static void sort(struct qp_changed_file *file)
{
    uint32_t kept = 0;
    qp_sort(file->items, file->count, sizeof *file->items, by_number);
    for (uint32_t i = 0; i < file->count; i++) {
        kept += i && file->items[i].number != file->items[i - 1].number;
        file->items[kept] = file->items[i];
    }
    file->count = file->count ? kept + 1 : 0;
}

/* Return true if the added lines are those of the text. */
static bool is_of_text(const struct qp_changed_file *file, const char *text, size_t size)
{
    struct qp_source_text source = {.bytes = (char *)text, .size = size};
    struct qp_text line;
    int32_t number = 0;
    for (uint32_t i = 0; i < file->count; i++) {
        while (number < file->items[i].number) {
            if (!qp_source_text_line(&source, &line))
                return false;
            number++;
        }
        if (!qp_text_equal(line, file->items[i].text))
            return false;
    }
    return true;
}

/* ---- coverage ---------------------------------------------------------------------------------------------------- */

/* A line of a file while its data is looked up. A file may be in the run by several names. */
enum { CODE = 1, RAN = 2, EXCLUDED = 4 };

static bool add_counts(struct qp_changed_file *file, unsigned char *marks, const struct qp_query *query, uint32_t index)
{
    struct qp_lines lines;
    uint32_t at = 0;
    if (!qp_lines_open(&lines, query, (struct qp_target){index, QP_NONE}))
        return false;
    for (uint32_t i = 0; i < file->count; i++) {
        while (at < lines.count && lines.items[at].number < file->items[i].number)
            at++;
        if (at == lines.count || lines.items[at].number != file->items[i].number)
            continue;
        const struct qp_line *line = &lines.items[at];
        if (line->uncounted)
            continue;
        file->items[i].count += qp_line_hits(line);
        marks[i] |= (unsigned char)(CODE | (qp_line_ran(line) ? RAN : 0) | (line->excluded ? EXCLUDED : 0));
    }
    qp_lines_close(&lines);
    return true;
}

/* Keep the lines that hold code and are not excluded. */
static void keep_code(struct qp_changed_file *file, const unsigned char *marks)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < file->count; i++) {
        bool counts = marks[i] & CODE && !(marks[i] & EXCLUDED);
        file->excluded += (marks[i] & EXCLUDED) != 0;
        if (!counts)
            continue;
        file->items[kept] = file->items[i];
        file->items[kept].missed = !(marks[i] & RAN);
        file->hit += !file->items[kept++].missed;
    }
    file->count = kept;
}

static enum qp_changed_problem problem_of(const struct qp_changed_file *file, const struct qp_patched *patched)
{
    if (patched->is_ambiguous)
        return QP_CHANGED_AMBIGUOUS;
    if (patched->patch->binary)
        return QP_CHANGED_BINARY;
    if (patched->is_changed)
        return QP_CHANGED_SINCE;
    return patched->text && !is_of_text(file, patched->text, patched->size) ? QP_CHANGED_OTHER : QP_CHANGED_NO_PROBLEM;
}

/* Read a file that the patch changes `times` times, usually once. */
static bool read_file(struct qp_changed_file *file, const struct qp_query *query, const struct qp_patch *patch,
                      const struct qp_patched *const *patched, uint32_t times)
{
    bool ok = true;
    for (uint32_t i = 0; i < times && ok; i++)
        ok = collect(file, patch, patched[i]->patch);
    if (ok)
        sort(file);
    unsigned char *marks = ok ? calloc((size_t)file->count + 1, 1) : NULL;
    ok = marks;
    if (ok)
        file->problem = times > 1 ? QP_CHANGED_TWICE : problem_of(file, patched[0]);
    for (uint32_t i = 0; ok && i < patched[0]->count; i++)
        ok = add_counts(file, marks, query, patched[0]->files[i]);
    if (ok)
        keep_code(file, marks);
    free(marks);
    return ok;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

static bool passes(const struct qp_filter *filter, const struct qp_profile *profile, const struct qp_patched *patched)
{
    bool any = patched->count == 0 && qp_filter_passes_path(filter, qp_text_of(patched->name));
    for (uint32_t i = 0; i < patched->count && !any; i++)
        any = qp_filter_passes_path(filter, profile->files[patched->files[i]].name);
    return any;
}

static bool add_file(struct qp_changed *changed, const struct qp_query *query, const struct qp_patch *patch,
                     const struct qp_patched *const *patched, uint32_t times)
{
    const char *name = patched[0]->name;
    bool is_known = patched[0]->count || patched[0]->is_ambiguous, has_lines = false;
    for (uint32_t i = 0; i < times; i++)
        has_lines |= patched[i]->patch->count || (is_known && patched[i]->patch->binary);
    if (!has_lines)
        return true;
    if (!is_known)
        return QP_ARRAY_APPEND(&changed->unknown, &changed->unknown_count, name);
    if (!QP_ARRAY_APPEND(&changed->files, &changed->file_count, (struct qp_changed_file){.name = name}))
        return false;
    struct qp_changed_file *file = &changed->files[changed->file_count - 1];
    if (!read_file(file, query, patch, patched, times))
        return false;
    changed->lines += file->count;
    changed->hit += file->hit;
    changed->excluded += file->excluded;
    return true;
}

static int by_name(const void *left, const void *right)
{
    const struct qp_patched *const *a = left, *const *b = right;
    int order = strcmp((*a)->name, (*b)->name);
    return order ? order : QP_ORDER({(uintptr_t)*a, (uintptr_t)*b});
}

bool qp_changed_open(struct qp_changed *changed, const struct qp_query *query, const struct qp_patch *patch,
                     const struct qp_patch_folders *folders, const struct qp_filter *filter)
{
    *changed = (struct qp_changed){0};
    if (!qp_patched_open(&changed->patched, query->profile, patch, QP_PATCH_NEW, folders))
        return false;
    uint32_t count = changed->patched.count;
    const struct qp_patched **sorted = malloc(((size_t)count + 1) * sizeof *sorted);
    bool ok = sorted;
    for (uint32_t i = 0; ok && i < count; i++)
        sorted[i] = &changed->patched.items[i];
    if (ok)
        qp_sort(sorted, count, sizeof *sorted, by_name);
    for (uint32_t first = 0, end; ok && first < count; first = end) {
        for (end = first + 1; end < count && strcmp(sorted[end]->name, sorted[first]->name) == 0; end++)
            continue;
        ok = (filter && !passes(filter, query->profile, sorted[first])) ||
             add_file(changed, query, patch, sorted + first, end - first);
    }
    free(sorted);
    if (!ok)
        qp_changed_close(changed);
    return ok;
}

void qp_changed_close(struct qp_changed *changed)
{
    for (uint32_t i = 0; i < changed->file_count; i++)
        free(changed->files[i].items);
    free(changed->files);
    free(changed->unknown);
    qp_patched_close(&changed->patched);
    *changed = (struct qp_changed){0};
}
