#include "data/tracks.h"

#include "data/array.h"

#include <string.h>

/* An open bar; begun = it was told. */
struct open_bar {
    struct qp_bar bar;
    uint32_t life; /* index: of whom it tells, QP_NONE = nobody */
    bool is_open;
    bool begun;
};

/* What is open of libvt on a system thread. */
struct stack {
    struct open_bar *bars;
    uint32_t depth;
};

struct life_track {
    uint32_t track;
    bool used; /* a bar of it was told */
    bool told;
    uint64_t since; /* tick at which the state of the bar began */
    struct open_bar state;
};

struct scope_track {
    uint32_t scope; /* index */
    uint32_t next_free;
    struct open_bar span;
};

struct tracks {
    struct qp_resolver *resolver;
    const struct qp_profile *profile;
    const struct qp_tracks_calls *calls;
    void *to;
    struct qp_timeline timeline;
    struct qp_timeline_step step;
    uint32_t track_count;
    uint32_t *threads;        /* by carrier: number of its track, QP_NONE = not used yet */
    uint32_t *carriers;       /* the same as a carrier */
    uint32_t *counters;       /* by instance, then by counter: where the instance is not known */
    struct stack *stacks;     /* by carrier */
    struct open_bar *runs;    /* by carrier */
    struct life_track *lives; /* by life of the timeline */
    uint32_t life_count;
    struct scope_track *scopes;
    uint32_t scope_count;
    struct qp_map
        free_scopes; /* scope's index + 1: index + 1 of the first that nothing is open on; QP_NONE + 1 = none */
    struct qp_map open_scopes; /* scope's index << 32 | sequence number: index + 1 */
    uint64_t flow;
    uint64_t tick;               /* of the newest event; those of a damaged file may go back, and count as this then */
    uint64_t begin[QP_PRODUCTS]; /* ticks: what lies before the last clear is forgotten */
    bool shows[QP_PRODUCTS];     /* that tick is past */
    uint32_t next_mark;
};

/* ---- what is told ------------------------------------------------------------------------------------------------ */

static uint64_t ns_of(const struct tracks *tracks, uint64_t tick)
{
    return qp_profile_since_start(tracks->profile, tick);
}

static bool tell_track(const struct tracks *tracks, const struct qp_track *track)
{
    return !tracks->calls->track || tracks->calls->track(tracks->to, track);
}

static const struct qp_life *life_of(const struct tracks *tracks, const struct open_bar *open)
{
    return open->life == QP_NONE ? NULL : &tracks->timeline.lives[open->life];
}

static bool begin_bar(const struct tracks *tracks, struct open_bar *open)
{
    open->begun = true;
    open->bar.life = life_of(tracks, open);
    return !tracks->calls->begin || tracks->calls->begin(tracks->to, &open->bar);
}

/* life: index, QP_NONE = it tells of nobody. */
static bool open_bar(const struct tracks *tracks, struct open_bar *open, struct qp_bar bar, uint32_t life)
{
    enum qp_product product = life == QP_NONE ? QP_VT : QP_QPROF;
    bar.tick = tracks->tick;
    bar.from = ns_of(tracks, tracks->tick);
    *open = (struct open_bar){.bar = bar, .life = life, .is_open = true};
    return !tracks->shows[product] || begin_bar(tracks, open);
}

static bool close_bar_of(const struct tracks *tracks, struct open_bar *open, const struct qp_life *life, bool cut)
{
    if (!open->is_open)
        return true;
    open->is_open = false;
    open->bar.until = ns_of(tracks, tracks->tick);
    open->bar.cut = cut;
    open->bar.life = life;
    return !open->begun || !tracks->calls->end || tracks->calls->end(tracks->to, &open->bar);
}

static bool close_bar(const struct tracks *tracks, struct open_bar *open, bool cut)
{
    return close_bar_of(tracks, open, open->is_open ? life_of(tracks, open) : NULL, cut);
}

