/* sonarqube.c - SonarQube's generic test coverage, version 1, as its documentation describes it (generic test data).
 *
 * A path is relative to the run's directory, which should be that of the project, or absolute. An interpreter may have
 * loaded a file by two names, such as a.lua and ./a.lua: the file is written once, with the lines of both. Lines
 * excluded by the program are omitted. The format has neither counts nor functions. Files of which no line was counted
 * are omitted: SonarQube treats their lines as not covered, as it does with files that no report names. */
#include "export/export.h"
#include "export/folder_files.h"
#include "export/xml.h"

#include "format/array.h"
#include "profile/coverage/branches.h"

#include <stdlib.h>

struct line {
    uint32_t number;
    bool covered;
    uint64_t outcomes;
    uint64_t taken;
};

struct list {
    struct line *items;
    uint32_t count;
};

/* Append the lines of a file. Return false if out of memory. */
static bool add_lines(struct list *list, const struct qp_query *query, uint32_t file)
{
    const struct qp_target target = {file, QP_NONE};
    struct qp_lines lines = {0};
    struct qp_branches branches = {0};
    uint32_t next = 0;
    bool ok = qp_lines_open(&lines, query, target) && qp_branches_open(&branches, query, target);
    for (uint32_t i = 0; ok && i < lines.count; i++) {
        const struct qp_line *line = &lines.items[i];
        const struct qp_line_branches on_line = qp_branches_of_line(&branches, line->number, &next);
        ok = !qp_line_is_covered(line) ||
             QP_ARRAY_APPEND(&list->items, &list->count,
                             (struct line){(uint32_t)line->number, qp_line_ran(line), on_line.outcomes, on_line.taken});
    }
    qp_branches_close(&branches);
    qp_lines_close(&lines);
    return ok;
}

/* Sort the lines of a file that was loaded by several names, and add up equal lines. */
static void merge_lines(struct list *list)
{
    uint32_t kept = 0;
    qp_array_sort(list->items, list->count, sizeof *list->items);
    for (uint32_t i = 1; i < list->count; i++) {
        struct line *last = &list->items[kept], *line = &list->items[i];
        if (line->number != last->number) {
            list->items[++kept] = *line;
            continue;
        }
        last->covered |= line->covered;
        last->outcomes += line->outcomes;
        last->taken += line->taken;
    }
    list->count = list->count ? kept + 1 : 0;
}

static void put_lines(struct qp_put *put, const struct list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        const struct line *line = &list->items[i];
        qp_xml_number(put, "<lineToCover lineNumber", line->number);
        qp_put_string(put, line->covered ? "covered=\"true\"" : "covered=\"false\"");
        if (line->outcomes) {
            qp_xml_number(put, " branchesToCover", line->outcomes);
            qp_xml_number(put, "coveredBranches", line->taken);
        }
        qp_put_string(put, "/>\n");
    }
}

/* Write the files from index `first` to before `end`, which have one path. Return false if out of memory. */
static bool put_file(struct qp_export *export, const struct qp_coverage_files *files, uint32_t first, uint32_t end)
{
    struct list list = {0};
    bool ok = true;
    for (uint32_t i = first; ok && i < end; i++)
        ok = add_lines(&list, export->query, files->items[i].file);
    if (ok && list.count) {
        if (end > first + 1)
            merge_lines(&list);
        const struct qp_profile *profile = export->profile;
        qp_xml_text(&export->put, "<file path",
                    qp_folder_relative(profile, profile->files[files->items[first].file].name));
        qp_put_string(&export->put, ">\n");
        put_lines(&export->put, &list);
        qp_put_string(&export->put, "</file>\n");
    }
    free(list.items);
    return ok;
}

static int by_path(const void *left, const void *right, void *of)
{
    const struct qp_coverage_file *a = left, *b = right;
    const struct qp_profile *profile = of;
    int order = qp_text_compare(qp_folder_relative(profile, profile->files[a->file].name),
                                qp_folder_relative(profile, profile->files[b->file].name));
    return order ? order : qp_text_compare(profile->files[a->file].name, profile->files[b->file].name);
}

static bool put_files(struct qp_export *export, const struct qp_coverage_files *files)
{
    const struct qp_profile *profile = export->profile;
    bool ok = true;
    for (uint32_t first = 0, end; ok && first < files->count; first = end) {
        struct qp_text path = qp_folder_relative(profile, profile->files[files->items[first].file].name);
        for (end = first + 1; end < files->count; end++) {
            if (!qp_text_equal(path, qp_folder_relative(profile, profile->files[files->items[end].file].name)))
                break;
        }
        ok = put_file(export, files, first, end);
    }
    return ok;
}

static bool write_file(struct qp_export *export)
{
    struct qp_coverage_files files;
    if (!qp_coverage_files_open(&files, export->query, &export->filter))
        return false;
    export->passed = files.count;
    if (files.count)
        qsort_r(files.items, files.count, sizeof *files.items, by_path, (void *)(uintptr_t) export->profile);
    qp_put_string(&export->put, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    qp_xml_notes(&export->put, &export->quality[export->query->selection.product]);
    qp_put_string(&export->put, "<coverage version=\"1\">\n");
    bool ok = !export->query->counts_lines || put_files(export, &files);
    qp_put_string(&export->put, "</coverage>\n");
    qp_coverage_files_close(&files);
    return ok;
}

const struct qp_exporter qp_export_sonarqube = {
    .name = "sonarqube",
    .summary = "line and branch coverage for SonarQube (generic test coverage)",
    .coverage_first = true,
    .one_product = true,
    .filtered = true,
    .files_only = true,
    .write = write_file,
};
