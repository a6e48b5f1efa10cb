/* cobertura.c - Cobertura's XML by its DTD coverage-04, as read by GitLab, Jenkins and Azure.
 *
 * A package is a folder, a class is a file. File names are relative to a <source>: the run's directory, or for files
 * outside of it their common folder. There is no DOCTYPE, which some readers would fetch. The timestamp is in seconds,
 * as in coverage.py's reports; others write milliseconds. A rate is 1 if there is nothing to cover, as in Cobertura
 * itself; without line counts, lines-valid is 0. Complexity is not recorded and always 0.
 *
 * A condition is a branch of the line, with the share of its outcomes that were taken. Lines and functions excluded by
 * the program are omitted. Checked with the DTD and with npm's cobertura-parse 1.0.5. */
#include "export/export.h"
#include "export/folder_files.h"
#include "export/xml.h"

#include "profile/coverage/branches.h"

/* ---- attributes -------------------------------------------------------------------------------------------------- */

static void put_rate(struct qp_put *put, const char *name, uint64_t hit, uint64_t all)
{
    qp_put_format(put, "%s-rate=\"%.4g\" ", name, all ? (double)hit / (double)all : 1.0);
}

static void put_rates(struct qp_put *put, const struct qp_coverage *numbers)
{
    put_rate(put, "line", numbers->lines_hit, numbers->lines);
    put_rate(put, "branch", numbers->outcomes_taken, numbers->outcomes);
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

static uint64_t percent(uint64_t part, uint64_t whole)
{
    return whole ? 100 * part / whole : 0;
}

static void put_branches(struct qp_put *put, struct qp_line_branches branches)
{
    if (branches.count == 0) {
        qp_put_string(put, "branch=\"false\"/>\n");
        return;
    }
    qp_put_format(put, "branch=\"true\" condition-coverage=\"%llu%% (%llu/%llu)\"><conditions>",
                  (unsigned long long)percent(branches.taken, branches.outcomes), (unsigned long long)branches.taken,
                  (unsigned long long)branches.outcomes);
    for (uint32_t i = 0; i < branches.count; i++)
        qp_put_format(put, "<condition number=\"%u\" type=\"jump\" coverage=\"%llu%%\"/>", i,
                      (unsigned long long)percent(branches.items[i].taken, branches.items[i].outcomes));
    qp_put_string(put, "</conditions></line>\n");
}

static void put_lines(struct qp_export *export, const struct qp_lines *lines, const struct qp_branches *branches)
{
    struct qp_put *put = &export->put;
    uint32_t next = 0;
    qp_put_string(put, "<lines>\n");
    for (uint32_t i = 0; export->query->counts_lines && i < lines->count; i++) {
        const struct qp_line *line = &lines->items[i];
        if (!qp_line_is_covered(line))
            continue;
        qp_xml_number(put, "<line number", (uint64_t)line->number);
        qp_xml_number(put, "hits", qp_line_hits(line));
        put_branches(put, qp_branches_of_line(branches, line->number, &next));
    }
    qp_put_string(put, "</lines>");
}

static void begin_method(struct qp_export *export, uint32_t method, const struct qp_coverage *numbers)
{
    struct qp_put *put = &export->put;
    char label[QP_LABEL_SIZE];
    qp_labels_text(&export->labels, method, label, sizeof label);
    qp_xml_text(put, "<method name", qp_text_of(label));
    qp_put_string(put, "signature=\"\" ");
    put_rates(put, numbers);
    qp_put_string(put, "complexity=\"0\">");
}

/* Write the lines of a class or, if the target is a method, the method with its lines. Return false if out of
 * memory. */
static bool put_target(struct qp_export *export, struct qp_target target)
{
    struct qp_lines lines;
    struct qp_branches branches;
    const struct qp_query *query = export->query;
    if (!qp_lines_open(&lines, query, target))
        return false;
    bool ok = qp_branches_open(&branches, query, target);
    if (ok) {
        const struct qp_coverage counted = {
            .lines = lines.total,
            .lines_hit = lines.hit,
            .outcomes = branches.outcomes,
            .outcomes_taken = branches.taken,
        };
        const struct qp_coverage numbers = query->counts_lines ? counted : (struct qp_coverage){0};
        if (target.method != QP_NONE)
            begin_method(export, target.method, &numbers);
        put_lines(export, &lines, &branches);
        qp_branches_close(&branches);
    }
    qp_lines_close(&lines);
    return ok;
}

/* ---- classes ----------------------------------------------------------------------------------------------------- */

static bool put_class(struct qp_export *export, const struct qp_folder_file *row)
{
    const struct qp_profile *profile = export->profile;
    struct qp_put *put = &export->put;
    bool ok = true;
    qp_xml_text(put, "<class name", qp_folder_file_name(row));
    qp_xml_text(put, "filename", row->path);
    put_rates(put, &row->file->numbers);
    qp_put_string(put, "complexity=\"0\">\n<methods>\n");
    for (uint32_t i = profile->files[row->file->file].first_method; ok && i != QP_NONE;
         i = profile->methods[i].next_in_file) {
        if (!qp_coverage_counts(export->query, i))
            continue;
        ok = put_target(export, (struct qp_target){row->file->file, i});
        qp_put_string(put, "</method>\n");
    }
    qp_put_string(put, "</methods>\n");
    ok = ok && put_target(export, (struct qp_target){row->file->file, QP_NONE});
    qp_put_string(put, "\n</class>\n");
    return ok;
}

/* Write the name of a package: its folder, with dots in place of slashes as coverage.py and Cobertura itself write it.
 */
static void put_package_name(struct qp_put *put, struct qp_text folder)
{
    qp_put_string(put, "<package name=\"");
    for (uint32_t at = 0, end; at < folder.length; at = end + 1) {
        for (end = at; end < folder.length && folder.bytes[end] != '/'; end++)
            ;
        qp_put_xml(put, (struct qp_text){folder.bytes + at, end - at});
        qp_put_string(put, end < folder.length ? "." : "");
    }
    qp_put_string(put, folder.length ? "\" " : ".\" ");
}

/* Write the folder with the files from index `first` to before `end` as a package. Return false if out of memory. */
static bool put_package(struct qp_export *export, const struct qp_folder_files *files, uint32_t first, uint32_t end)
{
    struct qp_put *put = &export->put;
    struct qp_coverage numbers = {0};
    struct qp_text folder = qp_folder_path(&files->items[first]);
    bool ok = true;
    for (uint32_t i = first; i < end; i++)
        qp_coverage_add(&numbers, &files->items[i].file->numbers);
    put_package_name(put, folder);
    put_rates(put, &numbers);
    qp_put_string(put, "complexity=\"0\"><classes>\n");
    for (uint32_t i = first; ok && i < end; i++)
        ok = put_class(export, &files->items[i]);
    qp_put_string(put, "</classes></package>\n");
    return ok;
}

/* ---- file -------------------------------------------------------------------------------------------------------- */

static void put_source(struct qp_put *put, struct qp_text folder)
{
    if (!folder.length)
        return;
    qp_put_string(put, "<source>");
    qp_put_xml(put, folder);
    qp_put_string(put, "</source>\n");
}

static void put_header(struct qp_export *export, const struct qp_folder_files *files)
{
    const struct qp_profile *profile = export->profile;
    const struct qp_coverage *total = &files->covered.total;
    struct qp_put *put = &export->put;
    qp_put_string(put, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- Cobertura, coverage-04 -->\n");
    qp_xml_notes(put, &export->quality[export->query->selection.product]);
    qp_put_string(put, "<coverage ");
    put_rates(put, total);
    qp_xml_number(put, "lines-covered", total->lines_hit);
    qp_xml_number(put, "lines-valid", total->lines);
    qp_xml_number(put, "branches-covered", total->outcomes_taken);
    qp_xml_number(put, "branches-valid", total->outcomes);
    qp_xml_number(put, "timestamp", profile->reader.header.start_realtime_ns / 1000000000);
    qp_put_string(put, "complexity=\"0\" version=\"qii\">\n<sources>\n");
    put_source(put, profile->directory);
    struct qp_text common = files->common;
    common.length -= common.length > 1; /* omit its '/' */
    put_source(put, common);
    qp_put_string(put, "</sources>\n<packages>\n");
}

static bool put_packages(struct qp_export *export, const struct qp_folder_files *files)
{
    bool ok = true;
    put_header(export, files);
    for (uint32_t first = 0, end; ok && first < files->covered.count; first = end) {
        end = qp_folder_end(files, first);
        ok = put_package(export, files, first, end);
    }
    qp_put_string(&export->put, "</packages>\n</coverage>\n");
    return ok;
}

static bool write_file(struct qp_export *export)
{
    return qp_folder_files_write(export, put_packages);
}

const struct qp_exporter qp_export_cobertura = {
    .name = "cobertura",
    .summary = "line and branch coverage for GitLab, Jenkins, Azure and others (Cobertura XML)",
    .coverage_first = true,
    .labelled = true,
    .one_product = true,
    .filtered = true,
    .files_only = true,
    .write = write_file,
};
