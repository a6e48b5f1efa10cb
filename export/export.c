#include "export/export.h"

#include "base/number.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- files ------------------------------------------------------------------------------------------------------- */

static bool write_file(struct qp_export *export, uint32_t file, qp_export_file *write)
{
    struct qp_target target = {file, QP_NONE};
    struct qp_lines lines;
    if (qp_target_next(export->query, target, QP_NONE) == QP_NONE ||
        !qp_filter_passes_path(&export->filter, export->profile->files[file].name))
        return true;
    export->passed = true;
    bool ok = qp_lines_open(&lines, export->query, target) && write(export, file, &lines);
    qp_lines_close(&lines);
    return ok;
}

bool qp_export_files(struct qp_export *export, qp_export_file *write)
{
    bool ok = true;
    for (int product = 0; product < QP_PRODUCTS; product++) {
        export->query = export->queries[product];
        for (uint32_t i = 0; ok && export->query && i < export->profile->file_count; i++)
            ok = write_file(export, i, write);
    }
    return ok;
}

/* ---- notes ------------------------------------------------------------------------------------------------------- */

void qp_export_notes(const struct qp_export *export, const struct qp_stacks *stacks, qp_export_note *put, void *of)
{
    enum qp_product product = export->query->selection.product;
    const struct qp_quality *quality = &export->quality[product];
    char text[200];
    snprintf(text, sizeof text, "Recorded by lib%s: %s.", qp_profile_product_name(product),
             qp_query_recording(export->query));
    put(of, text);
    for (uint32_t i = 0; i < quality->count; i++)
        put(of, quality->items[i].text);
    qp_stacks_describe_shortened(stacks, text, sizeof text);
    if (*text)
        put(of, text);
}

/* ---- writing: functions return false if out of memory ------------------------------------------------------------ */

static bool write_labelled(const struct qp_exporter *exporter, struct qp_export *export)
{
    bool ok = qp_labels_open(&export->labels, export->profile, exporter->style);
    if (ok && qp_top_names_open(&export->top_names, &export->labels)) {
        ok = exporter->write(export);
        qp_top_names_close(&export->top_names);
    } else {
        ok = false;
    }
    qp_labels_close(&export->labels);
    return ok;
}

static int write_all(const struct qp_exporter *exporter, struct qp_export *export, struct qp_error *error)
{
    for (int product = QP_PRODUCTS; product-- > 0;)
        export->query = export->queries[product] ? export->queries[product] : export->query;
    bool ok = exporter->labelled ? write_labelled(exporter, export) : exporter->write(export);
    if (!export->out)
        return ok ? 0 : qp_error_memory(error);
    qp_put_flush(&export->put);
    if (fflush(export->out) != 0 || ferror(export->out))
        return qp_error_set(error, QP_ERR_WRITE, "cannot write: %s", strerror(errno ? errno : EIO));
    return ok ? 0 : qp_error_memory(error);
}

/* ---- selection --------------------------------------------------------------------------------------------------- */

static bool is_wanted(const struct qp_export_request *request, const struct qp_profile *profile,
                      enum qp_product product)
{
    if (product == request->selection.product)
        return true;
    return request->every && !request->exporter->one_product &&
           (profile->reader.header.products & (1u << product)) != 0;
}

/* Open the queries of the exported products. A product without the requested phase is skipped; it is an error if no
 * product has the phase. */
static int open_queries(struct qp_export *export, const struct qp_export_request *request,
                        struct qp_query queries[QP_PRODUCTS], struct qp_error *error)
{
    struct qp_error missing = {0};
    bool any = false;
    for (int product = 0; product < QP_PRODUCTS; product++) {
        struct qp_selection part = request->selection;
        struct qp_error failure = {0};
        part.product = (enum qp_product)product;
        if (!is_wanted(request, export->profile, part.product))
            continue;
        if (qp_query_open(&queries[product], export->profile, &part, &failure) == 0) {
            export->queries[product] = &queries[product];
            any = true;
            if (!qp_groups_open(&export->groups[product], &queries[product]) ||
                !qp_quality_open(&export->quality[product], &queries[product]))
                return qp_error_memory(error);
        } else if (failure.code == QP_ERR_CHOICE) {
            missing = failure;
        } else {
            *error = failure;
            return error->code;
        }
    }
    if (!any)
        *error = missing;
    return error->code;
}

