#include "profile/coverage/touched.h"

#include "base/order.h"
#include "format/array.h"
#include "profile/coverage/target.h"

#include <stdlib.h>

/* ---- the lines of a file ----------------------------------------------------------------------------------------- */

/* A line that holds code of a function. */
struct code {
    int32_t line;
    uint32_t method;
};

/* The first and the last line of a function. */
struct extent {
    int32_t first;
    int32_t last;
    uint32_t method;
};

struct file_code {
    struct code *lines; /* sorted by line */
    uint32_t line_count;
    struct extent *extents;
    uint32_t extent_count;
};

static bool add_method(struct file_code *code, const struct qp_profile *profile, uint32_t method)
{
    const struct qp_profile_method *it = &profile->methods[method];
    struct extent extent = {INT32_MAX, 0, method};
    bool ok = true;
    for (uint32_t i = 0; i < it->line_count && ok; i++) {
        int32_t line = it->lines[i].line_number;
        if (line <= 0)
            continue;
        extent.first = line < extent.first ? line : extent.first;
        extent.last = line > extent.last ? line : extent.last;
        ok = QP_ARRAY_APPEND(&code->lines, &code->line_count, (struct code){line, method});
    }
    return ok && (!extent.last || QP_ARRAY_APPEND(&code->extents, &code->extent_count, extent));
}

static int by_line(const void *left, const void *right)
{
    const struct code *a = left, *b = right;
    return QP_ORDER({qp_order_signed(a->line), qp_order_signed(b->line)}, {a->method, b->method});
}

static bool open_code(struct file_code *code, const struct qp_query *query, const struct qp_patched *patched)
{
    bool ok = true;
    *code = (struct file_code){0};
    for (uint32_t i = 0; i < patched->count; i++) {
        struct qp_target target = {patched->files[i], QP_NONE};
        for (uint32_t k = QP_NONE; ok && (k = qp_target_next(query, target, k)) != QP_NONE;)
            ok = add_method(code, query->profile, k);
    }
    qp_sort(code->lines, code->line_count, sizeof *code->lines, by_line);
    return ok;
}

static void close_code(struct file_code *code)
{
    free(code->lines);
    free(code->extents);
}

/* ---- one change -------------------------------------------------------------------------------------------------- */

/* Append the lines of a range that hold code, and their functions. */
static bool add_lines(struct qp_touched_changes *touched, const struct file_code *code, struct qp_patch_range range)
{
    uint32_t first = QP_BISECT(i, code->line_count, code->lines[i].line < range.first);
    uint32_t lines = touched->line_count;
    bool ok = true;
    for (uint32_t i = first; ok && i < code->line_count && code->lines[i].line - range.first < range.count; i++) {
        int32_t line = code->lines[i].line;
        ok = QP_ARRAY_APPEND(&touched->methods, &touched->method_count, code->lines[i].method);
        if (ok && (touched->line_count == lines || touched->lines[touched->line_count - 1] != line))
            ok = QP_ARRAY_APPEND(&touched->lines, &touched->line_count, line);
    }
    return ok;
}

/* Append the innermost functions around a range that holds no code: those that begin last, and of these the ones that
 * end first. */
static bool add_around(struct qp_touched_changes *touched, const struct file_code *code, struct qp_patch_range range)
{
    struct extent inner = {0, INT32_MAX, QP_NONE};
    bool ok = true;
    for (uint32_t i = 0; i < code->extent_count; i++) {
        const struct extent *it = &code->extents[i];
        bool is_around = it->first < range.first && it->last >= range.first + range.count;
        if (is_around && (it->first > inner.first || (it->first == inner.first && it->last < inner.last)))
            inner = *it;
    }
    for (uint32_t i = 0; i < code->extent_count && ok; i++) {
        const struct extent *it = &code->extents[i];
        if (it->first == inner.first && it->last == inner.last)
            ok = QP_ARRAY_APPEND(&touched->methods, &touched->method_count, it->method);
    }
    return ok;
}

static int by_number(const void *left, const void *right)
{
    const uint32_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/* Sort the methods from index `first` on, and keep each once. */
static void keep_once(struct qp_touched_changes *touched, uint32_t first)
{
    uint32_t *methods = touched->methods, kept = first;
    if (touched->method_count == first)
        return;
    qp_sort(methods + first, touched->method_count - first, sizeof *methods, by_number);
    for (uint32_t i = first + 1; i < touched->method_count; i++) {
        if (methods[i] != methods[kept])
            methods[++kept] = methods[i];
    }
    touched->method_count = kept + 1;
}

static bool add_change(struct qp_touched_changes *touched, const struct file_code *code, const char *name,
                       struct qp_patch_range range)
{
    uint32_t line = touched->line_count, method = touched->method_count;
    bool ok = add_lines(touched, code, range);
    if (ok && touched->line_count == line)
        ok = add_around(touched, code, range);
    keep_once(touched, method);
    return ok && QP_ARRAY_APPEND(&touched->items, &touched->count,
                                 (struct qp_touched){.name = name,
                                                     .range = range,
                                                     .line_count = touched->line_count - line,
                                                     .method_count = touched->method_count - method});
}

/* ---- all changes ------------------------------------------------------------------------------------------------- */

static bool add_file(struct qp_touched_changes *touched, const struct qp_query *query, const struct qp_patched *patched)
{
    struct file_code code;
    bool ok = open_code(&code, query, patched);
    for (uint32_t i = 0; i < patched->patch->count && ok; i++)
        ok = add_change(touched, &code, patched->name, patched->patch->changes[i].old_lines);
    close_code(&code);
    return ok;
}

/* Set the pointers of the items when the arrays do not grow any more. */
static void set_pointers(struct qp_touched_changes *touched)
{
    uint32_t line = 0, method = 0;
    for (uint32_t i = 0; i < touched->count; i++) {
        struct qp_touched *it = &touched->items[i];
        it->lines = it->line_count ? touched->lines + line : NULL;
        it->methods = it->method_count ? touched->methods + method : NULL;
        line += it->line_count;
        method += it->method_count;
    }
}

bool qp_touched_open(struct qp_touched_changes *touched, const struct qp_query *query, const struct qp_patch *patch,
                     const struct qp_patch_folders *folders)
{
    *touched = (struct qp_touched_changes){0};
    bool ok = qp_patched_open(&touched->patched, query->profile, patch, QP_PATCH_OLD, folders);
    for (uint32_t i = 0; i < touched->patched.count && ok; i++) {
        const struct qp_patched *it = &touched->patched.items[i];
        ok = it->count == 0 || add_file(touched, query, it);
    }
    if (ok)
        set_pointers(touched);
    else
        qp_touched_close(touched);
    return ok;
}

void qp_touched_close(struct qp_touched_changes *touched)
{
    qp_patched_close(&touched->patched);
    free(touched->items);
    free(touched->lines);
    free(touched->methods);
    *touched = (struct qp_touched_changes){0};
}
