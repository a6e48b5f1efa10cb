/* json.c - JSON for scripts. It is a stable interface: doc/json.md describes its fields, which only grow in number. */
#include "export/export.h"

#include "profile/coverage/branches.h"
#include "format/diagnostic.h"
#include "profile/query/interval.h"
#include "profile/query/own_cost.h"
#include "profile/query/problem.h"
#include "format/words.h"
#include "export/json/json.h"

#include <string.h>
#include <time.h>

/* ---- run -------------------------------------------------------------------------------------------------------- */

/* Format a point in time as ISO 8601 date and time. Return NULL if the date is invalid. */
static const char *started(uint64_t realtime_ns, char text[96])
{
    time_t seconds = (time_t)(realtime_ns / 1000000000);
    struct tm when;
    size_t length = gmtime_r(&seconds, &when) ? strftime(text, 64, "%Y-%m-%dT%H:%M:%S", &when) : 0;
    if (length == 0)
        return NULL;
    snprintf(text + length, 32, ".%09lluZ", (unsigned long long)(realtime_ns % 1000000000));
    return text;
}

static bool write_runs(struct qp_export *export, const void *of)
{
    const struct qp_profile *profile = of;
    for (uint32_t i = 0; i < profile->run_count; i++) {
        const struct qp_run_record *run = profile->runs[i].record;
        char day[96];
        QP_JSON_OBJECT(export, {"program", qp_json_text_or_null(profile->runs[i].program)},
                       {"pid", qp_json_number(run->pid)},
                       {"rank", run->ranks ? qp_json_number(run->rank) : qp_json_null()},
                       {"started", qp_json_word(started(run->start_realtime_ns, day))},
                       {"duration_ns", qp_json_number(run->duration_ns)},
                       {"ended", qp_json_word(run->flags & QP_RUN_WENT_ON  ? "running"
                                              : run->flags & QP_RUN_KILLED ? "killed"
                                                                           : "normal")});
    }
    return true;
}

static bool write_products(struct qp_export *export, const void *of)
{
    (void)of;
    for (uint32_t i = 0; i < QP_PRODUCTS; i++) {
        if (export->queries[i])
            qp_json_put(export, NULL, qp_json_product(i));
    }
    return true;
}

static struct qp_json_value cost(const struct qp_export *export, uint64_t parts)
{
    return qp_json_real((double)qp_profile_ns(export->profile, parts) / QP_OWN_COST_UNIT);
}

/* Write the recorder's overhead per call in nanoseconds. It is a few nanoseconds, so it has decimals. */
static bool write_cost(struct qp_export *export, const struct qp_own_cost *it)
{
    return it->most == 0 ||
           QP_JSON_OBJECT(export, {"inside_ns", cost(export, it->inside)}, {"outside_ns", cost(export, it->outside)},
                          {"least_ns", cost(export, it->least)}, {"most_ns", cost(export, it->most)});
}

/* Write the overhead of a call and, if libvtmpi measured it, that of an MPI call. */
static bool write_own_cost(struct qp_export *export, const void *of)
{
    const enum qp_product *product = of;
    const struct qp_header *header = &export->profile->reader.header;
    return write_cost(export, &header->own_cost[*product]) &&
           (*product != QP_VT || write_cost(export, &header->wrapper_cost));
}

static bool write_notes(struct qp_export *export, const void *of)
{
    const struct qp_quality *quality = of;
    for (uint32_t i = 0; i < quality->count; i++)
        QP_JSON_OBJECT(export, {"level", qp_json_word(qp_quality_level_name(quality->items[i].level))},
                       {"text", qp_json_text(qp_text_of(quality->items[i].text))});
    return true;
}

