/* firefox.c - a profile for the Firefox Profiler (https://profiler.firefox.com): its processed format, version 70, as
 * gzipped JSON. Later versions are brought up to date by the viewer.
 *
 * The stack table is our call tree, as recorded. A sample is a stack with its self time as weight ("tracing-ms"); it is
 * no moment: on the time axis stand the call paths one behind the other, in the order of the tree. Blocked, waiting and
 * runnable time is that of frames "(blocked)" and so on above the function. Each system thread and each group of
 * virtual threads is a thread, and another one with calls in place of time. What the log has is markers and counters
 * (firefox_log.c). Source texts are those that the run was of: a file that nothing is known of is left out, since a
 * data file may name any. We do not say: which line called. Checked with @firefox-devtools/profiler-cli 0.10.0. */
#include "export/firefox.h"

#include "data/array.h"
#include "data/source_text.h"
#include "export/gzip.h"
#include "export/stacks.h"

#include <stdlib.h>
#include <string.h>

/* Frames that are no functions come first: X(constant, name, category). */
#define FRAMES(X)                                                                                                      \
    X(NO_ROOM, QP_EXPORT_NO_ROOM, QP_FIREFOX_OTHER)                                                                    \
    X(NO_FUNCTION, "(in no function)", QP_FIREFOX_OTHER)                                                               \
    X(BLOCKED, "(blocked)", QP_FIREFOX_BLOCKED)                                                                        \
    X(WAITING, "(waiting)", QP_FIREFOX_WAITING)                                                                        \
    X(RUNNABLE, "(runnable)", QP_FIREFOX_RUNNABLE)

enum frame {
#define X(constant, name, category) FRAME_##constant,
    FRAMES(X)
#undef X
        FRAMES
};

enum { STATES = FRAMES - FRAME_BLOCKED }; /* blocked, waiting, runnable */

struct sample {
    uint32_t stack;
    uint64_t weight; /* nanoseconds, or calls */
};

struct state {
    struct qp_export *export;
    struct qp_put *put;
    struct qp_stacks trees; /* for their links alone */
    struct qp_firefox_log log;
    uint32_t *frame_of;  /* by method, QP_NONE = it was not called */
    uint32_t *methods;   /* by frame behind FRAMES */
    uint32_t *stack_of;  /* by node: its stack; those of its states follow it */
    uint32_t *source_of; /* by file: its source, QP_NONE = it has none */
    uint32_t *files;     /* by source */
    uint32_t method_count, stack_count, source_count;
    uint64_t (*said)[STATES + 1]; /* by frame: ticks of its samples, so that their nanoseconds add up */
    struct sample *samples;       /* of the thread at hand */
    uint32_t sample_count;
    uint32_t thread_count;
    bool failed;      /* no memory */
    uint32_t changed; /* sources that are another text now, or of which nothing is known */
};

/* ---- what a node is ---------------------------------------------------------------------------------------------- */

struct cost {
    uint64_t self;
    uint64_t states[STATES]; /* blocked, waiting, runnable */
};

static struct cost cost_of(const struct state *state, uint32_t node)
{
    const struct qp_totals parts = qp_query_node(state->export->query, node);
    return (struct cost){parts.self, {parts.blocked, parts.waiting, parts.runnable}};
}

static bool is_root(const struct state *state, uint32_t node)
{
    return state->export->profile->nodes[node].parent == QP_NONE;
}

/* A root has a stack only for time in no function. */
static bool has_stack(const struct state *state, uint32_t node)
{
    struct cost cost;
    if (!qp_query_has_node(state->export->query, node))
        return false;
    if (!is_root(state, node))
        return true;
    cost = cost_of(state, node);
    return cost.self || cost.states[0] || cost.states[1] || cost.states[2];
}

static uint32_t frame_of(const struct state *state, uint32_t node)
{
    uint32_t method = state->export->profile->nodes[node].method;
    if (method != QP_NONE)
        return state->frame_of[method];
    return is_root(state, node) ? FRAME_NO_FUNCTION : FRAME_NO_ROOM;
}

/* ---- the tables that stacks need --------------------------------------------------------------------------------- */

