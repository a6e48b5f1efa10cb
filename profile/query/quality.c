#include "profile/query/quality.h"

#include "base/attribute.h"
#include "base/number.h"
#include "format/array.h"
#include "format/diagnostic.h"
#include "profile/query/groups.h"
#include "profile/query/problem.h"
#include "format/words.h"
#include "profile/query/time_notes.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct notes {
    struct qp_quality *quality;
    const struct qp_query *query;
    const struct qp_profile *profile;
    const struct qp_header *header;
    enum qp_product product;
    enum qp_quality_about about; /* subject of the notes that are added next */
    bool failed;
};

/* Add a note, and take ownership of its text. Return false if out of memory, or if the text is NULL. */
static bool take_note(struct qp_quality *quality, enum qp_quality_level level, enum qp_quality_about about, char *text)
{
    bool taken =
        text && QP_ARRAY_APPEND(&quality->items, &quality->count, (struct qp_quality_note){level, about, text});
    if (!taken)
        free(text);
    return taken;
}

static void QP_PRINTF(3, 4) add_note(struct notes *notes, enum qp_quality_level level, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    notes->failed |= !take_note(notes->quality, level, notes->about, qp_text_format(format, arguments));
    va_end(arguments);
}

static struct qp_number time_of(const struct notes *notes, uint64_t ticks)
{
    return qp_number_time(qp_profile_ns(notes->profile, ticks));
}

/* ---- the run ----------------------------------------------------------------------------------------------------- */

static void note_merged(struct notes *notes)
{
    const struct qp_profile *profile = notes->profile;
    uint32_t all = profile->run_count, running = qp_profile_runs_with(profile, QP_RUN_WENT_ON);
    uint32_t killed = qp_profile_runs_with(profile, QP_RUN_KILLED), logs = qp_profile_runs_with(profile, QP_RUN_LOG);
    uint32_t damaged = qp_profile_runs_with(profile, QP_RUN_DAMAGED);
    add_note(notes, QP_QUALITY_NOTE,
             "Merged from %u run%s: counts and times are sums, and all runs together lasted %s.", all,
             qp_number_plural(all), qp_number_time(qp_profile_duration_ns(profile)).text);
    if (running)
        add_note(notes, QP_QUALITY_NOTE, "%u of these runs had not ended: their data up to then is included.", running);
    if (killed)
        add_note(notes, QP_QUALITY_WARNING,
                 "%u of these runs did not end normally: the time after each thread's last event is unknown.", killed);
    if (damaged)
        add_note(notes, QP_QUALITY_WARNING, "%u of these runs had damaged files: only readable data is included.",
                 damaged);
    notes->about = QP_QUALITY_LOGS;
    if (logs)
        add_note(notes, QP_QUALITY_NOTE,
                 "The logs and counters of %u of these runs are omitted: runs have no common time.", logs);
    notes->about = QP_QUALITY_RUN;
}

static void note_end(struct notes *notes)
{
    const struct qp_reader *reader = &notes->profile->reader;
    if (qp_profile_is_merged(notes->profile))
        note_merged(notes);
    else if (reader->ending == QP_ENDING_RUNNING)
        add_note(notes, QP_QUALITY_NOTE, "The program was still running: this is the data up to then.");
    else if (reader->ending == QP_ENDING_KILLED)
        add_note(notes, QP_QUALITY_WARNING,
                 "The program did not end normally: the time after each thread's last event is unknown.");
    else if (notes->header->state == QP_RUN_SAVED)
        add_note(notes, QP_QUALITY_NOTE, "Saved while the program was running: this is the data up to then.");
    else if (notes->header->ended_by)
        add_note(notes, QP_QUALITY_GOOD, "The program ended without shutting down the recorder; the file is complete.");
    else
        add_note(notes, QP_QUALITY_GOOD, "The program ended normally; the file is complete.");
    if (reader->damages)
        add_note(notes, QP_QUALITY_WARNING, "The file is damaged, only readable data is shown: %s%s.", reader->damage,
                 reader->damages > 1 ? ", and more" : "");
}

