#include "base/attribute.h"
#include "base/number.h"
#include "data/quality.h"
#include "data/words.h"
#include "page/tables.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TEXT_SIZE 4200

/* ---- a run ------------------------------------------------------------------------------------------------------- */

static bool has_branches(const struct qp_query *query)
{
    for (uint32_t i = 0; i < query->profile->method_count; i++) {
        if (query->profile->methods[i].product == (uint32_t)query->selection.product &&
            query->profile->methods[i].branch_count)
            return true;
    }
    return false;
}

static bool has_lines(const struct qp_query *query)
{
    bool any = false;
    for (uint32_t i = 0; i < query->profile->method_count && !any; i++)
        any = query->profile->methods[i].product == (uint32_t)query->selection.product &&
              query->profile->methods[i].line_count;
    return any && query->counts_lines;
}

static bool has_line_times(const struct qp_query *query)
{
    for (uint32_t i = 0; i < query->profile->array_count; i++) {
        const struct qp_profile_array *it = &query->profile->arrays[i];
        if (it->times && query->selected.roots[it->root])
            return true;
    }
    return false;
}

static const char *end_of(const struct qp_profile *profile)
{
    if (profile->reader.ending == QP_ENDING_RUNNING)
        return "still running";
    if (profile->reader.ending == QP_ENDING_KILLED)
        return "did not end by itself";
    if (profile->reader.header.state == QP_RUN_SAVED)
        return "saved while it ran";
    return profile->reader.header.ended_by ? "ended without shutdown" : "ended";
}

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

/* Running and elapsed time in functions: without what virtual threads did before they entered one. */
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
    const char *clock = qp_words_clock_shown(header->clock_kind);
    char started[64], library[32], phase[TEXT_SIZE];
    start_of(header, started, sizeof started);
    qp_page_phase(page, side, phase, sizeof phase);
    snprintf(library, sizeof library, "lib%s", qp_profile_product_name(product));
    bool timed = qp_profile_has_clock(profile) && product != QP_CPROF;
    return set_text(run, page, "program", profile->program) && set_text(run, page, "directory", profile->directory) &&
           set_text(run, page, "options", profile->options[product]) && set_count(run, "pid", header->pid) &&
           set_text(run, page, "started", qp_text_of(started)) &&
           set_count(run, "duration_ns", qp_page_duration_ns(page, side)) &&
           set(run, "phase", json_string(phase)) && set_text(run, page, "product", qp_text_of(library)) &&
           set_text(run, page, "ended", qp_text_of(end_of(profile))) &&
           set_bool(run, "complete", qp_profile_is_complete(profile)) &&
           set_text(run, page, "clock", qp_text_of(clock ? clock : "unknown")) && set_bool(run, "has_time", timed) &&
           set_bool(run, "has_lines", has_lines(query)) && set_bool(run, "has_line_times", has_line_times(query)) &&
           set_bool(run, "has_branches", has_branches(query)) && set_bool(run, "has_cycles", query->all.cycles) &&
           set_count(run, "calls", query->all.calls) &&
           set_count(run, "self_ns", qp_page_ns(page, side, time_in_functions(query, false))) &&
           set_count(run, "elapsed_ns", qp_page_ns(page, side, time_in_functions(query, true))) &&
           set_count(run, "folded", header->folded) && set_count(run, "paths", page->paths[side]) &&
           set_count(run, "cut", page->cut[side]);
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

/* ---- what is to be known of its data ----------------------------------------------------------------------------- */

static bool say(json_t *notes, const struct qp_page *page, enum qp_quality_level level, const char *format, ...)
    QP_PRINTF(4, 5);