static void number_functions(struct state *state)
{
    const struct qp_profile *profile = state->export->profile;
    for (uint32_t i = 0; i < profile->method_count; i++) {
        const struct qp_totals *totals = &state->export->query->methods[i];
        uint32_t file = profile->methods[i].file;
        state->frame_of[i] = QP_NONE;
        if (!(totals->calls || totals->elapsed || totals->uncounted))
            continue;
        state->frame_of[i] = FRAMES + state->method_count;
        state->methods[state->method_count++] = i;
        if (file != QP_NONE && state->source_of[file] == QP_NONE) {
            state->source_of[file] = state->source_count;
            state->files[state->source_count++] = file;
        }
    }
}

static void number_stacks(struct state *state)
{
    for (uint32_t i = 0; i < state->export->profile->node_count; i++) {
        if (!has_stack(state, i))
            continue;
        const struct cost cost = cost_of(state, i);
        state->stack_of[i] = state->stack_count++;
        for (int k = 0; k < STATES; k++)
            state->stack_count += cost.states[k] != 0;
    }
}

static bool make_room(struct state *state)
{
    const struct qp_profile *profile = state->export->profile;
    size_t methods = (size_t)profile->method_count + 1, files = (size_t)profile->file_count + 1;
    state->frame_of = malloc(methods * sizeof *state->frame_of);
    state->methods = malloc(methods * sizeof *state->methods);
    state->stack_of = malloc(((size_t)profile->node_count + 1) * sizeof *state->stack_of);
    state->source_of = malloc(files * sizeof *state->source_of);
    state->files = malloc(files * sizeof *state->files);
    state->said = calloc(methods + FRAMES, sizeof *state->said);
    if (!state->frame_of || !state->methods || !state->stack_of || !state->source_of || !state->files || !state->said)
        return false;
    memset(state->source_of, 0xff, files * sizeof *state->source_of); /* QP_NONE */
    return true;
}

/* ---- columns ----------------------------------------------------------------------------------------------------- */

static void begin_column(struct qp_put *put, const char *name)
{
    qp_put_string(put, "\n\"");
    qp_put_string(put, name);
    qp_put_string(put, "\":[");
}

static void put_item(struct qp_put *put, uint32_t at, uint32_t value)
{
    if (at)
        qp_put_char(put, ',');
    qp_put_number(put, value);
}

/* A column of the same value. */
static void put_same(struct qp_put *put, const char *name, const char *value, uint32_t count)
{
    begin_column(put, name);
    for (uint32_t i = 0; i < count; i++) {
        qp_put_string(put, i ? "," : "");
        qp_put_string(put, value);
    }
    qp_put_string(put, "],");
}

static void end_table(struct qp_put *put, uint32_t length)
{
    qp_put_string(put, "\"length\":");
    qp_put_number(put, length);
    qp_put_char(put, '}');
}

/* ---- shared tables ----------------------------------------------------------------------------------------------- */

static void put_stack_frames(struct state *state)
{
    uint32_t at = 0;
    begin_column(state->put, "frame");
    for (uint32_t i = 0; i < state->export->profile->node_count; i++) {
        if (!has_stack(state, i))
            continue;
        const struct cost cost = cost_of(state, i);
        put_item(state->put, at++, frame_of(state, i));
        for (uint32_t k = 0; k < STATES; k++) {
            if (cost.states[k])
                put_item(state->put, at++, FRAME_BLOCKED + k);
        }
    }
    qp_put_string(state->put, "],");
}

static void put_stack_parents(struct state *state)
{
    const struct qp_profile_node *nodes = state->export->profile->nodes;
    uint32_t at = 0;
    begin_column(state->put, "prefixOffset");
    for (uint32_t i = 0; i < state->export->profile->node_count; i++) {
        if (!has_stack(state, i))
            continue;
        const struct cost cost = cost_of(state, i);
        bool top = is_root(state, i) || is_root(state, nodes[i].parent);
        put_item(state->put, at++, top ? 0 : state->stack_of[i] - state->stack_of[nodes[i].parent]);
        for (uint32_t k = 0; k < STATES; k++) {
            if (cost.states[k])
                put_item(state->put, at, at - state->stack_of[i]), at++;
        }
    }
    qp_put_string(state->put, "],");
}

static uint32_t frames(const struct state *state)
{
    return FRAMES + state->method_count;
}

