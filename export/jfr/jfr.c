/* jfr.c - recordings of Flight Recorder, for JDK Mission Control, IDEs and the JDK's jfr.
 *
 * A recording has events at moments, a profile has sums. Each sample of a sampled run is an event. In other runs an
 * event stands for a period of self time, or for calls if the run has no times. The rest of a call path that is shorter
 * than a period is added to the next path in the order of the call tree, so any part of the tree has as many events as
 * it has periods, one more or less. Allocations of a call path are one or several events whose weights add up to the
 * bytes. The moments are spread evenly over the thread's time.
 *
 * A frame has the first line of its function, since calling lines are not recorded. Notes about the data are events of
 * a type of our own. Blocked, waiting and runnable time and numbers of objects are not exported: a wait is an event
 * with its own duration. Checked with jfr of JDK 17 and 25. */
#include "base/hash.h"
#include "export/export.h"
#include "export/jfr/chunk.h"
#include "export/jfr/names.h"
#include "format/array.h"

#include <stdlib.h>

#define MOST_SAMPLES     1000000 /* events of a sampled run; beyond that, each stands for ten samples, and so on */
#define MOST_PERIODS     100000  /* events of other runs */
#define MOST_ALLOCATIONS 10000   /* events, besides one for each call path */

struct event {
    uint64_t time;
    uint64_t bytes; /* 0 = a sample */
    uint64_t stack, thread, class;
};

struct state {
    struct qp_export *export;
    struct qp_stacks stacks;
    struct qp_jfr_chunk chunk;
    struct event *events;
    uint32_t event_count;

    bool by_time;          /* the run has times, and no samples */
    uint64_t period;       /* samples, nanoseconds or calls of an event */
    uint64_t left;         /* part of the paths so far for which there is no event yet, less than a period */
    uint64_t bytes_period; /* maximum number of bytes of an event */
    uint64_t room;         /* number of events that may still be added: sums of a damaged file may be too small */

    uint64_t thread; /* of the current tree */
    uint64_t from, until;

    uint64_t *methods; /* indexed by method: id of the constant; 0 = none yet */
    uint64_t frame_type;
    struct qp_jfr_record frames[QP_STACKS_DEPTH + 3];
};

/* ---- stacks ------------------------------------------------------------------------------------------------------ */

static bool is_method(uint32_t method)
{
    return method != QP_STACKS_SHORTENED && method != QP_STACKS_NO_ROOM;
}

static uint64_t method_id(struct state *state, uint32_t method)
{
    if (!is_method(method))
        return qp_jfr_function(&state->chunk,
                               method == QP_STACKS_SHORTENED ? QP_STACKS_SHORTENED_NAME : QP_EXPORT_NO_ROOM);
    if (!state->methods[method])
        state->methods[method] = qp_jfr_method(&state->chunk, state->export->profile, method);
    return state->methods[method];
}

static struct qp_jfr_record frame_of(const struct state *state, uint64_t method, int32_t line)
{
    return (struct qp_jfr_record){{
        [QP_JFR_FRAME_METHOD] = {method},
        [QP_JFR_FRAME_LINE] = {line > 0 ? (uint32_t)line : UINT32_MAX}, /* -1: unknown */
        [QP_JFR_FRAME_KIND] = {state->frame_type},
    }};
}

