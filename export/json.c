/* json.c - the stable interface for scripts; its fields are described in doc/json.md, and change only by additions.
 *
 * Each element of an array is made, written and freed before the next one, so that memory does not grow with the
 * profile. Numbers beyond 2^63 are written as 2^63 - 1. */
#include "export/export.h"

#include "data/branches.h"
#include "data/diagnostic.h"
#include "data/words.h"
#include "export/json.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool begin_section(struct qp_export *export, enum qp_section section)
{
    static const char *const names[] = {
#define X(constant, name) name,
        QP_SECTION_LIST(X)
#undef X
    };
    struct qp_json *state = export->state;
    fprintf(export->out, "%s,\n\"%s\":[", state->open ? "\n]" : "", names[section]);
    state->open = state->first = true;
    return true;
}

/* ---- the run ---------------------------------------------------------------------------------------------------- */

static json_t *ending(const struct qp_profile *profile)
{
    static const char *const names[] = {
#define X(constant, name) name,
        QP_ENDING_LIST(X)
#undef X
    };
    return json_string(names[profile->reader.ending]);
}

static json_t *started(const struct qp_header *header)
{
    time_t seconds = (time_t)(header->start_realtime_ns / 1000000000);
    struct tm when;
    char day[64], whole[96];
    if (!gmtime_r(&seconds, &when) || !strftime(day, sizeof day, "%Y-%m-%dT%H:%M:%S", &when))
        return json_null();
    snprintf(whole, sizeof whole, "%s.%09lluZ", day, (unsigned long long)(header->start_realtime_ns % 1000000000));
    return json_string(whole);
}

static json_t *products(const struct qp_export *export)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < QP_PRODUCTS; i++) {
        const struct qp_query *query = export->queries[i];
        if (!query ||
            qp_json_append(
                array,
                QP_JSON_OBJECT(
                    {"name", qp_json_product(i)}, {"options", qp_json_text(export->profile->options[i])},
                    {"virtual_threads", json_boolean(export->profile->reader.header.virtual_threads & (1u << i))},
                    {"calls", qp_json_number(query->all.calls)}, {"self_ns", qp_json_ns(export, query->all.self)},
                    {"outside_ns", qp_json_ns(export, query->all.outside)})))
            continue;
        json_decref(array);
        return NULL;
    }
    return array;
}

static json_t *product_names(const struct qp_export *export)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < QP_PRODUCTS; i++) {
        if (!export->queries[i] || qp_json_append(array, qp_json_product(i)))
            continue;
        json_decref(array);
        return NULL;
    }
    return array;
}

static json_t *clock_name(uint32_t kind)
{
    const char *name = qp_words_clock(kind);
    return name ? json_string(name) : json_null();
}

static json_t *damage(const struct qp_profile *profile)
{
    return profile->reader.damages ? qp_json_text(qp_text_of(profile->reader.damage)) : json_null();
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
    fputs("{\n\"format\":\"qii\",\n\"version\":1,\n\"run\":", export->out);
    return qp_json_print(
        export->out,
        QP_JSON_OBJECT({"program", qp_json_text_or_null(profile->program)}, {"pid", qp_json_number(header->pid)},
                       {"rank", header->ranks > 0 ? qp_json_number(header->rank) : json_null()},
                       {"ranks", qp_json_number(header->ranks)},
                       {"directory", qp_json_text_or_null(profile->directory)}, {"products", product_names(export)},
                       {"ended", ending(profile)}, {"saved", json_boolean(header->state == QP_RUN_SAVED)},
                       {"without_shutdown", json_boolean(header->ended_by == 1)}, {"started", started(header)},
                       {"duration_ns", qp_json_number(qp_profile_duration_ns(profile))},
                       {"clock", clock_name(header->clock_kind)},
                       {"phase", selection->phase ? qp_json_text(qp_text_of(selection->phase)) : json_null()},
                       {"raw", json_boolean(selection->raw)}, {"folded", qp_json_number(header->folded)},
                       {"damage", damage(profile)}, {"totals", products(export)}));
}

/* ---- methods ---------------------------------------------------------------------------------------------------- */

