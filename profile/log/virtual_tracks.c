#include "profile/log/virtual_tracks.h"

#include "format/array.h"

struct qp_virtual_track {
    uint32_t track;
    bool used; /* one of its bars was reported */
    bool reported;
    uint64_t since; /* tick at which the bar's state began */
    struct qp_open_bar state;
};

bool qp_virtual_tracks_open(struct qp_virtual_tracks *tracks, struct qp_emitter *emitter, struct qp_timeline *timeline)
{
    uint32_t carriers = emitter->profile->carrier_count;
    *tracks = (struct qp_virtual_tracks){.emitter = emitter, .timeline = timeline};
    tracks->carriers = qp_scratch_none(&tracks->scratch, carriers);
    tracks->runs = qp_scratch_zeros(&tracks->scratch, carriers, sizeof *tracks->runs);
    return !tracks->scratch.failed;
}

void qp_virtual_tracks_close(struct qp_virtual_tracks *tracks)
{
    qp_scratch_free(&tracks->scratch);
    free(tracks->lives);
}

/* ---- lives ------------------------------------------------------------------------------------------------------- */

static bool report_life(struct qp_virtual_tracks *tracks, struct qp_virtual_track *it, const struct qp_life *life)
{
    struct qp_track track = {
        .kind = QP_TRACK_VIRTUAL, .number = it->track, .thread = QP_NONE, .counter = QP_NONE, .life = life};
    it->used |= it->state.begun;
    if (it->track == QP_NONE || it->reported || !it->used)
        return true;
    it->reported = true;
    return qp_emitter_track(tracks->emitter, &track);
}

static bool make_room_for_lives(struct qp_virtual_tracks *tracks)
{
    bool ok = true;
    while (ok && tracks->life_count < tracks->timeline->count)
        ok = QP_ARRAY_APPEND(&tracks->lives, &tracks->life_count, (struct qp_virtual_track){.track = QP_NONE});
    return ok;
}

static bool end_life(struct qp_virtual_tracks *tracks, uint32_t index, const struct qp_life *life)
{
    struct qp_virtual_track *it = &tracks->lives[index];
    bool ok = qp_emitter_close_of(tracks->emitter, &it->state, life, false) && report_life(tracks, it, life);
    it->track = QP_NONE;
    return ok;
}

/* Begin the track of the event's life if it has none. If the context had another life before, whose end was not
 * logged, end that life's track first. */
static bool take_life(struct qp_virtual_tracks *tracks)
{
    const struct qp_timeline_step *step = &tracks->step;
    if (step->life == QP_NONE)
        return true;
    struct qp_virtual_track *it = &tracks->lives[step->life];
    bool replaces = step->was.over && it->track != QP_NONE;
    struct qp_open_bar *run = replaces && step->was.carrier != QP_NONE ? &tracks->runs[step->was.carrier] : NULL;
    if (run && run->bar.value == it->track && !qp_emitter_close_of(tracks->emitter, run, &step->was, false))
        return false;
    if (replaces && !end_life(tracks, step->life, &step->was))
        return false;
    if (it->track == QP_NONE)
        *it = (struct qp_virtual_track){.track = tracks->emitter->track_count++};
    return true;
}

/* ---- states and runs --------------------------------------------------------------------------------------------- */

/* Return a life's state, QP_CONTEXT_FREE if it is unknown. */
static enum qp_context_state state_of(const struct qp_virtual_tracks *tracks, const struct qp_life *life)
{
    if (life->over || life->generation != tracks->timeline->generation)
        return QP_CONTEXT_FREE;
    return life->woken ? QP_CONTEXT_RUNNABLE : (enum qp_context_state)life->state;
}

static uint64_t since_of(const struct qp_life *life)
{
    return life->woken ? life->woken : life->since;
}

/* Return true if the open bar of a life already shows the life's current state. */
static bool is_shown(const struct qp_virtual_tracks *tracks, uint32_t index)
{
    const struct qp_life *life = &tracks->timeline->lives[index];
    const struct qp_virtual_track *it = &tracks->lives[index];
    uint32_t state = state_of(tracks, life);
    if (!it->state.is_open)
        return state == QP_CONTEXT_FREE;
    return it->state.bar.value == state && it->since == since_of(life);
}

/* Return the track number, plus 1, of the virtual thread that resumed the event's one; 0 if there is none. */
static uint32_t resumer_of(const struct qp_virtual_tracks *tracks)
{
    uint32_t by = tracks->step.by;
    return by != QP_NONE && tracks->timeline->lives[by].resumes ? tracks->lives[by].track + 1 : 0;
}

static bool show_state(struct qp_virtual_tracks *tracks, uint32_t index, uint64_t flow)
{
    const struct qp_life *life = &tracks->timeline->lives[index];
    struct qp_virtual_track *it = &tracks->lives[index];
    enum qp_context_state state = state_of(tracks, life);
    if (is_shown(tracks, index))
        return true;
    if (!qp_emitter_close(tracks->emitter, &it->state, state == QP_CONTEXT_FREE && !life->over))
        return false;
    it->used |= it->state.begun;
    it->since = since_of(life);
    if (state == QP_CONTEXT_FREE)
        return true;
    return qp_emitter_open(tracks->emitter, &it->state,
                           (struct qp_bar){.kind = QP_BAR_STATE,
                                           .track = it->track,
                                           .value = state,
                                           .thread = life->carrier,
                                           .node = state == QP_CONTEXT_RUNNING ? QP_NONE : life->node,
                                           .resumer = state == QP_CONTEXT_RUNNING ? resumer_of(tracks) : 0,
                                           .flow = flow},
                           index);
}

