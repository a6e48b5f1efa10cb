#include "export/export.h"

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

/* ---- the walk: false without memory
 * ----------------------------------------------------------------------------------- */

static bool begin_section(const struct qp_exporter *exporter, struct qp_export *export, enum qp_section section)
{
    return !exporter->section || exporter->section(export, section);
}

static bool walk_definitions(const struct qp_exporter *exporter, struct qp_export *export)
{
    const struct qp_profile *profile = export->profile;
    bool ok = begin_section(exporter, export, QP_SECTION_METHODS);
    for (uint32_t i = 0; ok && exporter->method && i < profile->method_count; i++) {
        export->query = export->queries[profile->methods[i].product];
        ok = !export->query || exporter->method(export, i);
    }
    ok = ok && begin_section(exporter, export, QP_SECTION_THREADS);
    for (uint32_t i = 0; ok && exporter->thread && i < profile->thread_count; i++)
        ok = exporter->thread(export, i);
    ok = ok && begin_section(exporter, export, QP_SECTION_GROUPS);
    for (uint32_t i = 0; ok && exporter->group && i < profile->group_count; i++)
        ok = exporter->group(export, i);
    return ok;
}

static bool walk_nodes(const struct qp_exporter *exporter, struct qp_export *export)
{
    const struct qp_profile *profile = export->profile;
    bool ok = begin_section(exporter, export, QP_SECTION_NODES);
    for (uint32_t i = 0; ok && exporter->node && i < profile->node_count; i++) {
        uint32_t root = profile->nodes[i].root;
        export->query = root == QP_NONE ? NULL : export->queries[profile->roots[root].product];
        ok = !export->query || !export->query->chosen[root] || exporter->node(export, i);
    }
    ok = ok && begin_section(exporter, export, QP_SECTION_MARKS);
    for (uint32_t i = 0; ok && exporter->mark && i < profile->mark_count; i++)
        ok = exporter->mark(export, i);
    return ok;
}

static bool walk_file(const struct qp_exporter *exporter, struct qp_export *export, uint32_t file)
{
    const struct qp_profile *profile = export->profile;
    struct qp_lines lines;
    uint32_t method = profile->files[file].first_method;
    while (method != QP_NONE && profile->methods[method].product != (uint32_t) export->query->selection.product)
        method = profile->methods[method].next_in_file;
    if (method == QP_NONE)
        return true;
    bool ok = qp_lines_of_file(&lines, export->query, file) && exporter->file(export, file, &lines);
    qp_lines_free(&lines);
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
    const struct qp_header *header = &export->profile->reader.header;
    bool ok = begin_section(exporter, export, QP_SECTION_PROBLEMS);
    for (int product = 0; product < QP_PRODUCTS; product++) {
        for (uint32_t kind = 0; ok && export->queries[product] && exporter->problem && kind < QP_DIAGNOSTICS; kind++)
            ok = !header->diagnostics[product][kind].count || exporter->problem(export, (enum qp_product)product, kind);
    }
    return ok;
}

static bool walk_counters(const struct qp_exporter *exporter, struct qp_export *export)
{
    bool ok = begin_section(exporter, export, QP_SECTION_COUNTERS);
    for (uint32_t i = 0; ok && exporter->counter && i < export->counters->item_count; i++)
        ok = exporter->counter(export, i);
    return ok;
}

static bool walk_events(const struct qp_exporter *exporter, struct qp_export *export)
{
    struct qp_event event;
    if (!export->log || !exporter->event)
        return true;
    bool ok = begin_section(exporter, export, QP_SECTION_EVENTS);
    while (ok && !ferror(export->out) && qp_events_next(export->log->events, &event))
        ok = exporter->event(export, &event);
    return ok;
}

static bool walk_locations(const struct qp_exporter *exporter, struct qp_export *export)
{
    if (!export->log || !exporter->location)
        return true;
    struct qp_locate *locate = export->log->locate;
    bool ok = begin_section(exporter, export, QP_SECTION_LOCATIONS);
    for (uint32_t i = 0; ok && i < locate->places->count; i++) {
        uint32_t handle = locate->places->items[i].handle;
        const struct qp_located_stack *stack = qp_locate_frames(locate, handle, UINT64_MAX);
        ok = stack && exporter->location(export, handle, stack);
    }
    return ok;
}

static int walk(const struct qp_exporter *exporter, struct qp_export *export, struct qp_error *error)
{
    bool ok = (!exporter->begin || exporter->begin(export)) && walk_definitions(exporter, export) &&
              walk_nodes(exporter, export) && walk_files(exporter, export) && walk_problems(exporter, export) &&
              walk_counters(exporter, export) && walk_events(exporter, export) && walk_locations(exporter, export) &&
              (!exporter->end || exporter->end(export));
    if (!ok)
        return qp_error_memory(error);
    if (fflush(export->out) != 0 || ferror(export->out))
        return qp_error_set(error, QP_ERR_WRITE, "cannot write: %s", strerror(errno));
    return 0;
}

/* ---- what is exported
 * --------------------------------------------------------------------------------------------------- */

static bool is_wanted(const struct qp_exporter *exporter, const struct qp_profile *profile, enum qp_product product,
                      const struct qp_selection *selection, bool every)
{
    if (!every || exporter->one_product)
        return product == selection->product;
    return product == selection->product || (profile->reader.header.products & (1u << product)) != 0;
}

/* A phase that only one of the products has is no error, unless none has it. */
static int open_queries(const struct qp_exporter *exporter, const struct qp_profile *profile,
                        const struct qp_selection *selection, bool every, struct qp_query queries[QP_PRODUCTS],
                        struct qp_export *export, struct qp_error *error)
{
    struct qp_error missing = {0};
    bool any = false;
    for (int product = 0; product < QP_PRODUCTS; product++) {
        struct qp_selection part = *selection;
        struct qp_error failure = {0};
        part.product = (enum qp_product)product;
        if (!is_wanted(exporter, profile, part.product, selection, every))
            continue;
        if (qp_query_open(&queries[product], profile, &part, &failure) == 0) {
            export->queries[product] = &queries[product];
            any = true;
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

int qp_export_write(const struct qp_exporter *exporter, struct qp_profile *profile,
                    const struct qp_selection *selection, bool every, const struct qp_export_log *log, FILE *out,
                    struct qp_error *error)
{
    struct qp_query queries[QP_PRODUCTS] = {{0}};
    struct qp_counters counters;
    if (qp_counters_open(&counters, profile, error))
        return error->code;
    struct qp_export export = {.out = out, .profile = profile, .log = log, .counters = &counters};
    int code = open_queries(exporter, profile, selection, every, queries, &export, error);
    if (!code) {
        export.state = calloc(1, exporter->state_size + 1);
        code = export.state ? walk(exporter, &export, error) : qp_error_memory(error);
        free(export.state);
    }
    for (int product = 0; product < QP_PRODUCTS; product++)
        qp_query_close(&queries[product]);
    qp_counters_close(&counters);
    return code;
}
