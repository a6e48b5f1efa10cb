#include "show/context_table.h"

#include "base/scratch.h"
#include "profile/coverage/line_contexts.h"
#include "profile/coverage/lines.h"
#include "show/parts/table.h"

struct counts {
    uint32_t lines;
    uint32_t only; /* lines that ran for no other context */
};

static bool add_file(const struct qp_query *query, struct qp_contexts *contexts, uint32_t file, struct counts *counts)
{
    struct qp_line_contexts lines;
    if (!qp_line_contexts_open(&lines, query, contexts, (struct qp_target){file, QP_NONE}))
        return false;
    for (uint32_t i = 0; i < lines.count; i++) {
        const struct qp_line_users *line = &lines.items[i];
        if (qp_lines_excluded(query->profile, file, line->line))
            continue;
        for (uint32_t k = 0; k < line->count; k++) {
            counts[lines.named[line->first + k]].lines++;
            counts[lines.named[line->first + k]].only += line->count == 1;
        }
    }
    qp_line_contexts_close(&lines);
    return true;
}

static bool print(const struct qp_query *query, const struct counts *counts, const struct qp_stream *stream)
{
    struct qp_table table;
    qp_table_init(&table, "lines|only|-context");
    for (uint32_t i = 0; i < query->profile->named_single_count; i++) {
        if (!qp_selection_lists(&query->selection, query->profile, i))
            continue;
        qp_table_add_count(&table, counts[i].lines);
        qp_table_add_some(&table, counts[i].only);
        qp_table_add_text(&table, QP_STYLE_PLAIN, query->profile->named[i].name);
    }
    return qp_table_finish(&table, stream, "no contexts were recorded\n");
}

bool qp_context_table_print(const struct qp_query *query, const struct qp_filter *filter,
                            const struct qp_stream *stream)
{
    const struct qp_profile *profile = query->profile;
    struct qp_scratch scratch = {0};
    struct counts *counts = qp_scratch_zeros(&scratch, profile->named_count, sizeof *counts);
    struct qp_contexts contexts;
    bool ok = counts && qp_contexts_open(&contexts, profile);
    if (ok) {
        for (uint32_t i = 0; ok && i < profile->file_count; i++)
            ok = !qp_filter_passes_path(filter, profile->files[i].name) || add_file(query, &contexts, i, counts);
        ok = ok && print(query, counts, stream);
        qp_contexts_close(&contexts);
    }
    qp_scratch_free(&scratch);
    return ok;
}