static bool say(json_t *notes, const struct qp_page *page, enum qp_quality_level level, const char *format, ...)
{
    char text[TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    json_t *note = json_pack("{s:s, s:s}", "level", qp_quality_level_name(level), "text", qp_page_strip(page, text));
    return json_array_append_new(notes, note) == 0;
}

/* left_out: what another run tells. Of a run that only lends its counts nothing is said that is as it should be. */
static bool say_quality(json_t *notes, const struct qp_page *page, const struct qp_query *query, const char *whose,
                        enum qp_quality_about left_out)
{
    struct qp_quality quality;
    if (!qp_quality_open(&quality, query))
        return false;
    bool ok = true;
    for (uint32_t i = 0; ok && i < quality.count; i++) {
        const struct qp_quality_note *it = &quality.items[i];
        bool said = it->about != left_out && !(*whose && it->level == QP_QUALITY_GOOD);
        ok = !said || say(notes, page, it->level, "%s%s", whose, it->text);
    }
    qp_quality_close(&quality);
    return ok;
}

static bool say_paths(json_t *notes, const struct qp_page *page)
{
    uint64_t cut = page->cut[QP_SIDE_RUN] + page->cut[QP_SIDE_OTHER];
    if (cut)
        return say(notes, page, QP_QUALITY_NOTE,
                   "The flame graph leaves out %s of the lightest call paths, and says so where they were: the "
                   "tables of functions, callers and callees have all.",
                   qp_number_count(cut).text);
    return say(notes, page, QP_QUALITY_GOOD, "All call paths are in this page: nothing was sampled or left out.");
}

static bool say_contents(json_t *notes, const struct qp_page *page)
{
    const struct qp_joined *joined = &page->joined;
    const struct qp_query *cover = joined->queries[QP_SIDE_COVER];
    bool ok = say_paths(notes, page);
    if (ok && cover && cover != joined->queries[QP_SIDE_RUN])
        ok = say(notes, page, QP_QUALITY_NOTE, "Counts of lines are of another run (pid %u, lib%s, %s calls).",
                 cover->profile->reader.header.pid, qp_profile_product_name(cover->selection.product),
                 qp_number_count(cover->all.calls).text);
    if (ok && page->threads_left_out)
        ok = say(
            notes, page, QP_QUALITY_NOTE,
            "Of single virtual threads the page has those that ran longest; %s more are in the sums of their groups.",
            qp_number_count(page->threads_left_out).text);
    if (ok && page->events_left_out)
        ok = say(notes, page, QP_QUALITY_NOTE, "The time line has everything of the first %s, and leaves out %s parts.",
                 qp_number_time(page->events_until).text, qp_number_count(page->events_left_out).text);
    if (ok && page->request->no_source)
        ok = say(notes, page, QP_QUALITY_NOTE, "The texts of source files are not in this page.");
    else if (ok && joined->file_count)
        ok = say(notes, page, QP_QUALITY_NOTE, "This page has the texts of %u of %u source files.", page->texts,
                 joined->file_count);
    if (ok && page->texts_left_out && !page->request->no_source)
        ok = say(notes, page, QP_QUALITY_NOTE,
                 "The texts of %u source files are left out: they changed since the run, or nothing tells what they "
                 "were. -I DIRECTORY takes them.",
                 page->texts_left_out);
    return ok;
}

static json_t *take_notes(const struct qp_page *page)
{
    const struct qp_joined *joined = &page->joined;
    const struct qp_query *run = joined->queries[QP_SIDE_RUN], *other = joined->queries[QP_SIDE_OTHER],
                          *cover = joined->queries[QP_SIDE_COVER];
    const enum qp_quality_about none = QP_QUALITY_ABOUTS;
    bool apart = cover && cover != run;
    json_t *notes = json_array();
    bool ok = notes && say_quality(notes, page, run, "", apart ? QP_QUALITY_LINES : none);
    if (ok && other)
        ok = say_quality(notes, page, other, "The other run: ", QP_QUALITY_LINES);
    if (ok && apart)
        ok = say_quality(notes, page, cover, "The run that counted lines: ", QP_QUALITY_TIMES);
    if (ok && say_contents(notes, page))
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
    ok = ok && set(facts, "notes", take_notes(page));
    if (ok)
        return facts;
    json_decref(facts);
    return NULL;
}