static bool write_totals(struct qp_export *export, const void *of)
{
    const struct qp_profile *profile = of;
    for (enum qp_product i = 0; i < QP_PRODUCTS; i++) {
        const struct qp_query *query = export->queries[i];
        if (query)
            QP_JSON_OBJECT(
                export, {"name", qp_json_product(i)}, {"options", qp_json_text(profile->options[i])},
                {"virtual_threads", qp_json_boolean(profile->reader.header.virtual_threads & (1u << i))},
                {"calls", qp_json_number(query->all.calls)},
                {"counted_calls", qp_query_has_counted(query) ? qp_json_number(query->all.counted) : qp_json_null()},
                {"self_ns", qp_json_ns(export, query->all.self)},
                {"elapsed_ns", qp_json_ns(export, query->all.elapsed)},
                {"runnable_ns", qp_json_ns(export, query->all.runnable)},
                {"blocked_ns", qp_json_ns(export, query->all.blocked)},
                {"waiting_ns", qp_json_ns(export, query->all.waiting)},
                {"uncounted_ns", qp_json_ns(export, query->all.uncounted)},
                {"outside_ns", qp_json_ns(export, query->all.outside)},
                {"scheduler_ns", qp_json_ns(export, query->all.scheduler)},
                {"idle_ns", qp_json_ns(export, query->all.idle)},
                {"recorder_ns", qp_json_ns(export, query->all.recorder)},
                {"taken_off_ns", qp_json_ns(export, query->subtracted)},
                {"taken_off_spread_ns", qp_json_ns(export, qp_own_cost_spread(profile, i, query->subtracted))},
                {"own_cost", qp_json_list(write_own_cost, &i)}, {"paused_ns", qp_json_ns(export, query->all.paused)},
                {"wall_ns", qp_json_ns(export, query->all.wall)}, {"estimated", qp_json_boolean(query->all.estimated)},
                {"notes", qp_json_list(write_notes, &export->quality[i])});
    }
    return true;
}

static const struct qp_selection *selection_of(const struct qp_export *export)
{
    for (int i = 0; i < QP_PRODUCTS; i++) {
        if (export->queries[i])
            return &export->queries[i]->selection;
    }
    return NULL;
}

static bool begin(struct qp_export *export)
{
    const struct qp_profile *profile = export->profile;
    const struct qp_header *header = &profile->reader.header;
    const struct qp_selection *selection = selection_of(export);
    const char *damage = profile->reader.damages ? profile->reader.damage : NULL;
    char day[96];
    qp_put_string(&export->put, "{\n\"format\":\"qii\",\n\"version\":2,\n\"run\":");
    return QP_JSON_OBJECT(
        export, {"program", qp_json_text_or_null(profile->program)},
        {"pid", header->runs > 1 ? qp_json_null() : qp_json_number(header->pid)},
        {"rank", header->ranks > 0 ? qp_json_number(header->rank) : qp_json_null()},
        {"ranks", qp_json_number(header->ranks)}, {"job", header->job ? qp_json_id(header->job) : qp_json_null()},
        {"world", header->job ? qp_json_number(header->world) : qp_json_null()},
        {"host", qp_json_text_or_null(profile->host)}, {"directory", qp_json_text_or_null(profile->directory)},
        {"products", qp_json_list(write_products, NULL)}, {"ended", qp_json_ending(profile->reader.ending)},
        {"saved", qp_json_boolean(header->state == QP_RUN_SAVED)},
        {"without_shutdown", qp_json_boolean(header->ended_by == 1)},
        {"started", qp_json_word(started(header->start_realtime_ns, day))},
        {"duration_ns", qp_json_number(qp_profile_duration_ns(profile))},
        {"clock", qp_json_word(qp_words_clock(header->clock_kind))},
        {"sampled", qp_json_boolean(header->features & QP_FEATURE_SAMPLED)},
        {"hits", qp_json_boolean(header->features & QP_FEATURE_HITS)},
        {"allocations_sampled", qp_json_boolean(header->features & QP_FEATURE_ESTIMATES)},
        {"phase", qp_json_text(qp_text_of(selection->phase))},
        {"context", qp_json_text(qp_text_of(selection->context))}, {"raw", qp_json_boolean(selection->raw)},
        {"folded", qp_json_number(header->folded)}, {"damage", qp_json_text(qp_text_of(damage))},
        {"merged", qp_json_list(write_runs, profile)}, {"totals", qp_json_list(write_totals, profile)});
}

/* ---- methods ---------------------------------------------------------------------------------------------------- */

static struct qp_target target_of(const struct qp_export *export, const void *of)
{
    const struct qp_profile_method *method = of;
    return (struct qp_target){method->file, (uint32_t)(method - export->profile->methods)};
}