static json_t *line_of(const struct qp_export *export, const struct qp_line *line)
{
    return QP_JSON_OBJECT({"line", json_integer(line->number)}, {"count", qp_json_number(line->count)},
                          {"ns", qp_json_ns(export, line->time)}, {"excluded", json_boolean(line->excluded)});
}

static json_t *lines_of(const struct qp_export *export, uint32_t method)
{
    struct qp_lines lines;
    if (!qp_lines_of_method(&lines, export->query, method))
        return NULL;
    json_t *array = json_array();
    for (uint32_t i = 0; array && i < lines.count; i++) {
        if (qp_json_append(array, line_of(export, &lines.items[i])))
            continue;
        json_decref(array);
        array = NULL;
    }
    qp_lines_free(&lines);
    return array;
}

static json_t *outcomes_of(const struct qp_branch *branch)
{
    json_t *array = json_array();
    for (uint32_t i = 0; array && i < branch->outcomes; i++) {
        if (qp_json_append(array, qp_json_number(branch->counts[i])))
            continue;
        json_decref(array);
        array = NULL;
    }
    return array;
}

static json_t *branches_of(const struct qp_export *export, uint32_t method)
{
    struct qp_branches branches;
    if (!qp_branches_of_method(&branches, export->query, method))
        return NULL;
    json_t *array = json_array();
    for (uint32_t i = 0; array && i < branches.count; i++) {
        const struct qp_branch *branch = &branches.items[i];
        if (qp_json_append(array, QP_JSON_OBJECT({"line", json_integer(branch->line)}, {"counts", outcomes_of(branch)},
                                                 {"excluded", json_boolean(branch->excluded)})))
            continue;
        json_decref(array);
        array = NULL;
    }
    qp_branches_free(&branches);
    return array;
}

static json_t *method_name(const struct qp_export *export, uint32_t method)
{
    const struct qp_profile_method *it = &export->profile->methods[method];
    char shown[64];
    if (it->name.length)
        return qp_json_text(it->name);
    qp_profile_method_name(export->profile, method, shown, sizeof shown);
    return json_string(shown);
}

static bool write_method(struct qp_export *export, uint32_t method)
{
    const struct qp_profile_method *it = &export->profile->methods[method];
    const struct qp_totals *totals = &export->query->methods[method];
    return qp_json_element(
        export,
        QP_JSON_OBJECT(
            {"id", qp_json_number(method)}, {"client_id", qp_json_hexadecimal(it->client_id)},
            {"product", qp_json_product(it->product)}, {"registered", json_boolean(it->registered)},
            {"name", method_name(export, method)}, {"class", qp_json_text_or_null(it->class_name)},
            {"file", it->file == QP_NONE ? json_null() : qp_json_text(export->profile->files[it->file].name)},
            {"line", it->line ? json_integer(it->line) : json_null()},
            {"blocks", json_boolean(it->flags & QP_METHOD_BLOCKS)},
            {"waits", json_boolean(it->flags & QP_METHOD_WAITS)}, {"calls", qp_json_number(totals->calls)},
            {"self_ns", qp_json_ns(export, totals->self)}, {"total_ns", qp_json_ns(export, totals->total)},
            {"blocked_ns", qp_json_ns(export, totals->blocked)}, {"waiting_ns", qp_json_ns(export, totals->waiting)},
            {"uncounted_ns", qp_json_ns(export, totals->uncounted)}, {"cycles", qp_json_number(totals->cycles)},
            {"acquired", qp_json_number(totals->acquired)}, {"released", qp_json_number(totals->released)},
            {"min_ns", totals->measured ? qp_json_ns(export, totals->minimum) : json_null()},
            {"max_ns", totals->measured ? qp_json_ns(export, totals->maximum) : json_null()},
            {"lines", lines_of(export, method)}, {"branches", branches_of(export, method)}));
}

/* ---- threads and groups ----------------------------------------------------------------------------------------- */

/* What ran on a carrier, over all products exported; a virtual thread only knows its run time. */
static struct qp_totals totals_of(const struct qp_export *export, uint32_t thread)
{
    struct qp_totals sum = {.self = export->profile->threads[thread].run};
    for (int i = 0; i < QP_PRODUCTS && thread < export->profile->carrier_count; i++) {
        if (!export->queries[i])
            continue;
        const struct qp_totals *totals = &export->queries[i]->threads[thread];
        sum.self += totals->self;
        sum.blocked += totals->blocked;
        sum.waiting += totals->waiting;
        sum.uncounted += totals->uncounted;
        sum.outside += totals->outside;
    }
    return sum;
}

