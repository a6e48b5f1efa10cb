/* jacoco.c - coverage in JaCoCo's XML report format by its DTD 1.1, for readers of Java coverage.
 *
 * Packages are folders, as in Cobertura's XML. The name of a JVM class is written with '/' between its parts. In other
 * languages, functions without a class are in a class named after the file. The name of a method in our reports
 * includes its parameters, as in put(int,String): the attribute desc is "(int,String)", since the JVM's descriptor is
 * not recorded.
 *
 * Instructions are not counted. Some readers require mi, ci and the INSTRUCTION counters. They count a line as one
 * instruction. Branches are those that the run counted (--cover=branch). COMPLEXITY is omitted, since it is not
 * recorded. Empty counters are omitted as in JaCoCo's own reports. Lines and functions excluded by the program are
 * omitted. There is no DOCTYPE, which some readers would fetch. */
#include "export/export.h"
#include "export/folder_files.h"
#include "export/jacoco_classes.h"
#include "export/xml.h"

struct state {
    struct qp_export *export;
    const struct qp_folder_files *files;
    uint32_t classes; /* number of classes in the current package */
    uint32_t classes_hit;
};

/* ---- counters ---------------------------------------------------------------------------------------------------- */

static void put_counter(struct qp_put *put, const char *type, uint32_t all, uint32_t hit)
{
    if (!all)
        return;
    qp_xml_text(put, "<counter type", qp_text_of(type));
    qp_xml_number(put, "missed", all - hit);
    qp_xml_number(put, "covered", hit);
    qp_put_string(put, "/>\n");
}

static void put_counters(struct qp_put *put, const struct qp_coverage *numbers, uint32_t classes, uint32_t classes_hit)
{
    put_counter(put, "INSTRUCTION", numbers->lines, numbers->lines_hit);
    put_counter(put, "BRANCH", numbers->outcomes, numbers->outcomes_taken);
    put_counter(put, "LINE", numbers->lines, numbers->lines_hit);
    put_counter(put, "METHOD", numbers->functions, numbers->functions_hit);
    put_counter(put, "CLASS", classes, classes_hit);
}

/* ---- classes ----------------------------------------------------------------------------------------------------- */

static void put_method(struct qp_export *export, const struct qp_jacoco_method *it)
{
    struct qp_put *put = &export->put;
    const struct qp_profile_method *method = &export->profile->methods[it->method];
    const char *end = method->name.bytes + method->name.length;
    const char *parameters = method->name.length ? memchr(method->name.bytes, '(', method->name.length) : NULL;
    if (!parameters)
        parameters = end;
    qp_xml_text(put, "<method name", (struct qp_text){method->name.bytes, (uint32_t)(parameters - method->name.bytes)});
    qp_xml_text(put, "desc", (struct qp_text){parameters, (uint32_t)(end - parameters)});
    if (method->line > 0)
        qp_xml_number(put, "line", (uint64_t)method->line);
    qp_put_string(put, ">\n");
    put_counters(put, &it->numbers, 0, 0);
    qp_put_string(put, "</method>\n");
}

/* Write app.store.Map$Entry as app/store/Map$Entry. */
static void put_class_name(struct qp_put *put, struct qp_text name)
{
    while (name.length) {
        const char *dot = memchr(name.bytes, '.', name.length);
        uint32_t length = dot ? (uint32_t)(dot - name.bytes) : name.length;
        qp_put_xml(put, (struct qp_text){name.bytes, length});
        if (dot)
            qp_put_char(put, '/');
        name.bytes += length + (dot != NULL);
        name.length -= length + (dot != NULL);
    }
}

static void put_class(struct qp_export *export, const struct qp_jacoco_classes *classes,
                      const struct qp_jacoco_class *class, const struct qp_folder_file *file)
{
    struct qp_put *put = &export->put;
    qp_put_string(put, "<class name=\"");
    if (class->name.length)
        put_class_name(put, class->name);
    else
        qp_put_xml(put, file->path);
    qp_put_string(put, "\" ");
    qp_xml_text(put, "sourcefilename", qp_folder_file_name(file));
    qp_put_string(put, ">\n");
    for (uint32_t i = class->first; i < class->first + class->count; i++)
        put_method(export, &classes->methods[i]);
    put_counters(put, &class->numbers, 1, class->numbers.functions_hit != 0);
    qp_put_string(put, "</class>\n");
}

/* ---- source files ------------------------------------------------------------------------------------------------ */

