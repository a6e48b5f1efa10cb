#include "export/export.h"

#include "base/number.h"
#include "profile/query/problem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const struct qp_exporter *qp_export_named(const char *name)
{
    for (const struct qp_exporter *const *it = qp_exporters; *it; it++) {
        if (strcmp((*it)->name, name) == 0)
            return *it;
    }
    return NULL;
}

/* ---- walk: functions return false if out of memory --------------------------------------------------------------- */

static bool begin_section(const struct qp_exporter *exporter, struct qp_export *export, enum qp_section section)
{
    return !exporter->section || exporter->section(export, section);
}

/* Call the callback for numbers from 0 on, except those rejected by is_exported. */
static bool walk_each(const struct qp_exporter *exporter, struct qp_export *export, enum qp_section section,
                      uint32_t count, bool (*callback)(struct qp_export *export, uint32_t number),
                      bool (*is_exported)(struct qp_export *export, uint32_t number))
{
    bool ok = begin_section(exporter, export, section);
    for (uint32_t i = 0; ok && callback && i < count; i++)
        ok = (is_exported && !is_exported(export, i)) || callback(export, i);
    return ok;
}

static bool is_method_exported(struct qp_export *export, uint32_t method)
{
    export->query = export->queries[export->profile->methods[method].product];
    return export->query;
}

static bool is_node_exported(struct qp_export *export, uint32_t node)
{
    uint32_t root = export->profile->nodes[node].root;
    export->query = root == QP_NONE ? NULL : export->queries[export->profile->roots[root].product];
    return export->query && export->query->selected.roots[root];
}

/* Carriers are always exported. */
static bool is_thread_exported(struct qp_export *export, uint32_t thread)
{
    const struct qp_profile_thread *it = &export->profile->threads[thread];
    return !it->virtual_thread || export->queries[it->product];
}

static bool is_group_exported(struct qp_export *export, uint32_t group)
{
    return export->profile->groups[group].product < QP_PRODUCTS &&
           export->queries[export->profile->groups[group].product];
}

static bool is_edge_exported(struct qp_export *export, uint32_t edge)
{
    return is_node_exported(export, export->profile->edges[edge].waiter);
}

static bool walk_rollup(const struct qp_exporter *exporter, struct qp_export *export, enum qp_rollup_to to)
{
    struct qp_rollup rollup;
    if (!qp_rollup_open(&rollup, export->query, &export->groups[export->query->selection.product], to))
        return false;
    bool ok = true;
    for (uint32_t i = 0; ok && i < rollup.count; i++)
        ok = exporter->rollup(export, to, &rollup.items[i]);
    qp_rollup_close(&rollup);
    return ok;
}

static bool walk_rollups(const struct qp_exporter *exporter, struct qp_export *export)
{
    bool ok = begin_section(exporter, export, QP_SECTION_ROLLUPS);
    for (int product = 0; product < QP_PRODUCTS; product++) {
        export->query = export->queries[product];
        if (ok && export->query && exporter->rollup)
            ok = walk_rollup(exporter, export, QP_ROLLUP_TO_SPAWNER) &&
                 walk_rollup(exporter, export, QP_ROLLUP_TO_RESUMER);
    }
    return ok;
}

static bool walk_file(const struct qp_exporter *exporter, struct qp_export *export, uint32_t file)
{
    struct qp_target target = {file, QP_NONE};
    struct qp_lines lines;
    if (qp_target_next(export->query, target, QP_NONE) == QP_NONE ||
        (exporter->filtered && !qp_filter_passes_path(&export->filter, export->profile->files[file].name)))
        return true;
    export->passed = true;
    bool ok = qp_lines_open(&lines, export->query, target) && exporter->file(export, file, &lines);
    qp_lines_close(&lines);
    return ok;
}

static bool walk_files(const struct qp_exporter *exporter, struct qp_export *export)
{
    bool ok = begin_section(exporter, export, QP_SECTION_FILES);
    for (int product = 0; product < QP_PRODUCTS; product++) {
        export->query = export->queries[product];
        for (uint32_t i = 0; ok && export->query && exporter->file && i < export->profile->file_count; i++)
            ok = walk_file(exporter, export, i);
    }
    return ok;
}

static bool walk_problems(const struct qp_exporter *exporter, struct qp_export *export)
{
    bool ok = begin_section(exporter, export, QP_SECTION_PROBLEMS);
    for (int product = 0; product < QP_PRODUCTS; product++) {
        for (uint32_t kind = 0; ok && export->queries[product] && exporter->problem && kind < QP_DIAGNOSTICS; kind++)
            ok = qp_problem_count(export->profile, (enum qp_product)product, kind) == 0 ||
                 exporter->problem(export, (enum qp_product)product, kind);
    }
    return ok;
}

