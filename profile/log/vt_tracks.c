#include "profile/log/vt_tracks.h"

#include "format/array.h"

/* Stack of the open bars of a system thread. */
struct qp_vt_stack {
    struct qp_open_bar *bars;
    uint32_t depth;
};

/* A track of a scope, and the span that may be open on it. */
struct qp_vt_span {
    uint32_t scope; /* index */
    uint32_t next_free;
    struct qp_open_bar span;
};

bool qp_vt_tracks_open(struct qp_vt_tracks *tracks, struct qp_emitter *emitter, const struct qp_counters *counters)
{
    uint32_t carriers = emitter->profile->carrier_count;
    *tracks = (struct qp_vt_tracks){.emitter = emitter, .counters = counters};
    tracks->threads = qp_scratch_none(&tracks->scratch, carriers);
    tracks->numbers = qp_scratch_none(&tracks->scratch, (size_t)counters->instance_count + counters->item_count);
    tracks->stacks = qp_scratch_zeros(&tracks->scratch, carriers, sizeof *tracks->stacks);
    return !tracks->scratch.failed;
}

void qp_vt_tracks_close(struct qp_vt_tracks *tracks)
{
    for (uint32_t i = 0; tracks->stacks && i < tracks->emitter->profile->carrier_count; i++)
        free(tracks->stacks[i].bars);
    qp_scratch_free(&tracks->scratch);
    free(tracks->spans);
    qp_map_fini(&tracks->free_spans);
    qp_map_fini(&tracks->open_spans);
}

/* ---- states ------------------------------------------------------------------------------------------------------ */

static bool close_stack(const struct qp_vt_tracks *tracks, struct qp_vt_stack *stack, bool cut)
{
    bool ok = true;
    while (ok && stack->depth)
        ok = qp_emitter_close(tracks->emitter, &stack->bars[--stack->depth], cut);
    return ok;
}

static bool enter(struct qp_vt_tracks *tracks, const struct qp_resolved *event, uint32_t track)
{
    struct qp_vt_stack *stack = &tracks->stacks[event->event.thread];
    struct qp_bar bar = {.kind = QP_BAR_FUNCTION,
                         .track = track,
                         .value = event->method,
                         .depth = stack->depth,
                         .object = event->event.object,
                         .thread = event->event.thread,
                         .location = event->event.location,
                         .node = QP_NONE};
    return QP_ARRAY_APPEND(&stack->bars, &stack->depth, (struct qp_open_bar){0}) &&
           qp_emitter_open(tracks->emitter, &stack->bars[stack->depth - 1], bar, QP_NONE);
}

static bool leave(struct qp_vt_tracks *tracks, const struct qp_resolved *event)
{
    struct qp_vt_stack *stack = &tracks->stacks[event->event.thread];
    return !stack->depth || qp_emitter_close(tracks->emitter, &stack->bars[--stack->depth], false);
}

/* ---- counters ---------------------------------------------------------------------------------------------------- */

/* Find the track of a sample. Report the track if it is new. */
static bool find_counter_track(struct qp_vt_tracks *tracks, struct qp_sample *sample, uint32_t thread)
{
    const struct qp_counters *counters = tracks->counters;
    uint32_t instance = qp_counters_instance(counters, sample->counter, thread);
    uint32_t *number = &tracks->numbers[instance != QP_NONE ? instance : counters->instance_count + sample->counter];
    sample->thread = instance != QP_NONE ? counters->instances[instance].thread : QP_NONE;
    sample->track = *number;
    if (*number != QP_NONE)
        return true;
    sample->track = *number = tracks->emitter->track_count++;
    const struct qp_track track = {
        .kind = QP_TRACK_COUNTER, .number = *number, .thread = sample->thread, .counter = sample->counter};
    return qp_emitter_track(tracks->emitter, &track);
}

static bool count(struct qp_vt_tracks *tracks, const struct qp_resolved *event)
{
    if (event->counter == QP_NONE || !tracks->emitter->shows[event->event.product])
        return true;
    struct qp_sample sample = {
        .counter = event->counter,
        .genre = event->genre,
        .bits = event->event.value,
        .number = qp_counters_number(event->genre, event->event.value),
        .at = qp_emitter_now(tracks->emitter),
    };
    return find_counter_track(tracks, &sample, event->event.thread) &&
           (!tracks->emitter->calls->sample || tracks->emitter->calls->sample(tracks->emitter->to, &sample));
}

/* ---- scopes ------------------------------------------------------------------------------------------------------ */

static uint64_t key_of_scope(const struct qp_event *event)
{
    return (uint64_t)event->object << 32 | (uint32_t)event->value;
}