static bool put_lines(struct qp_export *export, uint32_t file)
{
    struct qp_put *put = &export->put;
    struct qp_target target = {file, QP_NONE};
    struct qp_lines lines = {0};
    struct qp_branches branches = {0};
    uint32_t next = 0;
    bool ok = qp_lines_open(&lines, export->query, target) && qp_branches_open(&branches, export->query, target);
    for (uint32_t i = 0; ok && i < lines.count; i++) {
        const struct qp_line *line = &lines.items[i];
        if (!qp_line_is_covered(line))
            continue;
        qp_xml_number(put, "<line nr", (uint64_t)line->number);
        qp_xml_number(put, "mi", !qp_line_ran(line));
        qp_xml_number(put, "ci", qp_line_ran(line));
        const struct qp_line_branches on_line = qp_branches_of_line(&branches, line->number, &next);
        qp_xml_number(put, "mb", on_line.outcomes - on_line.taken);
        qp_xml_number(put, "cb", on_line.taken);
        qp_put_string(put, "/>\n");
    }
    qp_branches_close(&branches);
    qp_lines_close(&lines);
    return ok;
}

static bool put_file(struct state *state, const struct qp_folder_file *file)
{
    struct qp_export *export = state->export;
    struct qp_jacoco_classes classes;
    bool ok = qp_jacoco_classes_open(&classes, export->query, file->file->file);
    for (uint32_t i = 0; ok && i < classes.count; i++)
        put_class(export, &classes, &classes.items[i], file);
    qp_xml_text(&export->put, "<sourcefile name", qp_folder_file_name(file));
    qp_put_string(&export->put, ">\n");
    if (ok && export->query->counts_lines)
        ok = put_lines(export, file->file->file);
    put_counters(&export->put, &file->file->numbers, classes.count, classes.hit);
    qp_put_string(&export->put, "</sourcefile>\n");
    state->classes += classes.count;
    state->classes_hit += classes.hit;
    qp_jacoco_classes_close(&classes);
    return ok;
}

/* ---- file -------------------------------------------------------------------------------------------------------- */

static bool put_package(struct state *state, uint32_t first, uint32_t end)
{
    struct qp_put *put = &state->export->put;
    struct qp_coverage numbers = {0};
    bool ok = true;
    state->classes = state->classes_hit = 0;
    qp_xml_text(put, "<package name", qp_folder_path(&state->files->items[first]));
    qp_put_string(put, ">\n");
    for (uint32_t i = first; ok && i < end; i++) {
        ok = put_file(state, &state->files->items[i]);
        qp_coverage_add(&numbers, &state->files->items[i].file->numbers);
    }
    put_counters(put, &numbers, state->classes, state->classes_hit);
    qp_put_string(put, "</package>\n");
    return ok;
}

static void put_session(struct qp_put *put, const struct qp_profile *profile)
{
    uint64_t start = profile->reader.header.start_realtime_ns;
    qp_xml_text(put, "<sessioninfo id", profile->program.length ? profile->program : qp_text_of("qii"));
    qp_xml_number(put, "start", start / 1000000);
    qp_xml_number(put, "dump", (start + qp_profile_duration_ns(profile)) / 1000000);
    qp_put_string(put, "/>\n");
}

static bool put_report(struct qp_export *export, const struct qp_folder_files *files)
{
    struct state state = {.export = export, .files = files};
    uint32_t classes = 0, classes_hit = 0;
    bool ok = true;
    qp_put_string(&export->put, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    qp_xml_notes(&export->put, &export->quality[export->query->selection.product]);
    qp_put_string(&export->put, "<report name=\"qii\">\n");
    put_session(&export->put, export->profile);
    for (uint32_t first = 0, end; ok && first < files->covered.count; first = end) {
        end = qp_folder_end(files, first);
        ok = put_package(&state, first, end);
        classes += state.classes;
        classes_hit += state.classes_hit;
    }
    put_counters(&export->put, &files->covered.total, classes, classes_hit);
    qp_put_string(&export->put, "</report>\n");
    return ok;
}

static bool write_file(struct qp_export *export)
{
    return qp_folder_files_write(export, put_report);
}

const struct qp_exporter qp_export_jacoco = {
    .name = "jacoco",
    .summary = "line and method coverage by class (JaCoCo XML)",
    .coverage_first = true,
    .one_product = true,
    .filtered = true,
    .files_only = true,
    .write = write_file,
};