static bool write_lines(struct qp_export *export, const void *of)
{
    struct qp_lines lines;
    if (((const struct qp_profile_method *)of)->line_count == 0)
        return true;
    if (!qp_lines_open(&lines, export->query, target_of(export, of)))
        return false;
    for (uint32_t i = 0; i < lines.count; i++) {
        const struct qp_line *line = &lines.items[i];
        struct qp_json_field fields[8] = {
            {"line", qp_json_integer(line->number)},
            {"count", line->uncounted ? qp_json_null() : qp_json_number(line->count)},
            {"ns", qp_json_ns(export, line->time)},
            {"excluded", qp_json_boolean(line->excluded)},
        };
        size_t count = 4;
        if (qp_query_is_sampled(export->query))
            fields[count++] = (struct qp_json_field){"samples", qp_json_number(line->samples)};
        if (export->profile->site_count) {
            fields[count++] = (struct qp_json_field){"allocated_bytes", qp_json_number(line->allocated.bytes)};
            fields[count++] = (struct qp_json_field){"allocated_objects", qp_json_number(line->allocated.objects)};
            fields[count++] = (struct qp_json_field){"allocation_events", qp_json_number(line->allocated.events)};
        }
        qp_json_object(export, "", fields, count);
    }
    qp_lines_close(&lines);
    return true;
}

static bool write_outcomes(struct qp_export *export, const void *of)
{
    const struct qp_branch *branch = of;
    for (uint32_t i = 0; i < branch->outcomes; i++)
        qp_json_put(export, NULL, qp_json_number(branch->counts[i]));
    return true;
}

static bool write_targets(struct qp_export *export, const void *of)
{
    const struct qp_branch *branch = of;
    for (uint32_t i = 0; branch->targets && i < branch->outcomes; i++)
        qp_json_put(export, NULL, qp_json_integer(branch->targets[i]));
    return true;
}

static bool write_branches(struct qp_export *export, const void *of)
{
    struct qp_branches branches;
    if (((const struct qp_profile_method *)of)->branch_count == 0)
        return true;
    if (!qp_branches_open(&branches, export->query, target_of(export, of)))
        return false;
    for (uint32_t i = 0; i < branches.count; i++) {
        const struct qp_branch *branch = &branches.items[i];
        QP_JSON_OBJECT(
            export, {"line", qp_json_integer(branch->line)}, {"counts", qp_json_list(write_outcomes, branch)},
            {"targets", qp_json_list(write_targets, branch)}, {"excluded", qp_json_boolean(branch->excluded)});
    }
    qp_branches_close(&branches);
    return true;
}

static bool write_method(struct qp_export *export, uint32_t method)
{
    const struct qp_profile_method *it = &export->profile->methods[method];
    const struct qp_totals *totals = &export->query->methods[method];
    const char *predefined = qp_profile_predefined(it->client_id);
    char shown[64] = "";
    if (!it->name.length && predefined)
        snprintf(shown, sizeof shown, "%s", predefined);
    else if (!it->name.length)
        qp_profile_method_name(export->profile, method, shown, sizeof shown);
    const struct qp_totals *all = &export->query->all;
    bool sampled = qp_query_is_sampled(export->query);
    struct qp_interval share = {0, 0};
    if (sampled)
        share = qp_interval_of(totals->self, all->self, all->calls);
    return QP_JSON_ELEMENT(
        export, {"id", qp_json_number(method)}, {"client_id", qp_json_id(it->client_id)},
        {"product", qp_json_product(it->product)}, {"registered", qp_json_boolean(it->registered)},
        {"name", qp_json_text(it->name.length ? it->name : qp_text_of(shown))},
        {"class", qp_json_text_or_null(it->class_name)},
        {"file", it->file == QP_NONE ? qp_json_null() : qp_json_text(export->profile->files[it->file].name)},
        {"line", it->line ? qp_json_integer(it->line) : qp_json_null()},
        {"blocks", qp_json_boolean(it->flags & QP_METHOD_BLOCKS)},
        {"waits", qp_json_boolean(it->flags & QP_METHOD_WAITS)},
        {"throttled", qp_json_boolean(it->flags & QP_METHOD_THROTTLED)}, {"calls", qp_json_number(totals->calls)},
        {"counted_calls",
         sampled && qp_query_counts_calls_of(export->query, method) ? qp_json_number(totals->counted) : qp_json_null()},
        {"self_ns", qp_json_ns(export, totals->self)},
        {"share_least", sampled ? qp_json_real(share.low) : qp_json_null()},
        {"share_most", sampled ? qp_json_real(share.high) : qp_json_null()},
        {"total_ns", qp_json_ns(export, totals->total)}, {"elapsed_ns", qp_json_ns(export, totals->elapsed)},
        {"runnable_ns", qp_json_ns(export, totals->runnable)}, {"blocked_ns", qp_json_ns(export, totals->blocked)},
        {"waiting_ns", qp_json_ns(export, totals->waiting)}, {"uncounted_ns", qp_json_ns(export, totals->uncounted)},
        {"recorder_ns", qp_json_ns(export, totals->recorder)}, {"estimated", qp_json_boolean(totals->estimated)},
        {"cycles", qp_json_number(totals->cycles)}, {"acquired", qp_json_number(totals->acquired)},
        {"released", qp_json_number(totals->released)}, {"allocated_bytes", qp_json_number(totals->allocated.bytes)},
        {"allocated_objects", qp_json_number(totals->allocated.objects)},
        {"allocation_events", qp_json_number(totals->allocated.events)},
        {"min_ns", totals->measured ? qp_json_ns(export, totals->minimum) : qp_json_null()},
        {"max_ns", totals->measured ? qp_json_ns(export, totals->maximum) : qp_json_null()},
        {"lines", qp_json_list(write_lines, it)}, {"branches", qp_json_list(write_branches, it)},
        {"contexts", qp_json_list(qp_json_contexts_of, it)});
}

