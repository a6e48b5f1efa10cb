/* chrome.c - Trace Event Format as JSON, for ui.perfetto.dev and chrome://tracing ("Trace Event Format", Google, object
 * form), made from libvt's log and libqprof's timeline.
 *
 * A track is a thread of the format ("tid": its number + 1). States are nested pairs of B and E; a virtual thread that
 * runs on a carrier is an X. A wake-up is an X of length 0 on its waker, with a flow (s, f) to the resulting state.
 * Times are exact microseconds with three decimals. NaN and infinite counter values are omitted, since JSON has none;
 * "otherData" has their number. Checked with python3's json and a nesting checker. */
#include "export/drawn.h"

#include "format/words.h"

#include <math.h>

struct state {
    struct qp_export *export;
    bool comma;
    bool failed;         /* out of memory */
    uint64_t no_numbers; /* omitted samples */
};

/* ---- parts of an event ------------------------------------------------------------------------------------------- */

static void put_name(struct qp_put *put, const char *key, struct qp_text text)
{
    qp_put_string(put, key);
    qp_put_json(put, text);
}

static void put_us(struct qp_put *put, const char *key, uint64_t ns)
{
    const char decimals[] = {'.', (char)('0' + ns / 100 % 10), (char)('0' + ns / 10 % 10), (char)('0' + ns % 10)};
    qp_put_string(put, key);
    qp_put_number(put, ns / 1000);
    qp_put_bytes(put, decimals, sizeof decimals);
}

static struct qp_put *begin_event(struct state *state, char phase, uint32_t tid)
{
    struct qp_put *put = &state->export->put;
    const char kind[] = {'{', '"', 'p', 'h', '"', ':', '"', phase, '"'};
    qp_put_string(put, state->comma ? ",\n" : "\n");
    qp_put_bytes(put, kind, sizeof kind);
    qp_put_string(put, ",\"pid\":");
    qp_put_number(put, state->export->profile->reader.header.pid);
    qp_put_string(put, ",\"tid\":");
    qp_put_number(put, tid);
    state->comma = true;
    return put;
}

static struct qp_put *begin_timed(struct state *state, char phase, uint32_t track, uint64_t ns)
{
    struct qp_put *put = begin_event(state, phase, track + 1);
    put_us(put, ",\"ts\":", ns);
    return put;
}

/* Return false if no more output is possible, so that the walk can stop early. */
static bool can_write(const struct state *state)
{
    return !state->failed && !ferror(state->export->out);
}

static void put_details(struct state *state, const struct qp_drawn_detail *details, uint32_t count)
{
    struct qp_put *put = &state->export->put;
    state->failed |= count == QP_NONE;
    if (!count || count == QP_NONE)
        return;
    for (uint32_t i = 0; i < count; i++) {
        put_name(put, i ? "," : ",\"args\":{", qp_text_of(details[i].name));
        qp_put_char(put, ':');
        if (details[i].text.bytes)
            qp_put_json(put, details[i].text);
        else
            qp_put_integer(put, details[i].number);
    }
    qp_put_char(put, '}');
}

/* ---- log --------------------------------------------------------------------------------------------------------- */

