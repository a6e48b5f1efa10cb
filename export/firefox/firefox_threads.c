/* firefox_threads.c - the threads of the Firefox Profiler with their samples. */
#include "export/firefox/firefox.h"

#include <stdlib.h>

/* ---- samples ----------------------------------------------------------------------------------------------------- */

static void add_sample(struct qp_firefox *state, uint32_t stack, uint64_t weight)
{
    if (!weight)
        return;
    qp_firefox_put_item(state->put, state->sample_count, stack);
    state->weights[state->sample_count++] = weight;
}

static void add_times(struct qp_firefox *state, uint32_t node)
{
    const struct qp_profile *profile = state->export->profile;
    if (!qp_firefox_has_stack(state, node))
        return;
    const struct qp_firefox_cost cost = qp_firefox_cost(state, node);
    uint64_t *emitted = state->emitted[qp_firefox_frame(state, node)];
    uint32_t stack = state->stack_of[node];
    add_sample(state, stack, qp_profile_ns_after(profile, &emitted[QP_FIREFOX_STATES], cost.self));
    for (int k = 0; k < QP_FIREFOX_STATES; k++) {
        if (cost.states[k])
            add_sample(state, ++stack, qp_profile_ns_after(profile, &emitted[k], cost.states[k]));
    }
}

static void add_calls(struct qp_firefox *state, uint32_t node)
{
    if (!qp_firefox_is_root(state, node))
        add_sample(state, state->stack_of[node], state->export->profile->nodes[node].calls);
}

/* Write the times or calls of a top, QP_NONE = none. */
static void put_stacks(struct qp_firefox *state, uint32_t top, bool calls)
{
    uint32_t first = top == 0 || top == QP_NONE ? 0 : state->top_ends[top - 1];
    uint32_t end = top == QP_NONE ? 0 : state->top_ends[top];
    state->sample_count = 0;
    qp_firefox_begin_column(state->put, "stack");
    for (uint32_t i = first; i < end; i++) {
        if (calls)
            add_calls(state, state->order[i]);
        else
            add_times(state, state->order[i]);
    }
    qp_put_string(state->put, "],");
}

/* The time between two samples is the weight of the first; calls are spread over the run. */
static void put_samples(struct qp_firefox *state, uint32_t top, bool calls)
{
    struct qp_put *put = state->put;
    qp_put_string(put, "\"samples\":{");
    put_stacks(state, top, calls);
    uint64_t apart = qp_profile_duration_ns(state->export->profile) / (state->sample_count + 1ull);
    qp_firefox_begin_column(put, "timeDeltas");
    for (uint32_t i = 0; i < state->sample_count; i++) {
        qp_put_string(put, i ? "," : "");
        qp_firefox_put_ms(put, i == 0 ? 0 : calls ? apart : state->weights[i - 1]);
    }
    qp_put_string(put, "],");
    qp_firefox_begin_column(put, "weight");
    for (uint32_t i = 0; i < state->sample_count; i++) {
        qp_put_string(put, i ? "," : "");
        if (calls)
            qp_put_number(put, state->weights[i]);
        else
            qp_firefox_put_ms(put, state->weights[i]);
    }
    qp_put_string(put, calls ? "],\"weightType\":\"samples\"," : "],\"weightType\":\"tracing-ms\",");
    qp_firefox_end_table(put, state->sample_count);
}

/* ---- threads ----------------------------------------------------------------------------------------------------- */

/* Write a thread. top: its samples; owner: its markers (firefox.h). QP_NONE = none. */
static void put_thread(struct qp_firefox *state, const char *name, uint32_t top, bool calls, uint32_t owner)
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
    put_samples(state, top, calls);
    qp_put_char(put, ',');
    qp_firefox_put_markers(&state->log, owner, 1 + qp_firefox_frame_count(state) + state->source_count);
    qp_put_char(put, '}');
}

static void put_top(struct qp_firefox *state, uint32_t top, bool *has_thread)
{
    const struct qp_profile *profile = state->export->profile;
    const struct qp_stacks_top *it = &state->tops[top];
    char name[QP_TOP_NAME_SIZE], calls[QP_TOP_NAME_SIZE + 16];
    uint32_t owner = it->thread != QP_NONE ? it->thread : profile->carrier_count + it->group;
    qp_top_names_text(&state->export->top_names, it->thread, it->group, name);
    snprintf(calls, sizeof calls, "%s, %s", name, qp_query_is_sampled(state->export->query) ? "samples" : "calls");
    has_thread[owner] = true;
    if (state->timed)
        put_thread(state, name, top, false, owner);
    put_thread(state, calls, top, true, state->timed ? QP_NONE : owner);
}

/* Write threads for owners of markers without a tree, and at least one thread, since the viewer needs one. */
static void put_other_threads(struct qp_firefox *state, const bool *has_thread)
{
    const struct qp_profile *profile = state->export->profile;
    uint32_t owners = profile->carrier_count + profile->group_count + 1;
    char name[QP_TOP_NAME_SIZE];
    for (uint32_t i = 0; state->log.marker_count && i < owners; i++) {
        if (has_thread[i] || !qp_firefox_has_markers(&state->log, i))
            continue;
        snprintf(name, sizeof name, "virtual threads");
        if (i < profile->carrier_count)
            qp_top_names_text(&state->export->top_names, i, QP_NONE, name);
        else if (i < owners - 1)
            qp_top_names_text(&state->export->top_names, QP_NONE, i - profile->carrier_count, name);
        put_thread(state, name, QP_NONE, false, i);
    }
    if (!state->thread_count)
        put_thread(state, "no calls", QP_NONE, false, QP_NONE);
}

bool qp_firefox_put_threads(struct qp_firefox *state)
{
    const struct qp_profile *profile = state->export->profile;
    bool *has_thread = calloc((size_t)profile->carrier_count + profile->group_count + 1, sizeof *has_thread);
    bool ok = has_thread;
    qp_put_string(state->put, "\"threads\":[");
    for (uint32_t i = 0; ok && i < state->top_count; i++) {
        put_top(state, i, has_thread);
        ok = !state->log.failed && !ferror(state->put->out);
    }
    if (ok)
        put_other_threads(state, has_thread);
    qp_put_char(state->put, ']');
    free(has_thread);
    return ok && !state->log.failed;
}