static bool tell_point(struct tracks *tracks, const struct qp_resolved *event, uint32_t track, uint32_t other,
                       uint64_t flow)
{
    const struct qp_life *life = other == QP_NONE ? NULL : &tracks->timeline.lives[tracks->step.life];
    struct qp_point point = {track, other, life, ns_of(tracks, tracks->tick), flow, event};
    if (!tracks->shows[event->event.product] || !tracks->calls->point)
        return true;
    return tracks->calls->point(tracks->to, &point);
}

/* ---- tracks ------------------------------------------------------------------------------------------------------ */

/* The number of a track of a system thread, which is told when it is used first; QP_NONE = a callback ended it all. */
static uint32_t thread_track(struct tracks *tracks, uint32_t *numbers, enum qp_track_kind kind, uint32_t thread)
{
    struct qp_track track = {.kind = kind, .thread = thread, .counter = QP_NONE};
    if (numbers[thread] != QP_NONE)
        return numbers[thread];
    track.number = tracks->track_count++;
    if (!tell_track(tracks, &track))
        return QP_NONE;
    return numbers[thread] = track.number;
}

/* Whose its value is. */
static bool find_counter_track(struct tracks *tracks, struct qp_sample *sample, uint32_t thread)
{
    const struct qp_counters *counters = &tracks->resolver->events.counters;
    uint32_t instance = qp_counters_instance(counters, sample->counter, thread);
    uint32_t *number = &tracks->counters[instance != QP_NONE ? instance : counters->instance_count + sample->counter];
    sample->thread = instance != QP_NONE ? counters->instances[instance].thread : QP_NONE;
    sample->track = *number;
    if (*number != QP_NONE)
        return true;
    sample->track = *number = tracks->track_count++;
    const struct qp_track track = {
        .kind = QP_TRACK_COUNTER, .number = *number, .thread = sample->thread, .counter = sample->counter};
    return tell_track(tracks, &track);
}

static bool tell_life(struct tracks *tracks, struct life_track *it, const struct qp_life *life)
{
    struct qp_track track = {
        .kind = QP_TRACK_VIRTUAL, .number = it->track, .thread = QP_NONE, .counter = QP_NONE, .life = life};
    it->used |= it->state.begun;
    if (it->track == QP_NONE || it->told || !it->used)
        return true;
    it->told = true;
    return tell_track(tracks, &track);
}

/* ---- virtual threads --------------------------------------------------------------------------------------------- */

static bool make_room_for_lives(struct tracks *tracks)
{
    while (tracks->life_count < tracks->timeline.count) {
        struct life_track *added = qp_array_add(&tracks->lives, &tracks->life_count, sizeof *added);
        if (!added)
            return false;
        *added = (struct life_track){.track = QP_NONE};
    }
    return true;
}

static bool end_life(struct tracks *tracks, uint32_t index, const struct qp_life *life)
{
    struct life_track *it = &tracks->lives[index];
    bool ok = close_bar_of(tracks, &it->state, life, false) && tell_life(tracks, it, life);
    it->track = QP_NONE;
    return ok;
}

/* Another life may have begun on the context of one whose end was not told. */
static bool take_life(struct tracks *tracks)
{
    const struct qp_timeline_step *step = &tracks->step;
    if (step->life == QP_NONE)
        return true;
    struct life_track *it = &tracks->lives[step->life];
    bool replaces = step->was.over && it->track != QP_NONE;
    struct open_bar *run = replaces && step->was.carrier != QP_NONE ? &tracks->runs[step->was.carrier] : NULL;
    if (run && run->bar.value == it->track && !close_bar_of(tracks, run, &step->was, false))
        return false;
    if (replaces && !end_life(tracks, step->life, &step->was))
        return false;
    if (it->track == QP_NONE)
        *it = (struct life_track){.track = tracks->track_count++};
    return true;
}

/* QP_CONTEXT_FREE = its state is not known. */
static enum qp_context_state state_of(const struct tracks *tracks, const struct qp_life *life)
{
    if (life->over || life->generation != tracks->timeline.generation)
        return QP_CONTEXT_FREE;
    return life->woken ? QP_CONTEXT_RUNNABLE : (enum qp_context_state)life->state;
}