/* ---- nodes and marks -------------------------------------------------------------------------------------------- */

static bool write_node(struct qp_export *export, uint32_t node)
{
    const struct qp_profile_node *it = &export->profile->nodes[node];
    const struct qp_profile_root *root = &export->profile->roots[it->root];
    struct qp_totals parts = qp_query_node(export->query, node);
    return QP_JSON_ELEMENT(
        export, {"id", qp_json_number(node)}, {"parent", qp_json_index(it->parent)},
        {"method", qp_json_index(it->method)}, {"product", qp_json_product(root->product)},
        {"thread", qp_json_number(root->thread)}, {"group", qp_json_index(root->group)},
        {"phase", qp_json_number(export->profile->phases[root->phase].number)}, {"context", qp_json_index(root->named)},
        {"calls", qp_json_number(it->calls)}, {"self_ns", qp_json_ns(export, parts.self + parts.outside)},
        {"total_ns", qp_json_ns(export, export->query->nodes[node].total)},
        {"elapsed_ns", qp_json_ns(export, qp_query_elapsed(export->query, node))},
        {"runnable_ns", qp_json_ns(export, parts.runnable)}, {"blocked_ns", qp_json_ns(export, parts.blocked)},
        {"waiting_ns", qp_json_ns(export, parts.waiting)}, {"uncounted_ns", qp_json_ns(export, parts.uncounted)},
        {"recorder_ns", qp_json_ns(export, parts.recorder)}, {"allocated_bytes", qp_json_number(parts.allocated.bytes)},
        {"allocated_objects", qp_json_number(parts.allocated.objects)},
        {"allocation_events", qp_json_number(parts.allocated.events)},
        {"estimated", qp_json_boolean(qp_query_is_estimated(export->query, node))},
        {"folded", qp_json_boolean(it->fold)});
}

static bool write_edge(struct qp_export *export, uint32_t edge)
{
    const struct qp_profile_edge *it = &export->profile->edges[edge];
    return QP_JSON_ELEMENT(export, {"waiter", qp_json_number(it->waiter)}, {"waker", qp_json_index(it->waker)},
                           {"count", qp_json_number(it->count)}, {"suspended_ns", qp_json_ns(export, it->suspended)},
                           {"delayed_ns", qp_json_ns(export, it->delayed)});
}

static bool write_mark(struct qp_export *export, uint32_t mark)
{
    const struct qp_profile_mark *it = &export->profile->marks[mark];
    return QP_JSON_ELEMENT(export, {"kind", qp_json_word(qp_words_mark(it->kind))},
                           {"product", qp_json_product(it->product)}, {"at_ns", qp_json_moment(export, it->tick)},
                           {"text", qp_json_text(it->text)});
}

/* ---- files and diagnostics -------------------------------------------------------------------------------------- */