/* Show which virtual thread runs on a carrier: if it has changed, end the carrier's bar and begin another one. */
static bool show_run(struct qp_virtual_tracks *tracks, uint32_t carrier, bool cut)
{
    struct qp_open_bar *run = &tracks->runs[carrier];
    uint32_t life = tracks->timeline->runs[carrier];
    uint32_t track = life == QP_NONE ? QP_NONE : tracks->lives[life].track;
    if (run->is_open && run->bar.value == track)
        return true;
    if (!qp_emitter_close(tracks->emitter, run, cut))
        return false;
    if (track == QP_NONE)
        return true;
    uint32_t on = qp_emitter_thread(tracks->emitter, tracks->carriers, QP_TRACK_CARRIER, carrier);
    struct qp_bar bar = {.kind = QP_BAR_RUN, .track = on, .value = track, .thread = carrier, .node = QP_NONE};
    return on != QP_NONE && qp_emitter_open(tracks->emitter, run, bar, life);
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

static bool show_cause(struct qp_virtual_tracks *tracks, const struct qp_resolved *event, uint64_t *flow)
{
    const struct qp_timeline_step *step = &tracks->step;
    if (event->event.kind != QP_EVENT_WAKE && event->event.kind != QP_EVENT_CREATE)
        return true;
    if (tracks->emitter->shows[QP_QPROF] && !is_shown(tracks, step->life))
        *flow = ++tracks->flow;
    uint32_t track = step->by != QP_NONE
                         ? tracks->lives[step->by].track
                         : qp_emitter_thread(tracks->emitter, tracks->carriers, QP_TRACK_CARRIER, event->event.thread);
    const struct qp_point point = {
        .track = track,
        .other = tracks->lives[step->life].track,
        .life = &tracks->timeline->lives[step->life],
        .flow = *flow,
    };
    return track != QP_NONE && qp_emitter_point(tracks->emitter, event, point);
}

/* Update all bars after a loss of events, which made the states of lives unknown. */
static bool show_loss(struct qp_virtual_tracks *tracks)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < tracks->life_count; i++)
        ok = !tracks->lives[i].state.is_open || show_state(tracks, i, 0);
    for (uint32_t i = 0; ok && i < tracks->emitter->profile->carrier_count; i++)
        ok = show_run(tracks, i, true);
    return ok;
}

static bool follow_loss(struct qp_virtual_tracks *tracks, const struct qp_resolved *event)
{
    uint32_t track = qp_emitter_thread(tracks->emitter, tracks->carriers, QP_TRACK_CARRIER, event->event.thread);
    const struct qp_point point = {.track = track, .other = QP_NONE};
    return track != QP_NONE && show_loss(tracks) && qp_emitter_point(tracks->emitter, event, point);
}

/* Follow an event of a virtual thread: show its cause, the changes on the carriers that the thread left and entered,
 * and its state. */
static bool follow_life(struct qp_virtual_tracks *tracks, const struct qp_resolved *event)
{
    const struct qp_timeline_step *step = &tracks->step;
    const struct qp_life *life = &tracks->timeline->lives[step->life];
    uint64_t flow = 0;
    bool ok = take_life(tracks) && show_cause(tracks, event, &flow);
    if (ok && step->was.carrier != QP_NONE && !step->was.over)
        ok = show_run(tracks, step->was.carrier, false);
    ok = ok && show_run(tracks, event->event.thread, false) && show_state(tracks, step->life, flow);
    if (ok && life->over)
        return end_life(tracks, step->life, life);
    bool named = life->thread != QP_NONE || life->group != QP_NONE;
    return ok && (!named || report_life(tracks, &tracks->lives[step->life], life));
}

bool qp_virtual_tracks_follow(struct qp_virtual_tracks *tracks, const struct qp_resolved *event)
{
    if (!qp_timeline_follow(tracks->timeline, &event->event, &tracks->step) || !make_room_for_lives(tracks))
        return false;
    const struct qp_timeline_step *step = &tracks->step;
    enum qp_event_kind kind = event->event.kind;
    if (event->event.product != QP_VT && (kind == QP_EVENT_LOST || kind == QP_EVENT_GAP))
        return follow_loss(tracks, event);
    bool unknown = step->life == QP_NONE || (step->was.over && kind == QP_EVENT_DESTROY);
    return event->event.product == QP_VT || unknown || follow_life(tracks, event);
}

/* ---- all tracks -------------------------------------------------------------------------------------------------- */

bool qp_virtual_tracks_show(struct qp_virtual_tracks *tracks)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < tracks->life_count; i++)
        ok = qp_emitter_show(tracks->emitter, QP_QPROF, &tracks->lives[i].state);
    for (uint32_t i = 0; ok && i < tracks->emitter->profile->carrier_count; i++)
        ok = qp_emitter_show(tracks->emitter, QP_QPROF, &tracks->runs[i]);
    return ok;
}

bool qp_virtual_tracks_cut(struct qp_virtual_tracks *tracks)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < tracks->emitter->profile->carrier_count; i++)
        ok = qp_emitter_close(tracks->emitter, &tracks->runs[i], true);
    for (uint32_t i = 0; ok && i < tracks->life_count; i++)
        ok = qp_emitter_close(tracks->emitter, &tracks->lives[i].state, true);
    return ok;
}

bool qp_virtual_tracks_finish(struct qp_virtual_tracks *tracks)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < tracks->life_count; i++)
        ok = report_life(tracks, &tracks->lives[i], &tracks->timeline->lives[i]);
    return ok;
}