/* Return the constant of a stack of the first `depth` frames, which has the innermost frame first. */
static uint64_t stack_of(struct state *state, const uint32_t *frames, uint32_t depth)
{
    const struct qp_profile *profile = state->export->profile;
    for (uint32_t i = 0; i < depth; i++) {
        uint32_t method = frames[depth - 1 - i];
        state->frames[i] =
            frame_of(state, method_id(state, method), is_method(method) ? profile->methods[method].line : 0);
    }
    if (!depth)
        state->frames[0] = frame_of(state, qp_jfr_function(&state->chunk, "(outside functions)"), 0);
    return qp_jfr_constant(&state->chunk, QP_JFR_STACK_TRACE,
                           &(struct qp_jfr_record){{[QP_JFR_STACK_FRAMES].array = {state->frames, depth ? depth : 1}}});
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

/* Add events to which the bytes are divided. Successive moments divide the thread's time evenly, however many there
 * are, because they are multiples of the golden ratio (qp_hash_key). So the moments of each call path do. */
static bool add_events(struct state *state, struct event event, uint64_t count, uint64_t bytes)
{
    bool ok = true;
    count = count < state->room ? count : state->room;
    state->room -= count;
    event.thread = state->thread;
    for (uint64_t i = 0; ok && i < count; i++) {
        double fraction = (double)(qp_hash_key(state->event_count) >> 32) / 4294967296.0;
        event.time = state->from + (uint64_t)((double)(state->until - state->from) * fraction);
        event.bytes = bytes / count + (i < bytes % count);
        ok = QP_ARRAY_APPEND(&state->events, &state->event_count, event);
    }
    return ok;
}

static bool add_samples(struct state *state, const struct qp_stacks_path *path)
{
    state->left += state->by_time ? path->cost.self : path->cost.calls;
    uint64_t count = state->left / state->period;
    state->left %= state->period;
    return !count || add_events(state, (struct event){.stack = stack_of(state, path->frames, path->depth)}, count, 0);
}

/* Return the method that stands for a class at the end of a path, as the callee that "allocates" its objects. Return
 * NULL if a function allocated the objects itself. */
static const struct qp_profile_method *class_at_end(const struct state *state, const struct qp_stacks_path *path)
{
    if (!path->depth || !is_method(path->frames[path->depth - 1]))
        return NULL;
    const struct qp_profile_method *last = &state->export->profile->methods[path->frames[path->depth - 1]];
    return last->flags & QP_METHOD_TYPE ? last : NULL;
}

static bool add_allocations(struct state *state, const struct qp_stacks_path *path)
{
    uint64_t bytes = path->cost.bytes;
    if (!bytes)
        return true;
    const struct qp_profile_method *class = class_at_end(state, path);
    const struct event event = {
        .stack = stack_of(state, path->frames, path->depth - (class != NULL)),
        .class = class ? qp_jfr_class(&state->chunk, class->name) : 0,
    };
    return add_events(state, event, 1 + (bytes - 1) / state->bytes_period, bytes);
}

static bool add_path(void *of, const struct qp_stacks_path *path)
{
    return add_samples(of, path) && add_allocations(of, path);
}

static int by_moment(const void *left, const void *right)
{
    const struct event *a = left, *b = right;
    return QP_ORDER({a->time, b->time}, {a->thread, b->thread}, {a->stack, b->stack}, {a->class, b->class},
                    {a->bytes, b->bytes});
}

static void put_events(struct state *state)
{
    uint64_t running =
        qp_jfr_constant(&state->chunk, QP_JFR_THREAD_STATE,
                        &(struct qp_jfr_record){{[QP_JFR_THREAD_STATE_NAME] = {.string = "STATE_RUNNABLE"}}});
    qp_sort(state->events, state->event_count, sizeof *state->events, by_moment);
    for (uint32_t i = 0; i < state->event_count; i++) {
        const struct event *it = &state->events[i];
        if (it->bytes)
            qp_jfr_event(&state->chunk, QP_JFR_ALLOCATION_SAMPLE,
                         &(struct qp_jfr_record){{
                             [QP_JFR_ALLOCATION_TIME] = {it->time},
                             [QP_JFR_ALLOCATION_THREAD] = {it->thread},
                             [QP_JFR_ALLOCATION_STACK] = {it->stack},
                             [QP_JFR_ALLOCATION_CLASS] = {it->class},
                             [QP_JFR_ALLOCATION_WEIGHT] = {it->bytes},
                         }});
        else
            qp_jfr_event(&state->chunk, QP_JFR_EXECUTION_SAMPLE,
                         &(struct qp_jfr_record){{
                             [QP_JFR_SAMPLE_TIME] = {it->time},
                             [QP_JFR_SAMPLE_THREAD] = {it->thread},
                             [QP_JFR_SAMPLE_STACK] = {it->stack},
                             [QP_JFR_SAMPLE_STATE] = {running},
                         }});
    }
}

/* ---- threads ----------------------------------------------------------------------------------------------------- */

/* Begin with the events of a tree: a thread, or a group of virtual threads, which is shown as one. The ids of threads
 * differ in one file, which those of the system need not. */
static void begin_top(struct state *state, const struct qp_stacks_top *top)
{
    const struct qp_profile *profile = state->export->profile;
    bool is_group = top->thread == QP_NONE;
    uint64_t number = 1 + (is_group ? (uint64_t)profile->thread_count + top->group : top->thread);
    char name[QP_TOP_NAME_SIZE];
    if (!is_group && profile->threads[top->thread].name.length)
        qp_text_show(profile->threads[top->thread].name, name, sizeof name);
    else
        qp_top_names_text(&state->export->top_names, top->thread, top->group, name);
    state->thread = qp_jfr_constant(&state->chunk, QP_JFR_THREAD,
                                    &(struct qp_jfr_record){{
                                        [QP_JFR_THREAD_OS_ID] = {number},
                                        [QP_JFR_THREAD_NAME] = {.string = name},
                                        [QP_JFR_THREAD_ID] = {number},
                                        [QP_JFR_THREAD_VIRTUAL] = {is_group},
                                    }});
    state->from = 0;
    state->until = qp_profile_duration_ns(profile);
    if (is_group || qp_profile_is_merged(profile))
        return;
    uint64_t start = qp_profile_since_start(profile, profile->threads[top->thread].start);
    uint64_t end = qp_profile_since_start(profile, profile->threads[top->thread].end);
    state->from = start < state->until ? start : 0;
    if (end > state->from && end < state->until)
        state->until = end;
}

/* ---- the recording ----------------------------------------------------------------------------------------------- */

static void choose_periods(struct state *state)
{
    const struct qp_query *query = state->export->query;
    bool sampled = qp_query_is_sampled(query);
    state->by_time = state->stacks.timed && !sampled;
    uint64_t all = state->by_time ? qp_profile_ns(query->profile, query->all.self) : query->all.calls;
    state->period = 1;
    while (all / state->period > (sampled ? MOST_SAMPLES : MOST_PERIODS))
        state->period *= 10;
    state->room = 2 * ((uint64_t)MOST_SAMPLES + MOST_ALLOCATIONS + query->profile->node_count);
    state->bytes_period = 1 + query->all.allocated.bytes / MOST_ALLOCATIONS;
}

static void put_setting(struct state *state, const char *name, const char *value)
{
    qp_jfr_event(&state->chunk, QP_JFR_ACTIVE_SETTING,
                 &(struct qp_jfr_record){{
                     [QP_JFR_SETTING_EVENT] = {QP_JFR_EXECUTION_SAMPLE},
                     [QP_JFR_SETTING_NAME] = {.string = name},
                     [QP_JFR_SETTING_VALUE] = {.string = value},
                 }});
}

static void put_period(struct state *state)
{
    static const char *const units[] = {"ns", "us", "ms", "s"};
    uint64_t period = state->period;
    int unit = 0;
    char text[32];
    for (; period >= 1000 && unit < 3; unit++)
        period /= 1000;
    snprintf(text, sizeof text, "%llu %s", (unsigned long long)period, units[unit]);
    put_setting(state, "period", text);
}

static void put_note(void *of, const char *text)
{
    struct state *state = of;
    qp_jfr_event(&state->chunk, QP_JFR_NOTE, &(struct qp_jfr_record){{[QP_JFR_NOTE_TEXT] = {.string = text}}});
}

static bool add_tops(struct state *state)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < state->stacks.top_count; i++) {
        begin_top(state, &state->stacks.tops[i]);
        ok = qp_stacks_walk(&state->stacks, i, add_path, state);
    }
    return ok;
}