static uint64_t since_of(const struct qp_life *life)
{
    return life->woken ? life->woken : life->since;
}

/* Whether the bar is what the time line says. */
static bool is_shown(const struct tracks *tracks, uint32_t index)
{
    const struct qp_life *life = &tracks->timeline.lives[index];
    const struct life_track *it = &tracks->lives[index];
    uint32_t state = state_of(tracks, life);
    if (!it->state.is_open)
        return state == QP_CONTEXT_FREE;
    return it->state.bar.value == state && it->since == since_of(life);
}

static bool show_state(struct tracks *tracks, uint32_t index, uint64_t flow)
{
    const struct qp_life *life = &tracks->timeline.lives[index];
    struct life_track *it = &tracks->lives[index];
    enum qp_context_state state = state_of(tracks, life);
    if (is_shown(tracks, index))
        return true;
    if (!close_bar(tracks, &it->state, state == QP_CONTEXT_FREE && !life->over))
        return false;
    it->used |= it->state.begun;
    it->since = since_of(life);
    if (state == QP_CONTEXT_FREE)
        return true;
    return open_bar(tracks, &it->state,
                    (struct qp_bar){.kind = QP_BAR_STATE,
                                    .track = it->track,
                                    .value = state,
                                    .thread = life->carrier,
                                    .node = state == QP_CONTEXT_RUNNING ? QP_NONE : life->node,
                                    .flow = flow},
                    index);
}

/* The bar of a carrier is who runs there. */
static bool show_run(struct tracks *tracks, uint32_t carrier, bool cut)
{
    struct open_bar *run = &tracks->runs[carrier];
    uint32_t life = tracks->timeline.runs[carrier];
    uint32_t track = life == QP_NONE ? QP_NONE : tracks->lives[life].track;
    if (run->is_open && run->bar.value == track)
        return true;
    if (!close_bar(tracks, run, cut))
        return false;
    if (track == QP_NONE)
        return true;
    uint32_t on = thread_track(tracks, tracks->carriers, QP_TRACK_CARRIER, carrier);
    struct qp_bar bar = {.kind = QP_BAR_RUN, .track = on, .value = track, .thread = carrier, .node = QP_NONE};
    return on != QP_NONE && open_bar(tracks, run, bar, life);
}

static bool show_cause(struct tracks *tracks, const struct qp_resolved *event, uint64_t *flow)
{
    const struct qp_timeline_step *step = &tracks->step;
    if (event->event.kind != QP_EVENT_WAKE && event->event.kind != QP_EVENT_CREATE)
        return true;
    if (tracks->shows[QP_QPROF] && !is_shown(tracks, step->life))
        *flow = ++tracks->flow;
    uint32_t track = step->by != QP_NONE
                         ? tracks->lives[step->by].track
                         : thread_track(tracks, tracks->carriers, QP_TRACK_CARRIER, event->event.thread);
    return track != QP_NONE && tell_point(tracks, event, track, tracks->lives[step->life].track, *flow);
}

/* All whose state a loss made unknown, and what ran. */
static bool show_loss(struct tracks *tracks)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < tracks->life_count; i++)
        ok = !tracks->lives[i].state.is_open || show_state(tracks, i, 0);
    for (uint32_t i = 0; ok && i < tracks->profile->carrier_count; i++)
        ok = show_run(tracks, i, true);
    return ok;
}