static bool write_exclusions(struct qp_export *export, const void *of)
{
    const struct qp_profile_file *file = of;
    for (uint32_t i = 0; i < file->exclusion_count; i++) {
        const struct qp_profile_exclusion *it = &export->profile->exclusions[file->first_exclusion + i];
        QP_JSON_OBJECT(export, {"first", qp_json_integer(it->first)}, {"last", qp_json_integer(it->last)},
                       {"reason", qp_json_text_or_null(it->reason)});
    }
    return true;
}

static bool write_file(struct qp_export *export, uint32_t file, const struct qp_lines *lines)
{
    static const struct qp_profile_source none;
    const struct qp_profile_file *it = &export->profile->files[file];
    const struct qp_profile_source *source = it->source == QP_NONE ? &none : &export->profile->sources[it->source];
    struct qp_branches branches;
    char hash[24];
    if (!qp_branches_open(&branches, export->query, (struct qp_target){file, QP_NONE}))
        return false;
    uint32_t outcomes = branches.outcomes, taken = branches.taken;
    qp_branches_close(&branches);
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)source->hash);
    return QP_JSON_ELEMENT(
        export, {"name", qp_json_text(it->name)}, {"product", qp_json_product(export->query->selection.product)},
        {"lines", qp_json_number(lines->total)}, {"lines_hit", qp_json_number(lines->hit)},
        {"lines_counted", qp_json_boolean(export->query->counts_lines)}, {"outcomes", qp_json_number(outcomes)},
        {"outcomes_taken", qp_json_number(taken)}, {"exclusions", qp_json_list(write_exclusions, it)},
        {"xxh3", qp_json_word(source->hashed ? hash : NULL)}, {"text_kept", qp_json_boolean(source->text.bytes)});
}

static bool write_problem(struct qp_export *export, enum qp_product product, uint32_t kind)
{
    const struct qp_diagnostic *it = &export->profile->reader.header.diagnostics[product][kind];
    char name[QP_DIAGNOSTIC_NAME];
    struct qp_text first = {it->first, (uint32_t)strnlen(it->first, sizeof it->first)};
    return QP_JSON_ELEMENT(
        export, {"kind", qp_json_word(qp_diagnostic_name(kind, name))}, {"product", qp_json_product((uint32_t)product)},
        {"count", qp_json_number(qp_problem_count(export->profile, product, kind))}, {"first", qp_json_text(first)},
        {"first_ns", qp_json_moment(export, it->tick)}, {"text", qp_json_word(qp_diagnostic_words(kind))});
}

/* ---- sections --------------------------------------------------------------------------------------------------- */

static void begin_section(struct qp_export *export, const char *name)
{
    struct qp_json *json = export->state;
    qp_put_format(&export->put, "%s,\n\"%s\":[", json->section ? "\n]" : "", name);
    json->section = true;
    json->comma = false;
}

/* The functions below return true if an element belongs to an exported product. They set export->query to the product's
 * query where writing the element requires it. */
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

static bool is_context_exported(struct qp_export *export, uint32_t named)
{
    return export->queries[export->profile->named[named].product];
}

static bool is_any_exported(struct qp_export *export, uint32_t number)
{
    (void)export, (void)number;
    return true;
}

static bool is_vt_exported(struct qp_export *export, uint32_t number)
{
    (void)number;
    return export->queries[QP_VT];
}

static bool write_section(struct qp_export *export, const char *name, uint32_t count,
                          bool (*is_exported)(struct qp_export *export, uint32_t number),
                          bool (*write)(struct qp_export *export, uint32_t number))
{
    bool ok = true;
    begin_section(export, name);
    for (uint32_t i = 0; ok && i < count; i++)
        ok = !is_exported(export, i) || write(export, i);
    return ok;
}

static bool write_rollup(struct qp_export *export, enum qp_rollup_to to)
{
    struct qp_rollup rollup;
    if (!qp_rollup_open(&rollup, export->query, &export->groups[export->query->selection.product], to))
        return false;
    bool ok = true;
    for (uint32_t i = 0; ok && i < rollup.count; i++)
        ok = qp_json_rollup(export, to, &rollup.items[i]);
    qp_rollup_close(&rollup);
    return ok;
}