static void note_misuse(struct notes *notes)
{
    bool any = false;
    for (unsigned kind = 0; kind < QP_DIAGNOSTICS; kind++) {
        const struct qp_diagnostic *it = &notes->header->diagnostics[notes->product][kind];
        char first[4 * QP_DIAGNOSTIC_TEXT + 1];
        uint64_t count = qp_problem_count(notes->profile, notes->product, kind);
        if (count == 0)
            continue;
        any = true;
        qp_text_show((struct qp_text){it->first, (uint32_t)strnlen(it->first, sizeof it->first)}, first, sizeof first);
        add_note(notes, QP_QUALITY_WARNING, "%s × %s%s%s.", qp_number_count(count).text, qp_diagnostic_words(kind),
                 first[0] ? "; first " : "", first);
    }
    if (!any)
        add_note(notes, QP_QUALITY_GOOD, "No event was misused or lost.");
    if (notes->header->folded)
        add_note(
            notes, QP_QUALITY_WARNING,
            "%s call%s on new call paths had no room: numbers of functions are exact, but these paths are merged into "
            "\"…\". Raise -max-data-size to keep them.",
            qp_number_count(notes->header->folded).text, qp_number_plural(notes->header->folded));
}

static void note_pauses(struct notes *notes)
{
    const struct qp_selected *selected = &notes->query->selected;
    uint64_t paused = 0;
    for (uint32_t i = 0; i < selected->span_count; i++)
        paused += qp_profile_paused(notes->profile, notes->product, selected->spans[i]);
    if (paused)
        add_note(notes, QP_QUALITY_NOTE, "Nothing was recorded for %s, while the recorder was paused.",
                 time_of(notes, paused).text);
    if (notes->profile->clear_epoch[notes->product])
        add_note(notes, QP_QUALITY_NOTE, "The program cleared the data: this is what was recorded since.");
    if (notes->query->selection.phase) {
        char shown[200];
        qp_text_show(qp_text_of(notes->query->selection.phase), shown, sizeof shown);
        add_note(notes, QP_QUALITY_NOTE, "This is phase %s of the run, not all of it.", shown);
    }
}

/* ---- times ------------------------------------------------------------------------------------------------------- */

static void note_own_cost(struct notes *notes)
{
    const struct qp_own_cost *cost = &notes->header->own_cost[notes->product];
    if (notes->query->subtracted)
        notes->failed |= !take_note(notes->quality, QP_QUALITY_NOTE, notes->about, qp_overhead_note(notes->query));
    else if (notes->query->selection.raw)
        add_note(notes, QP_QUALITY_NOTE, "The recorder's overhead is included in the times, as requested.");
    else if (!cost->most)
        add_note(notes, QP_QUALITY_NOTE, "The recorder's overhead was not measured, and is included in the times.");
}

static bool is_estimated(const struct notes *notes)
{
    const struct qp_profile *profile = notes->profile;
    for (uint32_t i = 0; i < profile->method_count; i++) {
        if (notes->query->methods[i].estimated)
            return true;
    }
    for (uint32_t i = 0; i < profile->group_count; i++) {
        if (profile->groups[i].product == (uint32_t)notes->product && profile->groups[i].estimated)
            return true;
    }
    return false;
}

static bool has_estimated_carrier(const struct notes *notes)
{
    for (uint32_t i = 0; i < notes->profile->carrier_count; i++) {
        if (notes->query->threads[i].estimated)
            return true;
    }
    return false;
}

static void note_throttled(struct notes *notes)
{
    uint32_t count = qp_throttled_count(notes->query);
    if (count)
        add_note(notes, QP_QUALITY_NOTE,
                 "%s function%s throttled: recording took longer than the calls, which were only counted from then on. "
                 "Since then the time is that of the callers (-overhead).",
                 qp_number_count(count).text, count == 1 ? " was" : "s were");
}

static void note_processor(struct notes *notes)
{
    char *text;
    notes->failed |= !qp_processor_note(notes->query, &text);
    if (text)
        notes->failed |= !qp_quality_add(notes->quality, QP_QUALITY_NOTE, notes->about, text);
}