static bool follow_virtual(struct tracks *tracks, const struct qp_resolved *event)
{
    const struct qp_timeline_step *step = &tracks->step;
    uint64_t flow = 0;
    if (event->event.kind == QP_EVENT_LOST || event->event.kind == QP_EVENT_GAP) {
        uint32_t track = thread_track(tracks, tracks->carriers, QP_TRACK_CARRIER, event->event.thread);
        return track != QP_NONE && show_loss(tracks) && tell_point(tracks, event, track, QP_NONE, 0);
    }
    if (step->life == QP_NONE || (step->was.over && event->event.kind == QP_EVENT_DESTROY))
        return true; /* nothing is known of its life */
    const struct qp_life *life = &tracks->timeline.lives[step->life];
    bool ok = take_life(tracks) && show_cause(tracks, event, &flow);
    if (ok && step->was.carrier != QP_NONE && !step->was.over)
        ok = show_run(tracks, step->was.carrier, false);
    ok = ok && show_run(tracks, event->event.thread, false) && show_state(tracks, step->life, flow);
    if (ok && life->over)
        return end_life(tracks, step->life, life);
    bool named = life->thread != QP_NONE || life->group != QP_NONE;
    return ok && (!named || tell_life(tracks, &tracks->lives[step->life], life));
}

/* ---- libvt ------------------------------------------------------------------------------------------------------- */

static bool close_stack(const struct tracks *tracks, struct stack *stack, bool cut)
{
    bool ok = true;
    while (ok && stack->depth)
        ok = close_bar(tracks, &stack->bars[--stack->depth], cut);
    return ok;
}

static bool enter(struct tracks *tracks, const struct qp_resolved *event, uint32_t track)
{
    struct stack *stack = &tracks->stacks[event->event.thread];
    struct qp_bar bar = {.kind = QP_BAR_FUNCTION,
                         .track = track,
                         .value = event->method,
                         .depth = stack->depth,
                         .object = event->event.object,
                         .thread = event->event.thread,
                         .location = event->event.location,
                         .node = QP_NONE};
    struct open_bar *open = qp_array_add(&stack->bars, &stack->depth, sizeof *open);
    return open && open_bar(tracks, open, bar, QP_NONE);
}

static bool leave(struct tracks *tracks, const struct qp_resolved *event)
{
    struct stack *stack = &tracks->stacks[event->event.thread];
    return !stack->depth || close_bar(tracks, &stack->bars[--stack->depth], false);
}

static bool count(struct tracks *tracks, const struct qp_resolved *event)
{
    if (event->counter == QP_NONE || !tracks->shows[event->event.product])
        return true;
    struct qp_sample sample = {
        .counter = event->counter,
        .genre = event->genre,
        .bits = event->event.value,
        .number = qp_counters_number(event->genre, event->event.value),
        .at = ns_of(tracks, tracks->tick),
    };
    return find_counter_track(tracks, &sample, event->event.thread) &&
           (!tracks->calls->sample || tracks->calls->sample(tracks->to, &sample));
}

static uint64_t key_of_scope(const struct qp_event *event)
{
    return (uint64_t)event->object << 32 | (uint32_t)event->value;
}

static bool begin_scope(struct tracks *tracks, const struct qp_resolved *event)
{
    uint32_t scope = event->event.object;
    uint32_t found = (uint32_t)qp_map_get(&tracks->free_scopes, scope + 1ull) - 1;
    struct scope_track *it;
    if (found == QP_NONE) {
        struct qp_track track = {.kind = QP_TRACK_SCOPE,
                                 .number = tracks->track_count,
                                 .thread = QP_NONE,
                                 .counter = QP_NONE,
                                 .scope = event->scope};
        found = tracks->scope_count;
        it = qp_array_add(&tracks->scopes, &tracks->scope_count, sizeof *it);
        if (!it || !tell_track(tracks, &track))
            return false;
        *it = (struct scope_track){.scope = scope, .next_free = QP_NONE};
        it->span.bar.track = tracks->track_count++;
    }
    it = &tracks->scopes[found];
    struct qp_bar bar = {.kind = QP_BAR_SCOPE,
                         .track = it->span.bar.track,
                         .value = (uint32_t)event->event.value,
                         .object = scope,
                         .thread = event->event.thread,
                         .location = event->event.location,
                         .node = QP_NONE};
    return qp_map_put(&tracks->free_scopes, scope + 1ull, (uint64_t)it->next_free + 1) == 0 &&
           qp_map_put(&tracks->open_scopes, key_of_scope(&event->event), found + 1ull) == 0 &&
           open_bar(tracks, &it->span, bar, QP_NONE);
}