static const struct qp_profile_method *method_of(const struct state *state, uint32_t frame)
{
    return frame < FRAMES ? NULL : &state->export->profile->methods[state->methods[frame - FRAMES]];
}

static void put_first_lines(struct state *state, const char *name)
{
    begin_column(state->put, name);
    for (uint32_t i = 0; i < frames(state); i++) {
        const struct qp_profile_method *method = method_of(state, i);
        qp_put_string(state->put, i ? "," : "");
        if (method && method->line > 0)
            qp_put_integer(state->put, method->line);
        else
            qp_put_string(state->put, "null");
    }
    qp_put_string(state->put, "],");
}

static void put_frame_table(struct state *state)
{
    static const uint8_t categories[] = {
#define X(constant, name, category) category,
        FRAMES(X)
#undef X
    };
    struct qp_put *put = state->put;
    uint32_t count = frames(state);
    qp_put_string(put, "\n\"frameTable\":{");
    put_same(put, "address", "-1", count);
    put_same(put, "lib", "-1", count);
    put_same(put, "inlineDepth", "0", count);
    begin_column(put, "category");
    for (uint32_t i = 0; i < count; i++)
        put_item(put, i, i < FRAMES ? categories[i] : QP_FIREFOX_FUNCTION);
    qp_put_string(put, "],");
    put_same(put, "subcategory", "0", count);
    begin_column(put, "func");
    for (uint32_t i = 0; i < count; i++)
        put_item(put, i, i);
    qp_put_string(put, "],");
    put_same(put, "nativeSymbol", "null", count);
    put_same(put, "innerWindowID", "0", count);
    put_first_lines(state, "line");
    put_same(put, "column", "null", count);
    put_same(put, "originalLocation", "null", count);
    end_table(put, count);
}

/* Texts in their order: "", names of frames, of sources, of the log. */
static uint32_t source_text_of(const struct state *state, uint32_t source)
{
    return 1 + frames(state) + source;
}

static void put_function_table(struct state *state)
{
    struct qp_put *put = state->put;
    uint32_t count = frames(state);
    qp_put_string(put, ",\n\"funcTable\":{");
    begin_column(put, "name");
    for (uint32_t i = 0; i < count; i++)
        put_item(put, i, 1 + i);
    qp_put_string(put, "],");
    put_same(put, "isJS", "false", count);
    put_same(put, "relevantForJS", "false", count);
    put_same(put, "resource", "-1", count);
    begin_column(put, "source");
    for (uint32_t i = 0; i < count; i++) {
        const struct qp_profile_method *method = method_of(state, i);
        if (method && method->file != QP_NONE)
            put_item(put, i, state->source_of[method->file]);
        else
            qp_put_string(put, i ? ",null" : "null");
    }
    qp_put_string(put, "],");
    put_first_lines(state, "lineNumber");
    put_same(put, "columnNumber", "null", count);
    put_same(put, "originalLocation", "null", count);
    end_table(put, count);
}

/* The text of a source where it is what the run was of. Returns false without memory. */
static bool put_source_text(struct state *state, uint32_t file)
{
    const struct qp_profile *profile = state->export->profile;
    struct qp_source_text text = {.state = QP_SOURCE_TEXT_MISSING};
    uint32_t known = profile->files[file].source;
    bool is_known = known != QP_NONE && (profile->sources[known].hashed || profile->sources[known].text.bytes);
    if (!state->export->no_sources && is_known && !qp_source_text_open(&text, profile, file, NULL))
        return false;
    if (text.bytes && text.state == QP_SOURCE_TEXT_SAME && text.size <= UINT32_MAX)
        qp_put_json(state->put, (struct qp_text){text.bytes, (uint32_t)text.size});
    else
        qp_put_string(state->put, "null");
    state->changed += !is_known || text.state == QP_SOURCE_TEXT_CHANGED;
    qp_source_text_close(&text);
    return true;
}