static bool walk_events(const struct qp_exporter *exporter, struct qp_export *export)
{
    struct qp_resolved event;
    if (!export->log || !exporter->event)
        return true;
    if (!qp_timeline_open(&export->timeline, export->log->events.events.profile))
        return false;
    bool ok = begin_section(exporter, export, QP_SECTION_EVENTS);
    while (ok && !ferror(export->out) && qp_resolver_next(&export->log->events, &event))
        ok = qp_timeline_follow(&export->timeline, &event.event, &export->step) && exporter->event(export, &event);
    qp_timeline_close(&export->timeline);
    return ok && !export->log->events.failed;
}

static bool walk_locations(const struct qp_exporter *exporter, struct qp_export *export)
{
    if (!export->log || !exporter->location)
        return true;
    struct qp_locate *locate = &export->log->locate;
    bool ok = begin_section(exporter, export, QP_SECTION_LOCATIONS);
    for (uint32_t i = 0; ok && i < locate->locations->count; i++) {
        uint32_t handle = locate->locations->items[i].handle;
        const struct qp_located_stack *stack = qp_locate_frames(locate, handle, UINT64_MAX);
        ok = stack && exporter->location(export, handle, stack);
    }
    return ok;
}

static bool walk_profile(const struct qp_exporter *it, struct qp_export *export)
{
    const struct qp_profile *profile = export->profile;
    return walk_each(it, export, QP_SECTION_METHODS, profile->method_count, it->method, is_method_exported) &&
           walk_each(it, export, QP_SECTION_THREADS, profile->thread_count, it->thread, is_thread_exported) &&
           walk_each(it, export, QP_SECTION_GROUPS, profile->group_count, it->group, is_group_exported) &&
           walk_rollups(it, export) &&
           walk_each(it, export, QP_SECTION_NODES, profile->node_count, it->node, is_node_exported) &&
           walk_each(it, export, QP_SECTION_EDGES, profile->edge_count, it->edge, is_edge_exported) &&
           walk_each(it, export, QP_SECTION_MARKS, profile->mark_count, it->mark, NULL) && walk_files(it, export) &&
           walk_problems(it, export) &&
           walk_each(it, export, QP_SECTION_COUNTERS, export->counters->item_count, it->counter, NULL) &&
           walk_events(it, export) && walk_locations(it, export);
}

static bool write_whole(const struct qp_exporter *exporter, struct qp_export *export)
{
    for (int product = QP_PRODUCTS; product-- > 0;)
        export->query = export->queries[product] ? export->queries[product] : export->query;
    return exporter->whole(export);
}

static bool write(const struct qp_exporter *exporter, struct qp_export *export)
{
    if (exporter->whole)
        return write_whole(exporter, export);
    return (!exporter->begin || exporter->begin(export)) && walk_profile(exporter, export) &&
           (!exporter->end || exporter->end(export));
}

static bool write_labelled(const struct qp_exporter *exporter, struct qp_export *export)
{
    bool ok = qp_labels_open(&export->labels, export->profile, exporter->style);
    if (ok && qp_top_names_open(&export->top_names, &export->labels)) {
        ok = write(exporter, export);
        qp_top_names_close(&export->top_names);
    } else {
        ok = false;
    }
    qp_labels_close(&export->labels);
    return ok;
}

static int walk(const struct qp_exporter *exporter, struct qp_export *export, struct qp_error *error)
{
    bool ok = exporter->labelled ? write_labelled(exporter, export) : write(exporter, export);
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

/* A phase that only some products have is not an error, unless no product has it. */
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

/* Add a note about what an exporter for readers of files omits. Return false if out of memory. */
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
    return !count || qp_quality_add(&export->quality[product], QP_QUALITY_LINES, text);
}

/* Return false if out of memory. */
static bool leave_out(struct qp_export *export, const struct qp_exporter *exporter)
{
    bool ok = true;
    export->filter.files_only = exporter->files_only;
    for (int product = 0; product < QP_PRODUCTS && exporter->files_only; product++)
        ok = ok && note_left_out(export, (enum qp_product)product);
    return ok;
}

static int write_queries(struct qp_export *export, const struct qp_export_request *request, struct qp_error *error)
{
    struct qp_query queries[QP_PRODUCTS] = {{0}};
    int code = open_queries(export, request, queries, error);
    if (!code && !leave_out(export, request->exporter))
        code = qp_error_memory(error);
    if (!code) {
        export->state = calloc(1, request->exporter->state_size + 1);
        code = export->state ? walk(request->exporter, export, error) : qp_error_memory(error);
        free(export->state);
    }
    for (int product = 0; product < QP_PRODUCTS; product++) {
        qp_quality_close(&export->quality[product]);
        qp_groups_close(&export->groups[product]);
        qp_query_close(&queries[product]);
    }
    return code;
}

static bool has_log(const struct qp_log *log)
{
    return qp_events_has(&log->events.events, QP_VT) || qp_events_has(&log->events.events, QP_QPROF);
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
        .profile = profile,
        .paths = limit_of(request),
        .no_sources = request->no_sources,
        .filter = request->filter,
        .put.out = request->out,
    };
    if (events && qp_log_open(&log, profile, error))
        return error->code;
    export.log = events ? &log : NULL;
    if (request->exporter->timeline && !has_log(&log)) {
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