/* Add a note about code without a file, which is omitted. Return false if out of memory. */
static bool note_left_out(struct qp_export *export, enum qp_product product)
{
    const struct qp_profile *profile = export->profile;
    const struct qp_query *query = export->queries[product];
    uint32_t count = 0;
    uint64_t lines_left = 0;
    for (uint32_t i = 0; query && i < profile->file_count; i++) {
        struct qp_lines lines;
        if (!qp_pattern_is_no_file(profile->files[i].name))
            continue;
        if (!qp_lines_open(&lines, query, (struct qp_target){i, QP_NONE}))
            return false;
        lines_left += lines.total;
        count += lines.total != 0;
        qp_lines_close(&lines);
    }
    char *text = NULL;
    if (count && asprintf(&text,
                          "Code without a file, such as code loaded from strings, is omitted: %s line%s of "
                          "%s text%s.",
                          qp_number_count(lines_left).text, qp_number_plural(lines_left), qp_number_count(count).text,
                          qp_number_plural(count)) < 0)
        text = NULL;
    return !count || qp_quality_add(&export->quality[product], QP_QUALITY_WARNING, QP_QUALITY_LINES, text);
}

/* If readers of the format open each file, omit code without a file, and add notes about the omission. Return false
 * if out of memory. */
static bool leave_out(struct qp_export *export, const struct qp_exporter *exporter)
{
    bool ok = true;
    export->filter.files_only = exporter->files_only;
    for (int product = 0; product < QP_PRODUCTS && exporter->files_only; product++)
        ok = ok && note_left_out(export, (enum qp_product)product);
    return ok;
}

/* Report the notes that a reader of the format must know: how the run ended, and what is missing. */
static void report_notes(const struct qp_export *export, const struct qp_export_request *request)
{
    for (int product = 0; product < QP_PRODUCTS; product++) {
        for (uint32_t i = 0; i < export->quality[product].count; i++) {
            const struct qp_quality_note *note = &export->quality[product].items[i];
            if ((note->about == QP_QUALITY_RUN && note->level != QP_QUALITY_GOOD) ||
                (note->about == QP_QUALITY_LINES && note->level == QP_QUALITY_WARNING))
                request->report(note->text);
        }
    }
}

static int write_queries(struct qp_export *export, const struct qp_export_request *request, struct qp_error *error)
{
    struct qp_query queries[QP_PRODUCTS] = {{0}};
    int code = open_queries(export, request, queries, error);
    if (!code && !leave_out(export, request->exporter))
        code = qp_error_memory(error);
    if (!code)
        code = write_all(request->exporter, export, error);
    bool any = export->passed || qp_filter_is_empty(&export->filter);
    if (!code && any && request->exporter->has_no_notes && request->report)
        report_notes(export, request);
    qp_scratch_free(&export->scratch);
    for (int product = 0; product < QP_PRODUCTS; product++) {
        qp_quality_close(&export->quality[product]);
        qp_groups_close(&export->groups[product]);
        qp_query_close(&queries[product]);
    }
    return code;
}

static const char no_log[] = "no event log was recorded, which a timeline requires: use libvt, or libqprof with "
                             "-record-timeline=yes";

static const char merged[] = "merged runs have no common time, which a timeline requires";

static struct qp_stacks_limit limit_of(const struct qp_export_request *request)
{
    uint32_t most = request->exporter->most_paths;
    if (request->most_paths)
        return (struct qp_stacks_limit){.most = *request->most_paths};
    return (struct qp_stacks_limit){.most = most, .share = most ? 1.0 / most : 0};
}

int qp_export_write(struct qp_profile *profile, const struct qp_export_request *request, struct qp_error *error)
{
    bool events = request->events || request->exporter->timeline || request->exporter->takes_log;
    struct qp_counters counters;
    struct qp_log log;
    struct qp_export export = {
        .out = request->out,
        .job = request->job,
        .ranks = request->ranks,
        .ranks_of = request->ranks_of,
        .profile = profile,
        .paths = limit_of(request),
        .no_sources = request->no_sources,
        .change = request->change,
        .filter = request->filter,
        .put.out = request->out,
    };
    if (events && qp_log_open(&log, profile, error))
        return error->code;
    export.log = events ? &log : NULL;
    if (request->exporter->timeline && !qp_events_has(&log.events.events, QP_VT) &&
        !qp_events_has(&log.events.events, QP_QPROF)) {
        qp_error_set(error, QP_ERR_CHOICE, "%s", qp_profile_is_merged(profile) ? merged : no_log);
    } else if (!qp_counters_open(&counters, profile, error)) {
        export.counters = &counters;
        write_queries(&export, request, error);
        qp_counters_close(&counters);
    }
    if (request->passed)
        *request->passed = export.passed;
    if (events)
        qp_log_close(&log);
    return error->code;
}
