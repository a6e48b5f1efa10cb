#include "show/comparison/comparison_tables.h"

#include "profile/compare/compared_lines.h"
#include "show/parts/heading.h"
#include "show/parts/table.h"

static void put_file(struct qp_table *table, const struct qp_compared_file *pair)
{
    for (int side = 0; side < QP_COMPARED_SIDES; side++) {
        const struct qp_ran_file *file = pair->in[side];
        qp_table_add_part(table, file ? file->ran : 0, file ? file->count : 0);
    }
    qp_table_add_text(table, QP_STYLE_PLAIN, qp_compared_file_name(pair));
    qp_table_add(table, QP_STYLE_RED, pair->comparable ? pair->only[QP_BEFORE] : "other lines");
    qp_table_add(table, QP_STYLE_GREEN, pair->comparable ? pair->only[QP_AFTER] : "");
}

static void print_title(const uint32_t counts[QP_COMPARED_SIDES], uint32_t other, const struct qp_stream *stream)
{
    char rest[200];
    snprintf(rest, sizeof rest, ": %u ran only in A, %u only in B", counts[QP_BEFORE], counts[QP_AFTER]);
    qp_heading_part("Lines", rest, stream);
    if (other)
        fprintf(stream->out, "%u file%s different lines of code: only the number of covered lines is compared\n", other,
                other == 1 ? " has" : "s have");
}

bool qp_comparison_print_lines(const struct qp_comparison *comparison, const struct qp_compared_choice *choice,
                               const struct qp_stream *stream)
{
    uint32_t counts[QP_COMPARED_SIDES] = {0}, other = 0, shown = 0, rows = 0;
    struct qp_compared_files files;
    struct qp_table table;
    bool ok = qp_compared_files_open(&files, comparison);
    qp_table_init(&table, "A|B|-file|-only in A|-only in B");
    for (uint32_t i = 0; ok && i < files.count; i++) {
        const struct qp_compared_file *file = &files.items[i];
        if (!qp_filter_passes_path(&choice->filter, qp_compared_file_name(file)))
            continue;
        counts[QP_BEFORE] += file->counts[QP_BEFORE];
        counts[QP_AFTER] += file->counts[QP_AFTER];
        other += !file->comparable && file->in[QP_BEFORE] && file->in[QP_AFTER];
        if (!choice->all && !qp_compared_file_differs(file))
            continue;
        if (rows++ < choice->top || !choice->top) {
            put_file(&table, file);
            shown++;
        }
    }
    if (ok)
        print_title(counts, other, stream);
    ok = qp_heading_finish(&table, rows, shown, NULL, stream) && ok;
    qp_compared_files_close(&files);
    return ok;
}