static void note_times(struct notes *notes)
{
    const char *clock = qp_words_clock_shown(notes->header->clock_kind);
    if (!qp_query_has_times(notes->query)) {
        add_note(notes, QP_QUALITY_NOTE, "No times: lib%s counts without a clock.",
                 qp_profile_product_name(notes->product));
        return;
    }
    if (qp_query_is_of_allocations(notes->query)) {
        add_note(notes, QP_QUALITY_NOTE, "The numbers are of allocations, not of times: %s.",
                 qp_query_recording(notes->query));
        return;
    }
    add_note(notes, QP_QUALITY_NOTE, "Clock: %s.", clock ? clock : "unknown");
    if (qp_query_is_sampled(notes->query))
        add_note(notes, QP_QUALITY_NOTE, "Sampled: %s. The intervals of shares have a confidence of 95 %%.",
                 notes->query->counts_calls
                     ? "times and call paths are of samples; calls of functions were counted by their own code"
                     : "counts are samples, not calls");
    else
        note_own_cost(notes);
    note_throttled(notes);
    note_processor(notes);
    if (is_estimated(notes))
        add_note(notes, QP_QUALITY_NOTE,
                 "~ marks estimates: suspensions were not reported, but derived from blocking and waiting functions "
                 "and CPU time.");
    else if (has_estimated_carrier(notes))
        add_note(notes, QP_QUALITY_NOTE,
                 "Scheduler and idle time of system threads are estimated from their CPU time.");
}

/* ---- recorded and missing data ----------------------------------------------------------------------------------- */

static void note_lines(struct notes *notes)
{
    bool tables = false, branches = false;
    bool inside = false; /* true if functions have lines after their first one, which the client could report */
    for (uint32_t i = 0; i < notes->profile->method_count; i++) {
        const struct qp_profile_method *method = &notes->profile->methods[i];
        tables |= method->product == (uint32_t)notes->product && method->line_count;
        inside |= method->product == (uint32_t)notes->product && method->line_count > 1;
        branches |= method->product == (uint32_t)notes->product && method->branch_count;
    }
    if (qp_query_is_sampled(notes->query) && !notes->query->counts_lines)
        return;
    if (!notes->query->counts_lines && inside)
        add_note(notes, QP_QUALITY_NOTE, "No lines were recorded; to record them, use -granularity=line.");
    else if (notes->query->counts_lines && tables && !branches)
        add_note(notes, QP_QUALITY_NOTE, "No branches were recorded.");
}

static void note_virtual_threads(struct notes *notes)
{
    uint64_t created = qp_groups_created(notes->query);
    uint32_t listed = notes->profile->thread_count - notes->profile->carrier_count;
    if (created > listed)
        add_note(
            notes, QP_QUALITY_NOTE,
            "%s of %s virtual threads are listed individually: living ones, and the top of each group; sums of groups "
            "include all.",
            qp_number_count(listed).text, qp_number_count(created).text);
}

static void note_log(struct notes *notes)
{
    uint64_t lost = 0, overwritten = 0;
    for (uint32_t i = 0; i < notes->profile->carrier_count; i++) {
        lost += notes->profile->carriers[i].lost;
        overwritten += notes->profile->carriers[i].overwritten;
    }
    if (lost)
        add_note(notes, QP_QUALITY_WARNING, "%s events of the log were lost for lack of room.",
                 qp_number_count(lost).text);
    if (overwritten)
        add_note(notes, QP_QUALITY_NOTE, "The log kept its newest events: %s older ones were overwritten.",
                 qp_number_count(overwritten).text);
}

/* ---- open and close ---------------------------------------------------------------------------------------------- */

bool qp_quality_open(struct qp_quality *quality, const struct qp_query *query)
{
    struct notes notes = {
        .quality = quality,
        .query = query,
        .profile = query->profile,
        .header = &query->profile->reader.header,
        .product = query->selection.product,
    };
    *quality = (struct qp_quality){0};
    note_end(&notes);
    note_misuse(&notes);
    note_log(&notes);
    note_pauses(&notes);
    note_virtual_threads(&notes);
    notes.about = QP_QUALITY_TIMES;
    note_times(&notes);
    notes.about = QP_QUALITY_LINES;
    note_lines(&notes);
    if (notes.failed)
        qp_quality_close(quality);
    return !notes.failed;
}

bool qp_quality_add(struct qp_quality *quality, enum qp_quality_level level, enum qp_quality_about about, char *text)
{
    return take_note(quality, level, about, text);
}

void qp_quality_close(struct qp_quality *quality)
{
    for (uint32_t i = 0; i < quality->count; i++)
        free(quality->items[i].text);
    free(quality->items);
    *quality = (struct qp_quality){0};
}

const char *qp_quality_level_name(enum qp_quality_level level)
{
    static const char *const names[] = {"good", "note", "warning"};
    return names[level];
}
