/* csv_lines.c - lines of source files as rows of comma-separated values (RFC 4180), for spreadsheets and scripts.
 *
 * The first row has the names of the columns, which are the same for every run. A number that was not recorded is an
 * empty cell. Notes about the data are not exported, since the format has no comments. */
#include "export/csv.h"
#include "export/export.h"

/* Write the lines of a file. A line's count is unknown if the run has no line counts, or if the line was timed and
 * not counted. */
static bool write_lines(struct qp_export *export, uint32_t file, const struct qp_lines *lines)
{
    struct qp_put *put = &export->put;
    for (uint32_t i = 0; i < lines->count; i++) {
        const struct qp_line *line = &lines->items[i];
        qp_csv_text(put, export->profile->files[file].name);
        qp_put_format(put, ",%d,", line->number);
        if (export->query->counts_lines && !line->uncounted && (line->count || !qp_line_ran(line)))
            qp_put_number(put, line->count);
        qp_put_char(put, ',');
        if (lines->timed)
            qp_put_number(put, qp_profile_ns(export->profile, line->time));
        qp_put_string(put, line->excluded ? ",yes" QP_CSV_END : ",no" QP_CSV_END);
    }
    return true;
}

static bool write_all(struct qp_export *export)
{
    qp_put_string(&export->put, "file,line,count,time_ns,excluded" QP_CSV_END);
    return qp_export_files(export, write_lines);
}

const struct qp_exporter qp_export_csv_lines = {
    .name = "csv-lines",
    .summary = "lines of source files as rows, with counts and times",
    .coverage_first = true,
    .one_product = true,
    .filtered = true,
    .write = write_all,
};
