#include "page/notes.h"

#include <time.h>

#define TEXT_SIZE 4200

/* ---- runs -------------------------------------------------------------------------------------------------------- */

static void start_of(const struct qp_header *header, char *text, size_t size)
{
    time_t seconds = (time_t)(header->start_realtime_ns / 1000000000);
    struct tm when;
    if (!gmtime_r(&seconds, &when) || !strftime(text, size, "%Y-%m-%dT%H:%M:%SZ", &when))
        text[0] = '\0';
}

static bool set(json_t *object, const char *name, json_t *value)
{
    return json_object_set_new(object, name, value) == 0;
}

static bool set_text(json_t *object, const struct qp_page *page, const char *name, struct qp_text text)
{
    char shown[TEXT_SIZE];
    return set(object, name, json_string(qp_page_show(page, text, shown, sizeof shown)));
}

static bool set_count(json_t *object, const char *name, uint64_t count)
{
    return set(object, name, count > INT64_MAX ? json_real((double)count) : json_integer((json_int_t)count));
}

static bool set_bool(json_t *object, const char *name, bool value)
{
    return set(object, name, json_boolean(value));
}

/* Return running or elapsed time in functions, without the time of virtual threads before their first call. */
static uint64_t time_in_functions(const struct qp_query *query, bool elapsed)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < query->profile->method_count; i++) {
        const struct qp_totals *it = &query->methods[i];
        sum += it->self + (elapsed ? it->runnable + it->blocked + it->waiting : 0);
    }
    return sum;
}

static bool describe(json_t *run, const struct qp_page *page, enum qp_side side)
{
    const struct qp_query *query = page->joined.queries[side];
    const struct qp_profile *profile = query->profile;
    const struct qp_header *header = &profile->reader.header;
    enum qp_product product = query->selection.product;
    char started[64], library[32], phase[TEXT_SIZE], name[40];
    qp_profile_run_name(profile, name, sizeof name);
    start_of(header, started, sizeof started);
    qp_page_phase(page, side, phase, sizeof phase);
    snprintf(library, sizeof library, "lib%s", qp_profile_product_name(product));
    return set_text(run, page, "program", profile->program) && set_text(run, page, "directory", profile->directory) &&
           set_text(run, page, "name", qp_text_of(name)) && set_text(run, page, "started", qp_text_of(started)) &&
           set_count(run, "duration_ns", qp_page_duration_ns(page, side)) && set(run, "phase", json_string(phase)) &&
           set_text(run, page, "product", qp_text_of(library)) &&
           set_bool(run, "has_time", qp_query_has_times(query)) &&
           set_bool(run, "sampled", qp_query_is_sampled(query)) && set_bool(run, "hits", qp_query_is_of_hits(query)) &&
           set_bool(run, "callers", qp_query_knows_callers(query)) &&
           set_bool(run, "lacks_callers", query->lacks_callers) && set_count(run, "calls", query->all.calls) &&
           set_count(run, "self_ns", qp_page_ns(page, side, time_in_functions(query, false))) &&
           set_count(run, "elapsed_ns", qp_page_ns(page, side, time_in_functions(query, true))) &&
           set_count(run, "paths", page->paths[side]) && set_count(run, "cut", page->cut[side]);
}

static json_t *describe_side(const struct qp_page *page, enum qp_side side)
{
    if (!page->joined.queries[side])
        return json_null();
    json_t *run = json_object();
    if (!run || describe(run, page, side))
        return run;
    json_decref(run);
    return NULL;
}

/* ---- data quality ------------------------------------------------------------------------------------------------ */

static bool take_note(void *to, enum qp_quality_level level, const char *text)
{
    json_t *note = json_pack("{s:s, s:s}", "level", qp_quality_level_name(level), "text", text);
    return json_array_append_new(to, note) == 0;
}

static json_t *take_notes(const struct qp_page *page)
{
    json_t *notes = json_array();
    if (notes && qp_notes_of_runs(page, take_note, notes) && qp_notes_of_page(page, take_note, notes))
        return notes;
    json_decref(notes);
    return NULL;
}

json_t *qp_page_facts(struct qp_page *page)
{
    json_t *facts = json_object();
    const char *const names[QP_SIDES] = {"run", "other", "cover"};
    bool ok = facts && set(facts, "version", json_integer(QP_PAYLOAD_VERSION));
    for (int side = 0; ok && side < QP_SIDES; side++)
        ok = set(facts, names[side], describe_side(page, (enum qp_side)side));
    ok = ok && set(facts, "comparison", qp_page_comparison_facts(page));
    ok = ok && set(facts, "notes", take_notes(page));
    if (ok)
        return facts;
    json_decref(facts);
    return NULL;
}