static bool put_sources(struct state *state)
{
    struct qp_put *put = state->put;
    bool ok = true;
    qp_put_string(put, ",\n\"sources\":{");
    begin_column(put, "id");
    for (uint32_t i = 0; i < state->source_count; i++)
        qp_put_format(put, "%s\"qii-%u\"", i ? "," : "", i);
    qp_put_string(put, "],");
    begin_column(put, "filename");
    for (uint32_t i = 0; i < state->source_count; i++)
        put_item(put, i, source_text_of(state, i));
    qp_put_string(put, "],");
    put_same(put, "startLine", "1", state->source_count);
    put_same(put, "startColumn", "1", state->source_count);
    put_same(put, "sourceMapURL", "null", state->source_count);
    begin_column(put, "content");
    for (uint32_t i = 0; ok && i < state->source_count; i++) {
        qp_put_string(put, i ? "," : "");
        ok = put_source_text(state, state->files[i]);
    }
    qp_put_string(put, "],");
    end_table(put, state->source_count);
    return ok;
}

static void put_texts(struct state *state)
{
    static const char *const names[] = {
#define X(constant, name, category) name,
        FRAMES(X)
#undef X
    };
    struct qp_put *put = state->put;
    char label[QP_LABEL_SIZE];
    begin_column(put, "stringArray");
    qp_put_string(put, "\"\"");
    for (uint32_t i = 0; i < frames(state); i++) {
        if (i >= FRAMES)
            qp_labels_text(&state->export->labels, state->methods[i - FRAMES], label, sizeof label);
        qp_put_string(put, ",\n");
        qp_put_json(put, qp_text_of(i < FRAMES ? names[i] : label));
    }
    for (uint32_t i = 0; i < state->source_count; i++) {
        qp_put_string(put, ",\n");
        qp_put_json(put, state->export->profile->files[state->files[i]].name);
    }
    for (uint32_t i = 0; i < state->log.name_count; i++) {
        qp_put_string(put, ",\n");
        qp_put_json(put, qp_text_of(state->log.names[i]));
    }
    qp_put_string(put, "]");
}

static bool put_shared(struct state *state)
{
    struct qp_put *put = state->put;
    qp_put_string(put, ",\n\"shared\":{\"stackTable\":{");
    put_stack_frames(state);
    put_stack_parents(state);
    end_table(put, state->stack_count);
    qp_put_char(put, ',');
    put_frame_table(state);
    put_function_table(state);
    bool ok = put_sources(state);
    qp_put_string(put,
                  ",\n\"resourceTable\":{\"length\":0,\"name\":[],\"host\":[],\"type\":[]}"
                  ",\n\"nativeSymbols\":{\"libIndex\":[],\"address\":[],\"name\":[],\"functionSize\":[],"
                  "\"length\":0},\n\"sourceLocationTable\":{\"source\":[],\"line\":[],\"column\":[],\"length\":0},");
    put_texts(state);
    qp_put_char(put, '}');
    return ok;
}

/* ---- samples ----------------------------------------------------------------------------------------------------- */

static void add_sample(struct state *state, uint32_t stack, uint64_t weight)
{
    if (!weight || state->failed)
        return;
    struct sample *added = qp_array_add(&state->samples, &state->sample_count, sizeof *added);
    if (added)
        *added = (struct sample){stack, weight};
    else
        state->failed = true;
}

static uint64_t to_ns(const struct qp_profile *profile, uint64_t *said, uint64_t ticks)
{
    uint64_t before = qp_profile_ns(profile, *said);
    *said += ticks;
    return qp_profile_ns(profile, *said) - before;
}

static void add_times(void *of, uint32_t node)
{
    struct state *state = of;
    const struct qp_profile *profile = state->export->profile;
    if (!has_stack(state, node))
        return;
    const struct cost cost = cost_of(state, node);
    uint64_t *said = state->said[frame_of(state, node)];
    uint32_t stack = state->stack_of[node];
    add_sample(state, stack, to_ns(profile, &said[STATES], cost.self));
    for (int k = 0; k < STATES; k++) {
        if (cost.states[k])
            add_sample(state, ++stack, to_ns(profile, &said[k], cost.states[k]));
    }
}

static void add_calls(void *of, uint32_t node)
{
    struct state *state = of;
    if (!is_root(state, node))
        add_sample(state, state->stack_of[node], state->export->profile->nodes[node].calls);
}

static void collect_samples(struct state *state, uint32_t top, qp_links_visit *add)
{
    const struct qp_links *links = &state->trees.links;
    state->sample_count = 0;
    for (uint32_t root = state->trees.first_root[top]; root != QP_NONE; root = links->sibling[root])
        qp_links_walk(links, root, add, NULL, state);
}