static bool write_rollups(struct qp_export *export)
{
    bool ok = true;
    begin_section(export, "rollups");
    for (int product = 0; ok && product < QP_PRODUCTS; product++) {
        export->query = export->queries[product];
        ok = !export->query ||
             (write_rollup(export, QP_ROLLUP_TO_SPAWNER) && write_rollup(export, QP_ROLLUP_TO_RESUMER));
    }
    return ok;
}

static bool write_files(struct qp_export *export)
{
    begin_section(export, "files");
    return qp_export_files(export, write_file);
}

static bool write_changes(struct qp_export *export)
{
    if (!export->change)
        return true;
    begin_section(export, "changes");
    return qp_json_changes(export);
}

static bool write_problems(struct qp_export *export)
{
    bool ok = true;
    begin_section(export, "diagnostics");
    for (int product = 0; product < QP_PRODUCTS; product++) {
        for (uint32_t kind = 0; ok && export->queries[product] && kind < QP_DIAGNOSTICS; kind++)
            ok = qp_problem_count(export->profile, (enum qp_product)product, kind) == 0 ||
                 write_problem(export, (enum qp_product)product, kind);
    }
    return ok;
}

/* Write the event log in order of time. */
static bool write_events(struct qp_export *export)
{
    struct qp_json *json = export->state;
    struct qp_resolved event;
    if (!qp_timeline_open(&json->timeline, export->log->events.events.profile))
        return false;
    bool ok = true;
    begin_section(export, "events");
    while (ok && !ferror(export->out) && qp_resolver_next(&export->log->events, &event))
        ok = qp_timeline_follow(&json->timeline, &event.event, &json->step) && qp_json_event(export, &event);
    qp_timeline_close(&json->timeline);
    return ok && !export->log->events.failed;
}

static bool write_locations(struct qp_export *export)
{
    struct qp_locate *locate = &export->log->locate;
    bool ok = true;
    begin_section(export, "locations");
    for (uint32_t i = 0; ok && i < locate->locations->count; i++) {
        uint32_t handle = locate->locations->items[i].handle;
        const struct qp_located_stack *stack = qp_locate_frames(locate, handle, UINT64_MAX);
        ok = stack && qp_json_location(export, handle, stack);
    }
    return ok;
}

static bool write_json(struct qp_export *export)
{
    const struct qp_profile *profile = export->profile;
    struct qp_json json = {.section = false};
    struct qp_error error = {0};
    export->state = &json;
    if (qp_messages_open(&json.messages, (struct qp_profile *)profile, &error))
        return false;
    bool ok = !profile->named_count || qp_contexts_open(&json.contexts, profile);
    ok = ok && begin(export) &&
         write_section(export, "methods", profile->method_count, is_method_exported, write_method) &&
         write_section(export, "threads", profile->thread_count, is_thread_exported, qp_json_thread) &&
         write_section(export, "groups", profile->group_count, is_group_exported, qp_json_group) &&
         write_rollups(export) && write_section(export, "nodes", profile->node_count, is_node_exported, write_node) &&
         write_section(export, "wakeups", profile->edge_count, is_edge_exported, write_edge) &&
         write_section(export, "marks", profile->mark_count, is_any_exported, write_mark) &&
         write_section(export, "contexts", profile->named_count, is_context_exported, qp_json_context) &&
         write_files(export) && write_changes(export) && write_problems(export) &&
         write_section(export, "counters", export->counters->item_count, is_any_exported, qp_json_counter) &&
         write_section(export, "communicators", json.messages.communicator_count, is_vt_exported,
                       qp_json_communicator) &&
         write_section(export, "messages", json.messages.item_count, is_vt_exported, qp_json_message) &&
         (!export->ranks || (write_section(export, "ranks", export->ranks->count, is_any_exported, qp_json_rank) &&
                             write_section(export, "functions", export->ranks->function_count, is_any_exported,
                                           qp_json_rank_function))) &&
         (!export->log || (write_events(export) && write_locations(export)));
    qp_contexts_close(&json.contexts);
    qp_messages_close(&json.messages);
    qp_put_string(&export->put, "\n]\n}\n");
    return ok;
}

const struct qp_exporter qp_export_json = {
    .name = "json",
    .summary = "all data, for scripts: a stable interface (doc/json.md)",
    .takes_events = true,
    .takes_ranks = true,
    .takes_change = true,
    .write = write_json,
};