static bool begin_scope(struct qp_vt_tracks *tracks, const struct qp_resolved *event)
{
    uint32_t scope = event->event.object;
    uint32_t found = (uint32_t)qp_map_get(&tracks->free_spans, scope + 1ull) - 1;
    struct qp_vt_span *it;
    if (found == QP_NONE) {
        struct qp_track track = {.kind = QP_TRACK_SCOPE,
                                 .number = tracks->emitter->track_count,
                                 .thread = QP_NONE,
                                 .counter = QP_NONE,
                                 .scope = event->scope};
        found = tracks->span_count;
        it = qp_array_add(&tracks->spans, &tracks->span_count, sizeof *it);
        if (!it || !qp_emitter_track(tracks->emitter, &track))
            return false;
        *it = (struct qp_vt_span){.scope = scope, .next_free = QP_NONE};
        it->span.bar.track = tracks->emitter->track_count++;
    }
    it = &tracks->spans[found];
    struct qp_bar bar = {.kind = QP_BAR_SCOPE,
                         .track = it->span.bar.track,
                         .value = (uint32_t)event->event.value,
                         .object = scope,
                         .thread = event->event.thread,
                         .location = event->event.location,
                         .node = QP_NONE};
    return qp_map_put(&tracks->free_spans, scope + 1ull, (uint64_t)it->next_free + 1) == 0 &&
           qp_map_put(&tracks->open_spans, key_of_scope(&event->event), found + 1ull) == 0 &&
           qp_emitter_open(tracks->emitter, &it->span, bar, QP_NONE);
}

static bool end_scope(struct qp_vt_tracks *tracks, const struct qp_resolved *event)
{
    uint32_t found = (uint32_t)qp_map_get(&tracks->open_spans, key_of_scope(&event->event)) - 1;
    struct qp_vt_span *it = found == QP_NONE ? NULL : &tracks->spans[found];
    if (!it || !it->span.is_open || it->span.bar.value != (uint32_t)event->event.value)
        return true;
    it->next_free = (uint32_t)qp_map_get(&tracks->free_spans, it->scope + 1ull) - 1;
    return qp_map_put(&tracks->free_spans, it->scope + 1ull, found + 1ull) == 0 &&
           qp_emitter_close(tracks->emitter, &it->span, false);
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

static bool report_point(const struct qp_vt_tracks *tracks, const struct qp_resolved *event, uint32_t track)
{
    return qp_emitter_point(tracks->emitter, event, (struct qp_point){.track = track, .other = QP_NONE});
}

bool qp_vt_tracks_follow(struct qp_vt_tracks *tracks, const struct qp_resolved *event)
{
    uint32_t track = qp_emitter_thread(tracks->emitter, tracks->threads, QP_TRACK_THREAD, event->event.thread);
    if (track == QP_NONE)
        return false;
    switch (event->event.kind) {
    case QP_EVENT_ENTER:
        return enter(tracks, event, track);
    case QP_EVENT_LEAVE:
        return leave(tracks, event);
    case QP_EVENT_COUNT:
        return count(tracks, event);
    case QP_EVENT_SCOPE_BEGIN:
        return begin_scope(tracks, event);
    case QP_EVENT_SCOPE_END:
        return end_scope(tracks, event);
    case QP_EVENT_END:
        return close_stack(tracks, &tracks->stacks[event->event.thread], true);
    case QP_EVENT_LOST:
    case QP_EVENT_GAP:
        return close_stack(tracks, &tracks->stacks[event->event.thread], true) && report_point(tracks, event, track);
    case QP_EVENT_SEND:
    case QP_EVENT_RECEIVE:
    case QP_EVENT_COMMENT:
    case QP_EVENT_ON:
    case QP_EVENT_OFF:
        return report_point(tracks, event, track);
    default:
        return true;
    }
}

/* ---- all tracks -------------------------------------------------------------------------------------------------- */

bool qp_vt_tracks_show(struct qp_vt_tracks *tracks)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < tracks->emitter->profile->carrier_count; i++) {
        const struct qp_vt_stack *stack = &tracks->stacks[i];
        for (uint32_t k = 0; ok && k < stack->depth; k++)
            ok = qp_emitter_show(tracks->emitter, QP_VT, &stack->bars[k]);
    }
    for (uint32_t i = 0; ok && i < tracks->span_count; i++)
        ok = qp_emitter_show(tracks->emitter, QP_VT, &tracks->spans[i].span);
    return ok;
}

bool qp_vt_tracks_cut(struct qp_vt_tracks *tracks)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < tracks->emitter->profile->carrier_count; i++)
        ok = close_stack(tracks, &tracks->stacks[i], true);
    for (uint32_t i = 0; ok && i < tracks->span_count; i++)
        ok = qp_emitter_close(tracks->emitter, &tracks->spans[i].span, true);
    return ok;
}