/* The time between two samples is the weight of the first; calls are spread over the run. */
static void put_samples(struct state *state, bool calls)
{
    struct qp_put *put = state->put;
    uint64_t apart = qp_profile_duration_ns(state->export->profile) / (state->sample_count + 1ull);
    qp_put_string(put, "\"samples\":{");
    begin_column(put, "stack");
    for (uint32_t i = 0; i < state->sample_count; i++)
        put_item(put, i, state->samples[i].stack);
    qp_put_string(put, "],");
    begin_column(put, "timeDeltas");
    for (uint32_t i = 0; i < state->sample_count; i++) {
        qp_put_string(put, i ? "," : "");
        qp_firefox_put_ms(put, i == 0 ? 0 : calls ? apart : state->samples[i - 1].weight);
    }
    qp_put_string(put, "],");
    begin_column(put, "weight");
    for (uint32_t i = 0; i < state->sample_count; i++) {
        qp_put_string(put, i ? "," : "");
        if (calls)
            qp_put_number(put, state->samples[i].weight);
        else
            qp_firefox_put_ms(put, state->samples[i].weight);
    }
    qp_put_string(put, calls ? "],\"weightType\":\"samples\"," : "],\"weightType\":\"tracing-ms\",");
    end_table(put, state->sample_count);
}

/* ---- threads ----------------------------------------------------------------------------------------------------- */

/* owner: whose markers it has (firefox.h), QP_NONE = none. */
static void put_thread(struct state *state, const char *name, bool calls, uint32_t owner)
{
    struct qp_put *put = state->put;
    const struct qp_profile *profile = state->export->profile;
    bool first = state->thread_count == 0;
    qp_put_string(put, first ? "\n" : ",\n");
    qp_put_string(put, "{\"processType\":\"default\",\"processStartupTime\":0,\"processShutdownTime\":null,"
                       "\"registerTime\":0,\"unregisterTime\":null,\"pausedRanges\":[],\"showMarkersInTimeline\":true,"
                       "\"name\":");
    qp_put_json(put, qp_text_of(name));
    qp_put_string(put, first ? ",\"isMainThread\":true,\"processName\":" : ",\"isMainThread\":false,\"processName\":");
    qp_put_json(put, profile->program);
    qp_put_format(put, ",\"pid\":\"%llu\",\"tid\":%u,", (unsigned long long)profile->reader.header.pid,
                  ++state->thread_count);
    put_samples(state, calls);
    qp_put_char(put, ',');
    qp_firefox_put_markers(&state->log, owner, 1 + frames(state) + state->source_count);
    qp_put_char(put, '}');
}

static uint32_t owner_of_top(const struct state *state, uint32_t top)
{
    const struct qp_stacks_top *it = &state->trees.tops[top];
    return it->thread != QP_NONE ? it->thread : state->export->profile->carrier_count + it->group;
}

static void put_top(struct state *state, uint32_t top, bool *has_thread)
{
    char name[QP_EXPORT_TOP_SIZE], calls[QP_EXPORT_TOP_SIZE + 16];
    uint32_t owner = owner_of_top(state, top);
    const struct qp_stacks_top *it = &state->trees.tops[top];
    qp_export_top_name(state->export->profile, it->thread, it->group, name, sizeof name);
    snprintf(calls, sizeof calls, "%s, calls", name);
    has_thread[owner] = true;
    if (state->trees.timed) {
        collect_samples(state, top, add_times);
        put_thread(state, name, false, owner);
    }
    collect_samples(state, top, add_calls);
    put_thread(state, calls, true, state->trees.timed ? QP_NONE : owner);
}

/* Owners of markers without a tree, and one thread at least, since the viewer wants one. */
static void put_other_threads(struct state *state, const bool *has_thread)
{
    const struct qp_profile *profile = state->export->profile;
    uint32_t owners = profile->carrier_count + profile->group_count + 1;
    char name[QP_EXPORT_TOP_SIZE];
    state->sample_count = 0;
    for (uint32_t i = 0; state->log.marker_count && i < owners; i++) {
        if (has_thread[i] || !qp_firefox_has_markers(&state->log, i))
            continue;
        snprintf(name, sizeof name, "virtual threads");
        if (i < profile->carrier_count)
            qp_profile_thread_name(profile, i, name, sizeof name);
        else if (i < owners - 1)
            qp_text_show(profile->groups[i - profile->carrier_count].name, name, sizeof name);
        put_thread(state, name, false, i);
    }
    if (!state->thread_count)
        put_thread(state, "nothing was called", false, QP_NONE);
}