static struct qp_buckets buckets_of(const struct qp_export *export, uint32_t thread)
{
    struct qp_buckets sum = {0, 0, 0};
    for (int i = 0; i < QP_PRODUCTS; i++) {
        const struct qp_buckets *buckets = &export->profile->threads[thread].buckets[i];
        if (!export->queries[i])
            continue;
        sum.paused += buckets->paused;
        sum.idle += buckets->idle;
        sum.recorder += buckets->recorder;
    }
    return sum;
}

static bool write_thread(struct qp_export *export, uint32_t thread)
{
    const struct qp_profile_thread *it = &export->profile->threads[thread];
    struct qp_totals totals = totals_of(export, thread);
    struct qp_buckets buckets = buckets_of(export, thread);
    return qp_json_element(
        export,
        QP_JSON_OBJECT(
            {"id", qp_json_number(thread)}, {"name", qp_json_text(it->name)},
            {"virtual", json_boolean(it->virtual_thread)},
            {"number", it->virtual_thread ? json_null() : qp_json_number(it->number)},
            {"client_id", qp_json_hexadecimal(it->client_id)},
            {"system_id", it->virtual_thread ? json_null() : qp_json_number(it->system_id)},
            {"virtual_id", it->virtual_thread ? qp_json_hexadecimal(it->virtual_id) : json_null()},
            {"product", it->virtual_thread ? qp_json_product(it->product) : json_null()},
            {"group", qp_json_index_or_null(it->group)}, {"ended", json_boolean(it->ended)},
            {"start_ns", qp_json_moment(export, it->start)},
            {"end_ns", it->ended ? qp_json_moment(export, it->end) : json_null()},
            {"run_ns", qp_json_ns(export, totals.self)}, {"blocked_ns", qp_json_ns(export, totals.blocked)},
            {"waiting_ns", qp_json_ns(export, totals.waiting)}, {"uncounted_ns", qp_json_ns(export, totals.uncounted)},
            {"outside_ns", qp_json_ns(export, totals.outside)}, {"paused_ns", qp_json_ns(export, buckets.paused)},
            {"idle_ns", qp_json_ns(export, buckets.idle)}, {"recorder_ns", qp_json_ns(export, buckets.recorder)},
            {"events_lost", qp_json_number(it->lost)}, {"events_overwritten", qp_json_number(it->overwritten)}));
}

static bool write_group(struct qp_export *export, uint32_t group)
{
    const struct qp_profile_group *it = &export->profile->groups[group];
    return qp_json_element(
        export,
        QP_JSON_OBJECT({"id", qp_json_number(group)}, {"product", qp_json_product(it->product)},
                       {"name", qp_json_text(it->name)}, {"created_in", qp_json_index_or_null(it->parent_method)},
                       {"created", qp_json_number(it->created)}, {"ended", qp_json_number(it->ended)},
                       {"ended_run_ns", qp_json_ns(export, it->run)},
                       {"ended_blocked_ns", qp_json_ns(export, it->blocked)},
                       {"ended_waiting_ns", qp_json_ns(export, it->waiting)}));
}

/* ---- nodes and marks -------------------------------------------------------------------------------------------- */

static bool write_node(struct qp_export *export, uint32_t node)
{
    const struct qp_profile_node *it = &export->profile->nodes[node];
    const struct qp_profile_root *root = &export->profile->roots[it->root];
    struct qp_totals parts = qp_query_node(export->query, node);
    return qp_json_element(
        export,
        QP_JSON_OBJECT(
            {"id", qp_json_number(node)}, {"parent", qp_json_index_or_null(it->parent)},
            {"method", qp_json_index_or_null(it->method)}, {"product", qp_json_product(root->product)},
            {"thread", qp_json_number(root->thread)}, {"group", qp_json_index_or_null(root->group)},
            {"phase", qp_json_number(export->profile->phases[root->phase].number)},
            {"calls", qp_json_number(it->calls)}, {"self_ns", qp_json_ns(export, parts.self + parts.outside)},
            {"total_ns", qp_json_ns(export, export->query->nodes[node].total)},
            {"blocked_ns", qp_json_ns(export, parts.blocked)}, {"waiting_ns", qp_json_ns(export, parts.waiting)},
            {"uncounted_ns", qp_json_ns(export, parts.uncounted)}, {"folded", json_boolean(it->fold)}));
}

