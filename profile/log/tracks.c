#include "profile/log/tracks.h"

#include "profile/log/virtual_tracks.h"
#include "profile/log/vt_tracks.h"

struct tracks {
    struct qp_emitter emitter;
    struct qp_timeline timeline;
    struct qp_virtual_tracks virtual;
    struct qp_vt_tracks vt;
    uint32_t next_mark;
};

/* ---- clears and pauses ------------------------------------------------------------------------------------------- */

/* Begin to report each product once the tick is reached at which its data was last cleared. Report bars that are
 * open at this tick as if they began there. */
static bool show_products(struct tracks *tracks)
{
    struct qp_emitter *emitter = &tracks->emitter;
    bool ok = true;
    for (int i = 0; ok && i < QP_PRODUCTS; i++) {
        if (emitter->shows[i] || emitter->tick < emitter->begin[i])
            continue;
        emitter->shows[i] = true;
        if (i == QP_QPROF)
            ok = qp_virtual_tracks_show(&tracks->virtual);
        if (i == QP_VT)
            ok = qp_vt_tracks_show(&tracks->vt);
    }
    return ok;
}

static bool pass_time(struct tracks *tracks, uint64_t tick)
{
    if (tick > tracks->emitter.tick)
        tracks->emitter.tick = tick;
    return show_products(tracks);
}

/* End the bars of virtual threads wherever a pause begins or ends, up to `tick`. libqprof logs nothing in a pause,
 * so all states are unknown during and after the pause. */
static bool pass_pauses(struct tracks *tracks, uint64_t tick)
{
    const struct qp_profile *profile = tracks->emitter.profile;
    bool ok = true;
    for (; ok && tracks->next_mark < profile->mark_count; tracks->next_mark++) {
        const struct qp_profile_mark *mark = &profile->marks[tracks->next_mark];
        if (mark->tick > tick)
            break;
        if ((mark->kind == QP_MARK_PAUSE || mark->kind == QP_MARK_RESUME) && mark->product == QP_QPROF)
            ok = pass_time(tracks, mark->tick) && qp_virtual_tracks_cut(&tracks->virtual);
    }
    return ok;
}

/* ---- reading the log --------------------------------------------------------------------------------------------- */

static bool take_event(struct tracks *tracks, const struct qp_resolved *event)
{
    const struct qp_tracks_calls *calls = tracks->emitter.calls;
    bool vt = event->event.product == QP_VT;
    return pass_pauses(tracks, event->event.tick) && pass_time(tracks, event->event.tick) &&
           qp_virtual_tracks_follow(&tracks->virtual, event) &&
           (!vt || !calls->event || calls->event(tracks->emitter.to, event)) &&
           (!vt || qp_vt_tracks_follow(&tracks->vt, event));
}

/* Extend open bars to the end of the recording. */
static bool finish(struct tracks *tracks)
{
    const struct qp_profile *profile = tracks->emitter.profile;
    uint64_t end = qp_profile_is_complete(profile) ? profile->clock_end.tick : profile->last_tick;
    return pass_pauses(tracks, end) && pass_time(tracks, end) && qp_virtual_tracks_cut(&tracks->virtual) &&
           qp_vt_tracks_cut(&tracks->vt) && qp_virtual_tracks_finish(&tracks->virtual);
}

static void choose_begin(struct qp_emitter *emitter)
{
    for (uint32_t i = 0; i < QP_PRODUCTS; i++) {
        bool wanted = !(emitter->calls->without >> i & 1);
        uint32_t epoch = emitter->profile->clear_epoch[i];
        emitter->begin[i] = wanted ? qp_profile_epoch_tick(emitter->profile, i, epoch) : UINT64_MAX;
        emitter->shows[i] = emitter->begin[i] == 0;
    }
}

static bool read_events(struct tracks *tracks, struct qp_resolver *resolver)
{
    struct qp_resolved event;
    while (qp_resolver_next(resolver, &event)) {
        if (!take_event(tracks, &event))
            return false;
    }
    return !resolver->failed && finish(tracks);
}

bool qp_tracks_read(struct qp_resolver *resolver, const struct qp_tracks_calls *calls, void *to)
{
    const struct qp_events *events = &resolver->events;
    struct tracks tracks = {.emitter = {.profile = events->profile, .calls = calls, .to = to}};
    if (!qp_timeline_open(&tracks.timeline, events->profile))
        return false;
    tracks.emitter.timeline = &tracks.timeline;
    choose_begin(&tracks.emitter);
    bool ok = qp_virtual_tracks_open(&tracks.virtual, &tracks.emitter, &tracks.timeline);
    ok = qp_vt_tracks_open(&tracks.vt, &tracks.emitter, &events->counters) && ok;
    ok = ok && read_events(&tracks, resolver);
    qp_vt_tracks_close(&tracks.vt);
    qp_virtual_tracks_close(&tracks.virtual);
    qp_timeline_close(&tracks.timeline);
    return ok;
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

void qp_tracks_name(const struct qp_events *events, const struct qp_track *track, char *shown, size_t size)
{
    switch (track->kind) {
    case QP_TRACK_VIRTUAL:
        qp_life_show(events->profile, track->life, shown, size);
        return;
    case QP_TRACK_COUNTER:
        qp_counters_name(&events->counters.items[track->counter], shown, size);
        return;
    case QP_TRACK_SCOPE:
        if (track->scope)
            qp_text_show_pair(track->scope->class_name, ":", track->scope->name, shown, size);
        else
            snprintf(shown, size, "unknown scope");
        return;
    default:
        qp_profile_thread_name(events->profile, track->thread, shown, size);
        return;
    }
}

void qp_tracks_function(const struct qp_events *events, const struct qp_bar *bar, char *shown, size_t size)
{
    if (bar->value == QP_NONE)
        snprintf(shown, size, "state %u", bar->object);
    else
        qp_profile_method_name(events->profile, bar->value, shown, size);
}