static bool put_threads(struct state *state)
{
    const struct qp_profile *profile = state->export->profile;
    bool *has_thread = calloc((size_t)profile->carrier_count + profile->group_count + 1, sizeof *has_thread);
    bool ok = has_thread;
    qp_put_string(state->put, "\"threads\":[");
    for (uint32_t i = 0; ok && i < state->trees.top_count; i++) {
        put_top(state, i, has_thread);
        ok = !state->failed && !state->log.failed && !ferror(state->put->out);
    }
    if (ok)
        put_other_threads(state, has_thread);
    qp_put_char(state->put, ']');
    free(has_thread);
    return ok && !state->log.failed;
}

/* ---- the run ----------------------------------------------------------------------------------------------------- */

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
    qp_put_string(put, first ? "\n{\"format\":\"string\",\"label\":" : ",\n{\"format\":\"string\",\"label\":");
    qp_put_json(put, qp_text_of(label));
    qp_put_string(put, ",\"value\":");
    qp_put_json(put, qp_text_of(text));
    qp_put_char(put, '}');
}

static void put_notes(struct state *state)
{
    const struct qp_quality *quality = &state->export->quality[state->export->query->selection.product];
    char text[200];
    qp_put_string(state->put, "\"extra\":[{\"label\":\"Data quality\",\"entries\":[");
    put_note(state->put, true, "recorded",
             "Each call was counted, none was sampled. The order on the time axis is that "
             "of the call tree.");
    for (uint32_t i = 0; i < quality->count; i++)
        put_note(state->put, false, qp_quality_level_name(quality->items[i].level), quality->items[i].text);
    if (state->log.left_out) {
        snprintf(text, sizeof text, "%llu events and values of the log are left out: the viewer would not take them.",
                 (unsigned long long)state->log.left_out);
        put_note(state->put, false, "warning", text);
    }
    if (state->export->no_sources) {
        put_note(state->put, false, "note", "The text of sources was left out.");
    } else if (state->changed) {
        snprintf(text, sizeof text,
                 "The text of %u sources is left out: it changed since, or the run does not tell what it was.",
                 state->changed);
        put_note(state->put, false, "note", text);
    }
    qp_put_string(state->put, "\n]}]");
}

static void put_meta(struct state *state)
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

/* What is told of all of it is known at the end. */
static bool put_profile(struct state *state)
{
    qp_put_string(state->put, "{\"libs\":[],");
    qp_firefox_put_counters(&state->log);
    qp_put_char(state->put, ',');
    bool ok = put_threads(state) && put_shared(state);
    put_meta(state);
    qp_put_string(state->put, "}\n");
    return ok;
}

static void release(struct state *state)
{
    free(state->frame_of);
    free(state->methods);
    free(state->stack_of);
    free(state->source_of);
    free(state->files);
    free(state->said);
    free(state->samples);
    qp_firefox_log_close(&state->log);
}

static bool write_profile(struct qp_export *export)
{
    struct state state = {.export = export, .put = &export->put};
    if (!qp_gzip_begin(&export->put))
        return false;
    bool ok = qp_firefox_log_open(&state.log, export) && make_room(&state);
    if (ok && qp_stacks_open(&state.trees, export->query, 0)) {
        number_functions(&state);
        number_stacks(&state);
        ok = put_profile(&state);
        qp_stacks_close(&state.trees);
    } else {
        ok = false;
    }
    release(&state);
    return qp_gzip_end(&export->put, export->out) && ok;
}

const struct qp_exporter qp_export_firefox = {
    .name = "firefox",
    .suffix = ".json.gz",
    .summary = "call stacks, sources, and what the log has, for https://profiler.firefox.com",
    .one_product = true,
    .binary = true,
    .takes_log = true,
    .has_sources = true,
    .whole = write_profile,
};
