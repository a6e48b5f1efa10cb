#include "show/changed.h"

#include "base/number.h"
#include "show/parts/heading.h"
#include "show/parts/table.h"

#define MOST_UNKNOWN 10 /* largest number of unknown files whose names people get */

/* ---- files ------------------------------------------------------------------------------------------------------- */

static void add_row(struct qp_table *table, uint32_t hit, uint32_t lines, struct qp_text name)
{
    enum qp_style style = hit == lines ? QP_STYLE_GREEN : 2 * (uint64_t)hit < lines ? QP_STYLE_RED : QP_STYLE_YELLOW;
    qp_table_add_part(table, hit, lines);
    qp_table_add_share(table, style, hit, lines);
    qp_table_add_text(table, QP_STYLE_PLAIN, name);
}

static bool print_files(const struct qp_changed *changed, const struct qp_stream *stream)
{
    struct qp_table table;
    char name[60];
    uint32_t files = 0;
    qp_table_init(&table, "changed lines|cover;lines share|-file");
    for (uint32_t i = 0; i < changed->file_count; i++) {
        const struct qp_changed_file *file = &changed->files[i];
        if (file->count == 0)
            continue;
        add_row(&table, file->hit, file->count, qp_text_of(file->name));
        files++;
    }
    snprintf(name, sizeof name, "total of %u file%s", files, qp_number_plural(files));
    if (files && !stream->programs)
        add_row(&table, changed->hit, changed->lines, qp_text_of(name));
    return qp_table_finish(&table, stream, "no changed line holds code that the run knows");
}

/* ---- missed lines ------------------------------------------------------------------------------------------------ */

static bool print_missed_table(const struct qp_changed *changed, const struct qp_stream *stream)
{
    struct qp_table table;
    qp_table_init(&table, "-file|line|-text");
    for (uint32_t i = 0; i < changed->file_count; i++) {
        const struct qp_changed_file *file = &changed->files[i];
        for (uint32_t k = 0; k < file->count; k++) {
            if (!file->items[k].missed)
                continue;
            qp_table_add_text(&table, QP_STYLE_PLAIN, qp_text_of(file->name));
            qp_table_add_count(&table, (uint64_t)file->items[k].number);
            qp_table_add_text(&table, QP_STYLE_PLAIN, file->items[k].text);
        }
    }
    if (!qp_table_is_empty(&table))
        qp_heading_title("missed", stream);
    return qp_table_finish(&table, stream, NULL);
}

static void print_missed(const struct qp_changed_file *file, const struct qp_stream *stream)
{
    if (file->hit == file->count)
        return;
    fputc('\n', stream->out);
    qp_stream_begin(stream, QP_STYLE_BOLD);
    qp_text_print(stream->out, qp_text_of(file->name));
    qp_stream_end(stream, QP_STYLE_BOLD);
    fputs("  missed:\n", stream->out);
    for (uint32_t i = 0; i < file->count; i++) {
        const struct qp_changed_line *line = &file->items[i];
        if (!line->missed)
            continue;
        qp_stream_put_source(stream, line->number, line->text);
    }
}

/* ---- other files ------------------------------------------------------------------------------------------------- */

static void print_unknown(const struct qp_changed *changed, FILE *out)
{
    if (!changed->unknown_count)
        return;
    fprintf(out, "not in the run: %u changed file%s", changed->unknown_count, qp_number_plural(changed->unknown_count));
    for (uint32_t i = 0; i < changed->unknown_count && i < MOST_UNKNOWN; i++) {
        fputs(i ? ", " : ": ", out);
        qp_text_print(out, qp_text_of(changed->unknown[i]));
    }
    fputs(changed->unknown_count > MOST_UNKNOWN ? ", …\n" : "\n", out);
}

bool qp_changed_print(const struct qp_changed *changed, const struct qp_stream *stream)
{
    bool ok = print_files(changed, stream);
    if (changed->excluded)
        fprintf(stream->out, "%u changed line%s excluded\n", changed->excluded, qp_number_plural(changed->excluded));
    for (uint32_t i = 0; i < changed->file_count && !stream->programs; i++)
        print_missed(&changed->files[i], stream);
    if (ok && stream->programs)
        ok = print_missed_table(changed, stream);
    if (changed->unknown_count && !stream->programs)
        fputc('\n', stream->out);
    print_unknown(changed, stream->out);
    return ok;
}