static bool write_recording(struct qp_export *export)
{
    const struct qp_profile *profile = export->profile;
    struct state *state = qp_scratch_zeros(&export->scratch, 1, sizeof *state);
    if (!state || !qp_stacks_open(&state->stacks, export->query, export->paths))
        return false;
    state->export = export;
    state->methods = qp_scratch_zeros(&export->scratch, profile->method_count, sizeof *state->methods);
    state->frame_type = qp_jfr_constant(&state->chunk, QP_JFR_FRAME_TYPE,
                                        &(struct qp_jfr_record){{[QP_JFR_FRAME_TYPE_NAME] = {.string = "Unknown"}}});
    choose_periods(state);
    bool ok = state->methods && add_tops(state);
    if (ok) {
        put_setting(state, "enabled", "true");
        if (state->by_time)
            put_period(state);
        qp_export_notes(export, &state->stacks, put_note, state);
        put_events(state);
        ok = qp_jfr_write(&state->chunk, &export->put, profile->reader.header.start_realtime_ns,
                          qp_profile_duration_ns(profile));
    }
    free(state->events);
    qp_jfr_free(&state->chunk);
    qp_stacks_close(&state->stacks);
    return ok;
}

const struct qp_exporter qp_export_jfr = {
    .name = "jfr",
    .summary = "samples and allocations, for JDK Mission Control, IDEs and the JDK's jfr",
    .labelled = true,
    .one_product = true,
    .binary = true,
    .most_paths = 100000,
    .write = write_recording,
};
