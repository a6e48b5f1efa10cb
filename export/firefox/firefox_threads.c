/* firefox_threads.c - the threads of the Firefox Profiler with their samples. */
#include "export/firefox/firefox.h"

/* ---- samples ----------------------------------------------------------------------------------------------------- */

/* Write the samples of a thread, whose weights are times or calls. If the weights are times, the next sample follows
 * after the time of the sample. Samples with calls are spread evenly over the run. */
static void put_samples(struct qp_firefox *state, const struct qp_firefox_weights *weights, bool calls)
{
    struct qp_put *put = state->put;
    uint64_t apart = qp_profile_duration_ns(state->export->profile) / (weights->count + 1ull);
    qp_put_string(put, "\"samples\":{");
    qp_firefox_begin_column(put, "stack");
    for (uint32_t i = 0; i < weights->count; i++)
        qp_firefox_put_item(put, i, weights->items[i].stack);
    qp_put_string(put, "],");
    qp_firefox_begin_column(put, "timeDeltas");
    for (uint32_t i = 0; i < weights->count; i++) {
        qp_put_string(put, i ? "," : "");
        qp_firefox_put_ms(put, i == 0 ? 0 : calls ? apart : weights->items[i - 1].weight);
    }
    qp_put_string(put, "],");
    qp_firefox_begin_column(put, "weight");
    for (uint32_t i = 0; i < weights->count; i++) {
        qp_put_string(put, i ? "," : "");
        if (calls)
            qp_put_number(put, weights->items[i].weight);
        else
            qp_firefox_put_ms(put, weights->items[i].weight);
    }
    qp_put_string(put, calls ? "],\"weightType\":\"samples\"," : "],\"weightType\":\"tracing-ms\",");
    qp_firefox_end_table(put, weights->count);
}

/* ---- threads ----------------------------------------------------------------------------------------------------- */

/* Write a thread with the markers of `owner` (struct qp_firefox_marker), QP_NONE = no markers. */
static void put_thread(struct qp_firefox *state, const char *name, const struct qp_firefox_weights *weights, bool calls,
                       uint32_t owner)
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
    put_samples(state, weights, calls);
    qp_put_char(put, ',');
    qp_firefox_put_markers(&state->log, owner, 1 + qp_firefox_frame_count(state) + state->source_count);
    qp_put_char(put, '}');
}

static void put_top(struct qp_firefox *state, uint32_t top, bool *has_thread)
{
    const struct qp_profile *profile = state->export->profile;
    const struct qp_stacks_top *it = &state->paths.tops[top];
    char name[QP_TOP_NAME_SIZE], calls[QP_TOP_NAME_SIZE + 16];
    uint32_t owner = it->thread != QP_NONE ? it->thread : profile->carrier_count + it->group;
    qp_top_names_text(&state->export->top_names, it->thread, it->group, name);
    snprintf(calls, sizeof calls, "%s, %s", name, qp_query_is_sampled(state->export->query) ? "samples" : "calls");
    has_thread[owner] = true;
    if (state->paths.timed)
        put_thread(state, name, &state->times, false, owner);
    put_thread(state, calls, &state->calls, true, state->paths.timed ? QP_NONE : owner);
}

/* Write a thread for each owner of markers that has no call tree. Write at least one thread, which the viewer needs. */
static void put_other_threads(struct qp_firefox *state, const bool *has_thread)
{
    static const struct qp_firefox_weights none = {NULL, 0};
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
        put_thread(state, name, &none, false, i);
    }
    if (!state->thread_count)
        put_thread(state, "no calls", &none, false, QP_NONE);
}

bool qp_firefox_put_threads(struct qp_firefox *state)
{
    const struct qp_profile *profile = state->export->profile;
    bool *has_thread = qp_scratch_zeros(&state->export->scratch,
                                        (size_t)profile->carrier_count + profile->group_count + 1, sizeof *has_thread);
    bool ok = has_thread;
    qp_put_string(state->put, "\"threads\":[");
    for (uint32_t i = 0; ok && i < state->paths.top_count; i++) {
        ok = qp_firefox_take_top(state, i);
        if (ok)
            put_top(state, i, has_thread);
    }
    if (ok)
        put_other_threads(state, has_thread);
    qp_put_char(state->put, ']');
    return ok && !state->log.failed;
}
