#include "profile/log/telling.h"

#include <stdlib.h>
#include <string.h>

static uint64_t ns_of(const struct qp_telling *telling, uint64_t tick)
{
    return qp_profile_since_start(telling->profile, tick);
}

uint64_t qp_telling_now(const struct qp_telling *telling)
{
    return ns_of(telling, telling->tick);
}

/* ---- tracks ------------------------------------------------------------------------------------------------------ */

bool qp_telling_track(const struct qp_telling *telling, const struct qp_track *track)
{
    return !telling->calls->track || telling->calls->track(telling->to, track);
}

uint32_t *qp_telling_numbers(size_t count)
{
    uint32_t *numbers = malloc((count + 1) * sizeof *numbers);
    if (numbers)
        memset(numbers, 0xff, (count + 1) * sizeof *numbers); /* QP_NONE */
    return numbers;
}

uint32_t qp_telling_thread(struct qp_telling *telling, uint32_t *numbers, enum qp_track_kind kind, uint32_t thread)
{
    struct qp_track track = {.kind = kind, .thread = thread, .counter = QP_NONE};
    if (numbers[thread] != QP_NONE)
        return numbers[thread];
    track.number = telling->track_count++;
    if (!qp_telling_track(telling, &track))
        return QP_NONE;
    return numbers[thread] = track.number;
}

/* ---- bars -------------------------------------------------------------------------------------------------------- */

static const struct qp_life *life_of(const struct qp_telling *telling, const struct qp_open_bar *open)
{
    return open->life == QP_NONE ? NULL : &telling->timeline->lives[open->life];
}

static bool begin_bar(const struct qp_telling *telling, struct qp_open_bar *open)
{
    open->begun = true;
    open->bar.life = life_of(telling, open);
    return !telling->calls->begin || telling->calls->begin(telling->to, &open->bar);
}

bool qp_telling_open(const struct qp_telling *telling, struct qp_open_bar *open, struct qp_bar bar, uint32_t life)
{
    enum qp_product product = life == QP_NONE ? QP_VT : QP_QPROF;
    bar.tick = telling->tick;
    bar.from = qp_telling_now(telling);
    *open = (struct qp_open_bar){.bar = bar, .life = life, .is_open = true};
    return !telling->shows[product] || begin_bar(telling, open);
}

bool qp_telling_close_of(const struct qp_telling *telling, struct qp_open_bar *open, const struct qp_life *life,
                         bool cut)
{
    if (!open->is_open)
        return true;
    open->is_open = false;
    open->bar.until = qp_telling_now(telling);
    open->bar.cut = cut;
    open->bar.life = life;
    return !open->begun || !telling->calls->end || telling->calls->end(telling->to, &open->bar);
}

bool qp_telling_close(const struct qp_telling *telling, struct qp_open_bar *open, bool cut)
{
    return qp_telling_close_of(telling, open, open->is_open ? life_of(telling, open) : NULL, cut);
}

bool qp_telling_show(const struct qp_telling *telling, enum qp_product product, struct qp_open_bar *open)
{
    if (!open->is_open || open->begun)
        return true;
    open->bar.from = ns_of(telling, telling->begin[product]);
    return begin_bar(telling, open);
}

/* ---- points ------------------------------------------------------------------------------------------------------ */

bool qp_telling_point(const struct qp_telling *telling, const struct qp_resolved *event, struct qp_point point)
{
    if (!telling->shows[event->event.product] || !telling->calls->point)
        return true;
    point.at = qp_telling_now(telling);
    point.event = event;
    return telling->calls->point(telling->to, &point);
}