static bool write_mark(struct qp_export *export, uint32_t mark)
{
    const struct qp_profile_mark *it = &export->profile->marks[mark];
    return qp_json_element(export, QP_JSON_OBJECT({"kind", json_string(qp_words_mark(it->kind))},
                                                  {"product", qp_json_product(it->product)},
                                                  {"at_ns", qp_json_moment(export, it->tick)},
                                                  {"text", qp_json_text(it->text)}));
}

/* ---- files and diagnostics -------------------------------------------------------------------------------------- */

static json_t *hash_of(const struct qp_profile *profile, uint32_t source)
{
    char digits[24];
    if (source == QP_NONE || !profile->sources[source].hashed)
        return json_null();
    snprintf(digits, sizeof digits, "%016llx", (unsigned long long)profile->sources[source].hash);
    return json_string(digits);
}

static json_t *exclusions_of(const struct qp_profile *profile, uint32_t file)
{
    const struct qp_profile_file *it = &profile->files[file];
    json_t *array = json_array();
    for (uint32_t i = 0; array && i < it->exclusion_count; i++) {
        const struct qp_profile_exclusion *exclusion = &profile->exclusions[it->first_exclusion + i];
        if (qp_json_append(array, QP_JSON_OBJECT({"first", json_integer(exclusion->first)},
                                                 {"last", json_integer(exclusion->last)},
                                                 {"reason", qp_json_text_or_null(exclusion->reason)})))
            continue;
        json_decref(array);
        array = NULL;
    }
    return array;
}

static bool write_file(struct qp_export *export, uint32_t file, const struct qp_lines *lines)
{
    const struct qp_profile *profile = export->profile;
    const struct qp_profile_file *it = &profile->files[file];
    struct qp_branches branches;
    if (!qp_branches_of_file(&branches, export->query, file))
        return false;
    uint32_t outcomes = branches.outcomes, taken = branches.taken;
    qp_branches_free(&branches);
    return qp_json_element(
        export,
        QP_JSON_OBJECT({"name", qp_json_text(it->name)}, {"product", qp_json_product(export->query->selection.product)},
                       {"lines", qp_json_number(lines->total)}, {"lines_hit", qp_json_number(lines->hit)},
                       {"outcomes", qp_json_number(outcomes)}, {"outcomes_taken", qp_json_number(taken)},
                       {"exclusions", exclusions_of(profile, file)}, {"xxh3", hash_of(profile, it->source)},
                       {"text_kept", json_boolean(it->source != QP_NONE && profile->sources[it->source].text.bytes)}));
}

static bool write_problem(struct qp_export *export, enum qp_product product, uint32_t kind)
{
    const struct qp_diagnostic *it = &export->profile->reader.header.diagnostics[product][kind];
    char name[QP_DIAGNOSTIC_NAME];
    struct qp_text first = {it->first, (uint32_t)strnlen(it->first, sizeof it->first)};
    return qp_json_element(export, QP_JSON_OBJECT({"kind", json_string(qp_diagnostic_name(kind, name))},
                                                  {"product", qp_json_product((uint32_t)product)},
                                                  {"count", qp_json_number(it->count)}, {"first", qp_json_text(first)},
                                                  {"first_ns", qp_json_moment(export, it->tick)},
                                                  {"text", json_string(qp_diagnostic_words(kind))}));
}

static bool end(struct qp_export *export)
{
    fputs("\n]\n}\n", export->out);
    return true;
}

const struct qp_exporter qp_export_json = {
    .name = "json",
    .suffix = ".json",
    .summary = "everything, for scripts: the stable interface (doc/json.md)",
    .state_size = sizeof(struct qp_json),
    .begin = begin,
    .section = begin_section,
    .method = write_method,
    .thread = write_thread,
    .group = write_group,
    .node = write_node,
    .mark = write_mark,
    .file = write_file,
    .problem = write_problem,
    .counter = qp_json_counter,
    .event = qp_json_event,
    .location = qp_json_location,
    .end = end,
};