static bool end_scope(struct tracks *tracks, const struct qp_resolved *event)
{
    uint32_t found = (uint32_t)qp_map_get(&tracks->open_scopes, key_of_scope(&event->event)) - 1;
    struct scope_track *it = found == QP_NONE ? NULL : &tracks->scopes[found];
    if (!it || !it->span.is_open || it->span.bar.value != (uint32_t)event->event.value)
        return true;
    it->next_free = (uint32_t)qp_map_get(&tracks->free_scopes, it->scope + 1ull) - 1;
    return qp_map_put(&tracks->free_scopes, it->scope + 1ull, found + 1ull) == 0 && close_bar(tracks, &it->span, false);
}

static bool follow_vt(struct tracks *tracks, const struct qp_resolved *event)
{
    uint32_t track = thread_track(tracks, tracks->threads, QP_TRACK_THREAD, event->event.thread);
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
    case QP_EVENT_RETIRE:
        return close_stack(tracks, &tracks->stacks[event->event.thread], true);
    case QP_EVENT_LOST:
    case QP_EVENT_GAP:
        return close_stack(tracks, &tracks->stacks[event->event.thread], true) &&
               tell_point(tracks, event, track, QP_NONE, 0);
    case QP_EVENT_SEND:
    case QP_EVENT_RECEIVE:
    case QP_EVENT_COMMENT:
    case QP_EVENT_ON:
    case QP_EVENT_OFF:
        return tell_point(tracks, event, track, QP_NONE, 0);
    default:
        return true;
    }
}

/* ---- clears and pauses ------------------------------------------------------------------------------------------- */

static bool show_open(struct tracks *tracks, enum qp_product product, struct open_bar *open)
{
    if (!open->is_open || open->begun)
        return true;
    open->bar.from = ns_of(tracks, tracks->begin[product]);
    return begin_bar(tracks, open);
}

/* The last clear is past: what is open begins there. */
static bool show_product(struct tracks *tracks, enum qp_product product)
{
    bool ok = true;
    tracks->shows[product] = true;
    for (uint32_t i = 0; ok && product == QP_QPROF && i < tracks->life_count; i++)
        ok = show_open(tracks, product, &tracks->lives[i].state);
    for (uint32_t i = 0; ok && i < tracks->profile->carrier_count; i++) {
        const struct stack *stack = &tracks->stacks[i];
        ok = product != QP_QPROF || show_open(tracks, product, &tracks->runs[i]);
        for (uint32_t k = 0; ok && product == QP_VT && k < stack->depth; k++)
            ok = show_open(tracks, product, &stack->bars[k]);
    }
    for (uint32_t i = 0; ok && product == QP_VT && i < tracks->scope_count; i++)
        ok = show_open(tracks, product, &tracks->scopes[i].span);
    return ok;
}

static bool show_products(struct tracks *tracks, uint64_t tick)
{
    bool ok = true;
    for (int i = 0; ok && i < QP_PRODUCTS; i++)
        ok = tracks->shows[i] || tick < tracks->begin[i] || show_product(tracks, (enum qp_product)i);
    return ok;
}

static bool close_virtual(struct tracks *tracks)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < tracks->profile->carrier_count; i++)
        ok = close_bar(tracks, &tracks->runs[i], true);
    for (uint32_t i = 0; ok && i < tracks->life_count; i++)
        ok = close_bar(tracks, &tracks->lives[i].state, true);
    return ok;
}

static bool pass_time(struct tracks *tracks, uint64_t tick)
{
    if (tick > tracks->tick)
        tracks->tick = tick;
    return show_products(tracks, tracks->tick);
}

