/* firefox.c - a profile for the Firefox Profiler (https://profiler.firefox.com): its processed format, version 70, as
 * gzipped JSON. Newer viewers upgrade it.
 *
 * The stack table is our call tree, in which paths of more than 1,000 frames are shortened (export/stacks.h). A sample
 * is a stack with its self time as weight ("tracing-ms"). It is not a point in time: the time axis shows the call paths
 * one after the other, in the order of the tree. Blocked, waiting and runnable time is in frames "(blocked)" and so on,
 * which the function seems to call.
 *
 * Each system thread and each group of virtual threads is a thread with times, and another thread with calls. The log
 * becomes markers and counters (firefox_markers.c, firefox_counters.c). Source texts are those of the run. If the
 * recorded text of a file is unknown, its text is omitted, since a data file may name any file of the machine. Calling
 * lines are not exported. Checked with @firefox-devtools/profiler-cli 0.10.0. */
#include "export/firefox/firefox.h"

#include "export/gzip.h"

#include <ctype.h>

/* ---- run --------------------------------------------------------------------------------------------------------- */

static void put_categories(struct qp_put *put)
{
    static const char *const categories[][2] = {
#define X(constant, name, colour) {name, colour},
        QP_FIREFOX_CATEGORIES(X)
#undef X
    };
    qp_put_string(put, "\"categories\":[");
    for (size_t i = 0; i < sizeof categories / sizeof *categories; i++)
        qp_put_format(put, "%s{\"name\":\"%s\",\"color\":\"%s\",\"subcategories\":[\"Other\"]}", i ? "," : "",
                      categories[i][0], categories[i][1]);
    qp_put_string(put, "],");
}

static void put_note(struct qp_put *put, bool first, const char *label, const char *text)
{
    qp_put_json_after(put,
                      first ? "\n{\"format\":\"string\",\"label\":" : ",\n{\"format\":\"string\",\"label\":", label);
    qp_put_json_after(put, ",\"value\":", text);
    qp_put_char(put, '}');
}

static void put_notes(struct qp_firefox *state)
{
    const struct qp_quality *quality = &state->export->quality[state->export->query->selection.product];
    char text[200];
    snprintf(text, sizeof text, "%s. The time axis has the order of the call tree.",
             qp_query_recording(state->export->query));
    text[0] = (char)toupper((unsigned char)text[0]);
    qp_put_string(state->put, "\"extra\":[{\"label\":\"Data quality\",\"entries\":[");
    put_note(state->put, true, "recorded", text);
    for (uint32_t i = 0; i < quality->count; i++)
        put_note(state->put, false, qp_quality_level_name(quality->items[i].level), quality->items[i].text);
    if (state->log.left_out) {
        snprintf(text, sizeof text, "%llu events and values of the log are omitted: the viewer does not support them.",
                 (unsigned long long)state->log.left_out);
        put_note(state->put, false, "warning", text);
    }
    qp_stacks_describe_shortened(&state->paths, text, sizeof text);
    if (*text)
        put_note(state->put, false, "note", text);
    if (state->export->no_sources) {
        put_note(state->put, false, "note", "Source texts are not included.");
    } else if (state->left_out) {
        snprintf(text, sizeof text,
                 "The texts of %u source files are not included: they changed since the run, their recorded text is "
                 "unknown, or not every user may read them.",
                 state->left_out);
        put_note(state->put, false, "note", text);
    }
    qp_put_string(state->put, "\n]}]");
}

static void put_meta(struct qp_firefox *state)
{
    const struct qp_profile *profile = state->export->profile;
    struct qp_put *put = state->put;
    qp_put_string(put, ",\n\"meta\":{\"interval\":1,\"processType\":0,\"stackwalk\":0,\"version\":36,"
                       "\"preprocessedProfileVersion\":70,\"symbolicated\":true,\"symbolicationNotSupported\":true,"
                       "\"usesOnlyOneStackType\":true,\"sourceCodeIsNotOnSearchfox\":true,"
                       "\"keepProfileThreadOrder\":true,\"importedFrom\":\"qii\",\"platform\":\"Linux\",");
    qp_put_string(put, "\"startTime\":");
    qp_firefox_put_ms(put, profile->reader.header.start_realtime_ns);
    qp_put_string(put, ",\"product\":");
    qp_put_json(put, profile->program);
    qp_put_string(put, ",\"arguments\":");
    qp_put_json(put, profile->options[state->export->query->selection.product]);
    qp_put_char(put, ',');
    put_categories(put);
    qp_firefox_put_schema(put);
    qp_put_char(put, ',');
    put_notes(state);
    qp_put_char(put, '}');
}

/* Write the profile. The notes are last, since some depend on what was written before. */
static bool put_profile(struct qp_firefox *state)
{
    qp_put_string(state->put, "{\"libs\":[],");
    qp_firefox_put_counters(&state->log);
    qp_put_char(state->put, ',');
    bool ok = qp_firefox_put_threads(state) && qp_firefox_put_shared(state);
    put_meta(state);
    qp_put_string(state->put, "}\n");
    return ok;
}

static bool write_profile(struct qp_export *export)
{
    struct qp_firefox state = {.export = export, .put = &export->put};
    if (!qp_gzip_begin(&export->put))
        return false;
    bool ok =
        qp_firefox_log_open(&state.log, export, QP_FIREFOX_MOST) && qp_firefox_tree_open(&state) && put_profile(&state);
    qp_firefox_tree_close(&state);
    qp_firefox_log_close(&state.log);
    return qp_gzip_end(&export->put, export->out) && ok;
}

const struct qp_exporter qp_export_firefox = {
    .name = "firefox",
    .summary = "call stacks, sources and event log, for https://profiler.firefox.com",
    .labelled = true,
    .one_product = true,
    .binary = true,
    .takes_log = true,
    .has_sources = true,
    .write = write_profile,
};
