#include "profile/coverage/lines.h"
#include "page/tables.h"
#include "profile/query/time_notes.h"

#include <string.h>

/* ---- functions --------------------------------------------------------------------------------------------------- */

static void set_totals(struct qp_row_functions *row, const struct qp_page *page, const struct qp_totals *it)
{
    row->calls = it->calls;
    row->self = qp_page_ns(page, QP_SIDE_RUN, it->self);
    row->total = qp_page_ns(page, QP_SIDE_RUN, it->total);
    row->elapsed = qp_page_ns(page, QP_SIDE_RUN, it->elapsed);
    row->runnable = qp_page_ns(page, QP_SIDE_RUN, it->runnable);
    row->blocked = qp_page_ns(page, QP_SIDE_RUN, it->blocked);
    row->waiting = qp_page_ns(page, QP_SIDE_RUN, it->waiting);
    row->cycles = it->cycles;
    row->allocated = it->allocated.bytes;
    row->objects = it->allocated.objects;
    row->measured = it->measured;
    row->minimum = it->measured ? qp_page_ns(page, QP_SIDE_RUN, it->minimum) : 0;
    row->maximum = it->measured ? qp_page_ns(page, QP_SIDE_RUN, it->maximum) : 0;
    row->estimated = it->estimated;
}

/* Set the number of a function's lines, and the number of its lines that ran. Return false if out of memory. */
static bool set_lines(struct qp_row_functions *row, const struct qp_query *cover, uint32_t method)
{
    struct qp_lines lines;
    if (!cover || method == QP_NONE || !cover->counts_lines || !cover->profile->methods[method].line_count)
        return true;
    if (!qp_lines_open(&lines, cover, (struct qp_target){cover->profile->methods[method].file, method}))
        return false;
    row->lines = lines.total;
    row->lines_hit = lines.hit;
    qp_lines_close(&lines);
    return true;
}

/* Return true if only the run to compare with has the function, and the page shows the main run's version of its
 * file. The function's line numbers do not fit that version. */
static bool is_elsewhere(const struct qp_joined *joined, enum qp_side side, uint32_t method)
{
    uint32_t file = qp_joined_file(joined, side, method);
    return side == QP_SIDE_OTHER && file != QP_NONE && qp_joined_side(&joined->files[file]) != side;
}

static bool put_function(struct qp_page *page, uint32_t function)
{
    const struct qp_joined *joined = &page->joined;
    const uint32_t *in = joined->functions[function].in;
    enum qp_side side = qp_joined_side(&joined->functions[function]);
    const struct qp_profile_method *method = &joined->queries[side]->profile->methods[in[side]];
    const struct qp_totals *totals = qp_joined_totals(joined, QP_SIDE_RUN, function);
    char label[QP_LABEL_SIZE];
    qp_labels_text(page->labels[side], in[side], label, sizeof label - QP_THROTTLED_MARK);
    strcat(label, qp_throttled_mark(joined->queries[side]->profile, in[side]));
    struct qp_row_functions row = {
        .name = qp_page_strip(page, label),
        .file = qp_joined_file(joined, side, in[side]),
        .line = (uint32_t)method->line,
        .in_run = in[QP_SIDE_RUN] != QP_NONE,
        .elsewhere = is_elsewhere(joined, side, in[side]),
        .lacks_callers = side == QP_SIDE_RUN && method->flags & QP_METHOD_LACKS_CALLERS,
    };
    if (totals)
        set_totals(&row, page, totals);
    if (totals && qp_query_has_counted(joined->queries[QP_SIDE_RUN]) &&
        qp_query_counts_calls_of(joined->queries[QP_SIDE_RUN], in[QP_SIDE_RUN]))
        row.counted = totals->counted + 1;
    bool ok = set_lines(&row, joined->queries[QP_SIDE_COVER], in[QP_SIDE_COVER]);
    qp_add_functions(page->tables, &row);
    return ok;
}

bool qp_page_put_functions(struct qp_page *page)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < page->joined.function_count; i++)
        ok = put_function(page, i);
    return ok;
}