/* libqprof logs nothing in a pause, and nothing is known after it. */
static bool pass_pauses(struct tracks *tracks, uint64_t tick)
{
    bool ok = true;
    for (; ok && tracks->next_mark < tracks->profile->mark_count; tracks->next_mark++) {
        const struct qp_profile_mark *mark = &tracks->profile->marks[tracks->next_mark];
        if (mark->tick > tick)
            break;
        if ((mark->kind == QP_MARK_PAUSE || mark->kind == QP_MARK_RESUME) && mark->product == QP_QPROF)
            ok = pass_time(tracks, mark->tick) && close_virtual(tracks);
    }
    return ok;
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

static bool take_event(struct tracks *tracks, const struct qp_resolved *event)
{
    if (!pass_pauses(tracks, event->event.tick) || !pass_time(tracks, event->event.tick))
        return false;
    if (!qp_timeline_follow(&tracks->timeline, &event->event, &tracks->step) || !make_room_for_lives(tracks))
        return false;
    return event->event.product == QP_VT ? follow_vt(tracks, event) : follow_virtual(tracks, event);
}

/* What is open lasts until the end of what is known. */
static bool finish(struct tracks *tracks)
{
    const struct qp_profile *profile = tracks->profile;
    uint64_t end = qp_profile_is_complete(profile) ? profile->clock_end.tick : profile->last_tick;
    bool ok = pass_pauses(tracks, end) && pass_time(tracks, end) && close_virtual(tracks);
    for (uint32_t i = 0; ok && i < profile->carrier_count; i++)
        ok = close_stack(tracks, &tracks->stacks[i], true);
    for (uint32_t i = 0; ok && i < tracks->scope_count; i++)
        ok = close_bar(tracks, &tracks->scopes[i].span, true);
    for (uint32_t i = 0; ok && i < tracks->life_count; i++)
        ok = tell_life(tracks, &tracks->lives[i], &tracks->timeline.lives[i]);
    return ok;
}

static uint32_t *make_numbers(size_t count)
{
    uint32_t *numbers = malloc((count + 1) * sizeof *numbers);
    if (numbers)
        memset(numbers, 0xff, (count + 1) * sizeof *numbers); /* QP_NONE */
    return numbers;
}

static bool begin(struct tracks *tracks)
{
    const struct qp_profile *profile = tracks->profile;
    const struct qp_counters *counters = &tracks->resolver->events.counters;
    for (uint32_t i = 0; i < QP_PRODUCTS; i++) {
        bool wanted = !(tracks->calls->without >> i & 1);
        tracks->begin[i] = wanted ? qp_profile_epoch_tick(profile, i, profile->clear_epoch[i]) : UINT64_MAX;
        tracks->shows[i] = tracks->begin[i] == 0;
    }
    tracks->threads = make_numbers(profile->carrier_count);
    tracks->carriers = make_numbers(profile->carrier_count);
    tracks->counters = make_numbers((size_t)counters->instance_count + counters->item_count);
    tracks->stacks = calloc((size_t)profile->carrier_count + 1, sizeof *tracks->stacks);
    tracks->runs = calloc((size_t)profile->carrier_count + 1, sizeof *tracks->runs);
    return tracks->threads && tracks->carriers && tracks->counters && tracks->stacks && tracks->runs;
}

static void release(struct tracks *tracks)
{
    for (uint32_t i = 0; tracks->stacks && i < tracks->profile->carrier_count; i++)
        free(tracks->stacks[i].bars);
    free(tracks->stacks);
    free(tracks->threads);
    free(tracks->carriers);
    free(tracks->counters);
    free(tracks->runs);
    free(tracks->lives);
    free(tracks->scopes);
    qp_map_fini(&tracks->free_scopes);
    qp_map_fini(&tracks->open_scopes);
}

bool qp_tracks_read(struct qp_resolver *resolver, const struct qp_tracks_calls *calls, void *to)
{
    struct tracks tracks = {.resolver = resolver, .profile = resolver->events.profile, .calls = calls, .to = to};
    struct qp_resolved event;
    if (!qp_timeline_open(&tracks.timeline, resolver->events.profile))
        return false;
    bool ok = begin(&tracks);
    while (ok && qp_resolver_next(resolver, &event))
        ok = take_event(&tracks, &event);
    ok = ok && !resolver->failed && finish(&tracks);
    release(&tracks);
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