static void put_thread_name(struct state *state, uint32_t tid, const char *name)
{
    struct qp_put *put = begin_event(state, 'M', tid);
    put_name(put, ",\"name\":\"thread_name\",\"args\":{\"name\":", qp_text_of(name));
    qp_put_string(put, "}}");
    put = begin_event(state, 'M', tid);
    qp_put_string(put, ",\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":");
    qp_put_number(put, tid);
    qp_put_string(put, "}}");
}

/* Counters have their own names, and no threads. */
static bool take_track(void *to, const struct qp_track *track)
{
    struct state *state = to;
    char name[QP_DRAWN_NAME];
    if (track->kind == QP_TRACK_COUNTER)
        return true;
    qp_drawn_track(state->export, track, name);
    put_thread_name(state, track->number + 1, name);
    return true;
}

static void put_bar(struct state *state, const struct qp_bar *bar)
{
    struct qp_put *put = &state->export->put;
    struct qp_drawn_detail details[QP_DRAWN_DETAILS];
    char name[QP_DRAWN_NAME], buffer[QP_DRAWN_NAME];
    qp_drawn_bar(state->export, bar, name);
    put_name(put, ",\"name\":", qp_text_of(name));
    put_details(state, details, qp_drawn_bar_details(state->export, bar, buffer, details));
    qp_put_char(put, '}');
}

static void put_flow(struct state *state, char phase, uint32_t track, uint64_t ns, uint64_t flow)
{
    struct qp_put *put = begin_timed(state, phase, track, ns);
    qp_put_string(put, phase == 'f' ? ",\"bp\":\"e\"" : "");
    qp_put_string(put, ",\"cat\":\"wake\",\"name\":\"wake\",\"id\":");
    qp_put_number(put, flow);
    qp_put_char(put, '}');
}

static bool take_begin(void *to, const struct qp_bar *bar)
{
    struct state *state = to;
    if (bar->kind == QP_BAR_RUN)
        return true;
    begin_timed(state, 'B', bar->track, bar->from);
    put_bar(state, bar);
    if (bar->flow)
        put_flow(state, 'f', bar->track, bar->from, bar->flow);
    return can_write(state);
}

/* Write the running virtual thread at the end of the bar, when its name is known. */
static bool take_end(void *to, const struct qp_bar *bar)
{
    struct state *state = to;
    if (bar->kind == QP_BAR_RUN) {
        struct qp_put *put = begin_timed(state, 'X', bar->track, bar->from);
        put_us(put, ",\"dur\":", bar->until - bar->from);
        put_bar(state, bar);
        return can_write(state);
    }
    struct qp_put *put = begin_timed(state, 'E', bar->track, bar->until);
    qp_put_string(put, bar->cut ? ",\"args\":{\"end\":\"not recorded\"}}" : "}");
    return can_write(state);
}

static bool take_sample(void *to, const struct qp_sample *sample)
{
    struct state *state = to;
    const struct qp_counter_item *counter = &state->export->counters->items[sample->counter];
    const struct qp_track track = {.kind = QP_TRACK_COUNTER, .thread = sample->thread, .counter = sample->counter};
    char name[QP_DRAWN_NAME], unit[200], value[QP_COUNTER_TEXT];
    if (!isfinite(sample->number)) {
        state->no_numbers++;
        return true;
    }
    qp_drawn_track(state->export, &track, name);
    qp_drawn_unit(counter, unit, sizeof unit);
    struct qp_put *put = begin_timed(state, 'C', sample->track, sample->at);
    put_name(put, ",\"name\":", qp_text_of(name));
    put_name(put, ",\"args\":{", qp_text_of(*unit ? unit : "value"));
    qp_counters_show(value, sample->genre, sample->bits);
    qp_put_char(put, ':');
    qp_put_string(put, value);
    qp_put_string(put, "}}");
    return can_write(state);
}

static bool take_point(void *to, const struct qp_point *point)
{
    struct state *state = to;
    struct qp_drawn_detail details[QP_DRAWN_DETAILS];
    char name[QP_DRAWN_NAME], buffer[QP_DRAWN_NAME];
    bool wakes = point->other != QP_NONE;
    struct qp_put *put = begin_timed(state, wakes ? 'X' : 'i', point->track, point->at);
    qp_drawn_point(point, name);
    put_name(put, wakes ? ",\"dur\":0,\"name\":" : ",\"s\":\"t\",\"name\":", qp_text_of(name));
    put_details(state, details, qp_drawn_point_details(state->export, point, buffer, details));
    qp_put_char(put, '}');
    if (point->flow)
        put_flow(state, 's', point->track, point->at, point->flow);
    return can_write(state);
}

/* ---- run --------------------------------------------------------------------------------------------------------- */

#define MARKS_TID 0

static void put_mark(struct state *state, const struct qp_profile_mark *mark)
{
    struct qp_put *put = begin_event(state, 'i', MARKS_TID);
    put_us(put, ",\"ts\":", qp_profile_since_start(state->export->profile, mark->tick));
    put_name(put, ",\"s\":\"p\",\"name\":", qp_text_of(qp_words_mark_shown(mark->kind)));
    if (mark->text.length)
        put_name(put, ",\"args\":{\"text\":", mark->text);
    qp_put_string(put, mark->text.length ? "}}" : "}");
}

static void put_run(struct state *state)
{
    const struct qp_profile *profile = state->export->profile;
    struct qp_put *put = begin_event(state, 'M', MARKS_TID);
    struct qp_text program = profile->program.length ? profile->program : qp_text_of("run");
    put_name(put, ",\"name\":\"process_name\",\"args\":{\"name\":", program);
    qp_put_string(put, "}}");
    if (profile->mark_count)
        put_thread_name(state, MARKS_TID, "marks");
    for (uint32_t i = 0; i < profile->mark_count; i++)
        put_mark(state, &profile->marks[i]);
}

static void put_other_data(struct state *state)
{
    struct qp_put *put = &state->export->put;
    qp_put_string(put, "\n],\n\"displayTimeUnit\":\"ns\",\n\"otherData\":{\"producer\":\"qii\"");
    for (int i = 0; i < QP_PRODUCTS; i++) {
        const struct qp_quality *quality = &state->export->quality[i];
        for (uint32_t k = 0; state->export->queries[i] && k < quality->count; k++) {
            qp_put_format(put, ",\n\"lib%s %u, %s\":", qp_profile_product_name((enum qp_product)i), k + 1,
                          qp_quality_level_name(quality->items[k].level));
            qp_put_json(put, qp_text_of(quality->items[k].text));
        }
    }
    if (state->no_numbers)
        qp_put_format(put, ",\n\"left out\":\"%llu counter values that are not numbers\"",
                      (unsigned long long)state->no_numbers);
    qp_put_string(put, "}}\n");
}

static bool write_trace(struct qp_export *export)
{
    const struct qp_tracks_calls calls = {take_track,  take_begin, take_end,
                                          take_sample, take_point, qp_drawn_without(export)};
    struct state state = {.export = export};
    qp_put_string(&export->put, "{\"traceEvents\":[");
    put_run(&state);
    bool ok = qp_tracks_read(&export->log->events, &calls, &state);
    put_other_data(&state);
    return ok;
}

const struct qp_exporter qp_export_chrome = {
    .name = "chrome",
    .suffix = ".json",
    .summary = "timeline for ui.perfetto.dev and chrome://tracing; requires an event log",
    .timeline = true,
    .labelled = true,
    .whole = write_trace,
};
