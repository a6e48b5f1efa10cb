#include "profile/log/emitter.h"

#include <stdlib.h>

uint64_t qp_emitter_now(const struct qp_emitter *emitter)
{
    return qp_profile_since_start(emitter->profile, emitter->tick);
}

/* ---- tracks ------------------------------------------------------------------------------------------------------ */

bool qp_emitter_track(const struct qp_emitter *emitter, const struct qp_track *track)
{
    return !emitter->calls->track || emitter->calls->track(emitter->to, track);
}

uint32_t qp_emitter_thread(struct qp_emitter *emitter, uint32_t *numbers, enum qp_track_kind kind, uint32_t thread)
{
    struct qp_track track = {.kind = kind, .thread = thread, .counter = QP_NONE};
    if (numbers[thread] != QP_NONE)
        return numbers[thread];
    track.number = emitter->track_count++;
    if (!qp_emitter_track(emitter, &track))
        return QP_NONE;
    return numbers[thread] = track.number;
}

/* ---- bars -------------------------------------------------------------------------------------------------------- */

static const struct qp_life *life_of(const struct qp_emitter *emitter, const struct qp_open_bar *open)
{
    return open->life == QP_NONE ? NULL : &emitter->timeline->lives[open->life];
}

static bool begin_bar(const struct qp_emitter *emitter, struct qp_open_bar *open)
{
    open->begun = true;
    open->bar.life = life_of(emitter, open);
    return !emitter->calls->begin || emitter->calls->begin(emitter->to, &open->bar);
}

bool qp_emitter_open(const struct qp_emitter *emitter, struct qp_open_bar *open, struct qp_bar bar, uint32_t life)
{
    enum qp_product product = life == QP_NONE ? QP_VT : QP_QPROF;
    bar.tick = emitter->tick;
    bar.from = qp_emitter_now(emitter);
    *open = (struct qp_open_bar){.bar = bar, .life = life, .is_open = true};
    return !emitter->shows[product] || begin_bar(emitter, open);
}

bool qp_emitter_close_of(const struct qp_emitter *emitter, struct qp_open_bar *open, const struct qp_life *life,
                         bool cut)
{
    if (!open->is_open)
        return true;
    open->is_open = false;
    open->bar.until = qp_emitter_now(emitter);
    open->bar.cut = cut;
    open->bar.life = life;
    return !open->begun || !emitter->calls->end || emitter->calls->end(emitter->to, &open->bar);
}

bool qp_emitter_close(const struct qp_emitter *emitter, struct qp_open_bar *open, bool cut)
{
    return qp_emitter_close_of(emitter, open, open->is_open ? life_of(emitter, open) : NULL, cut);
}

bool qp_emitter_show(const struct qp_emitter *emitter, enum qp_product product, struct qp_open_bar *open)
{
    if (!open->is_open || open->begun)
        return true;
    open->bar.from = qp_profile_since_start(emitter->profile, emitter->begin[product]);
    return begin_bar(emitter, open);
}

/* ---- points ------------------------------------------------------------------------------------------------------ */

bool qp_emitter_point(const struct qp_emitter *emitter, const struct qp_resolved *event, struct qp_point point)
{
    if (!emitter->shows[event->event.product] || !emitter->calls->point)
        return true;
    point.at = qp_emitter_now(emitter);
    point.event = event;
    return emitter->calls->point(emitter->to, &point);
}
