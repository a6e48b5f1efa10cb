#include "profile/log/critical_path.h"

#include "format/array.h"
#include "profile/log/timeline.h"

/* The critical path of a virtual thread up to a tick. It is kept only as long as all its segments are known. */
struct end {
    uint32_t chain;
    uint32_t generation; /* generation of the timeline (timeline.h); a path of an older generation is unknown */
    uint64_t from;       /* tick of the chain's begin */
    uint64_t at;         /* tick of the chain's end; 0 = not begun */
};

/* A path that may become the result, and its virtual thread. The candidate is an owner of the path's chain. */
struct candidate {
    struct end end;
    struct qp_life life;
};

struct walk {
    struct qp_timeline timeline;
    struct qp_chains chains;
    struct end *ends; /* for each life of the timeline: end of its path */
    uint32_t end_count;
    struct qp_span within;
    const char *wanted;
    uint64_t now;
    struct candidate best; /* longest path so far */
    struct candidate last; /* path of the virtual thread that ran most recently; starts again at each loss of events
                            * and each pause */
    uint32_t matches;
    bool cut;
};

/* ---- path of one life ------------------------------------------------------------------------------------------ */

static void set_end(struct walk *walk, struct end *end, struct end other)
{
    qp_chains_share(&walk->chains, other.chain);
    qp_chains_drop(&walk->chains, end->chain);
    *end = other;
}

/* Extend a path by a segment in one state that ends at a tick. If the path has not begun yet, it begins when the
 * state began (was->since), or at the tick if that is unknown. */
static void extend(struct walk *walk, uint32_t index, const struct qp_life *was, enum qp_context_state state,
                   uint64_t until)
{
    const struct qp_life *life = &walk->timeline.lives[index];
    struct end *end = &walk->ends[index];
    if (end->at == 0) {
        end->from = was->since && !was->over ? was->since : until;
        end->from = end->from > walk->within.from ? end->from : walk->within.from;
        end->at = end->from;
    }
    if (until <= end->at)
        return;
    struct qp_chain_segment segment = {.from = end->at,
                                       .until = until,
                                       .id = life->id,
                                       .thread = life->thread,
                                       .group = life->group,
                                       .context = life->context,
                                       .node = life->node,
                                       .state = (uint8_t)state};
    if (state == QP_CONTEXT_RUNNING && (life->state == QP_CONTEXT_RUNNING || life->over))
        segment.node = QP_NONE; /* the node is known only if the thread was suspended at the end of the segment */
    end->chain = qp_chains_add(&walk->chains, end->chain, segment);
    end->at = until;
}

/* Extend a path up to a tick, by a segment in the state that the thread had before this event. A thread that was
 * woken is runnable since then. */
static void extend_state(struct walk *walk, uint32_t index, const struct qp_life *was, uint64_t until)
{
    bool known = !was->over && was->state != QP_CONTEXT_FREE;
    if (known)
        extend(walk, index, was, was->woken ? QP_CONTEXT_RUNNABLE : (enum qp_context_state)was->state, until);
    else if (walk->ends[index].at == 0)
        extend(walk, index, was, QP_CONTEXT_FREE, until);
}

/* Replace a path by the path of the virtual thread that caused this event. */
static void follow(struct walk *walk, uint32_t index, uint32_t other, uint64_t tick)
{
    extend_state(walk, other, &walk->timeline.lives[other], tick);
    set_end(walk, &walk->ends[index], walk->ends[other]);
}

/* Set the group of the path's last segments, which were added before the group was known. */
static void name_group(struct walk *walk, uint32_t index)
{
    const struct qp_life *life = &walk->timeline.lives[index];
    uint32_t at = walk->ends[index].chain;
    while (at != QP_NONE) {
        struct qp_chain_segment *segment = &walk->chains.segments[at];
        if (segment->context != life->context || segment->id != life->id || segment->group != QP_NONE)
            return;
        segment->group = life->group;
        at = segment->before;
    }
}

/* ---- choice of the path ---------------------------------------------------------------------------------------- */

static uint64_t begin_of(const struct walk *walk, const struct candidate *it)
{
    return walk->wanted && it->life.created > it->end.from ? it->life.created : it->end.from;
}

static uint64_t length_of(const struct walk *walk, const struct candidate *it)
{
    return it->end.at ? it->end.at - begin_of(walk, it) : 0;
}

static void choose(struct walk *walk, struct candidate *chosen, struct candidate candidate)
{
    set_end(walk, &chosen->end, candidate.end);
    chosen->life = candidate.life;
}

static void consider(struct walk *walk, const struct candidate *it)
{
    if (it->end.at && (!walk->best.end.at || length_of(walk, it) > length_of(walk, &walk->best)))
        choose(walk, &walk->best, *it);
}

static void consider_wanted(struct walk *walk, uint32_t index)
{
    const struct qp_life *life = &walk->timeline.lives[index];
    if (!walk->wanted || !qp_life_is(walk->timeline.profile, life, walk->wanted))
        return;
    walk->matches++;
    consider(walk, &(struct candidate){walk->ends[index], *life});
}

static void ran_last(struct walk *walk, uint32_t index)
{
    if (!walk->wanted && walk->ends[index].at >= walk->last.end.at)
        choose(walk, &walk->last, (struct candidate){walk->ends[index], walk->timeline.lives[index]});
}

/* Finish an interval between losses and pauses: compare its last path with the longest path so far. */
static void end_interval(struct walk *walk)
{
    consider(walk, &walk->last);
    set_end(walk, &walk->last.end, (struct end){.chain = QP_NONE});
}

/* ---- events ----------------------------------------------------------------------------------------------------- */

static bool has_room(struct walk *walk)
{
    const struct end none = {.chain = QP_NONE, .generation = walk->timeline.generation};
    bool ok = true;
    while (ok && walk->end_count < walk->timeline.count)
        ok = QP_ARRAY_APPEND(&walk->ends, &walk->end_count, none);
    return ok;
}

/* Drop a path if it has become unknown, or belongs to an earlier life on the context. */
static void refresh(struct walk *walk, uint32_t index, bool new_life)
{
    uint32_t generation = walk->timeline.generation;
    if (index != QP_NONE && (new_life || walk->ends[index].generation != generation))
        set_end(walk, &walk->ends[index], (struct end){.chain = QP_NONE, .generation = generation});
}

static void wake(struct walk *walk, const struct qp_timeline_step *step, uint64_t tick)
{
    const struct qp_life *life = &walk->timeline.lives[step->life];
    bool woken = life->woken == tick || (step->was.state == QP_CONTEXT_FREE && life->since == tick);
    if (!woken || step->was.woken)
        return;
    if (step->by != QP_NONE && step->by != step->life)
        follow(walk, step->life, step->by, tick);
    else
        extend_state(walk, step->life, &step->was, tick);
}

static void take(struct walk *walk, const struct qp_event *event, const struct qp_timeline_step *step)
{
    if (qp_event_is_leaving(event->kind)) {
        if (step->was.group == QP_NONE)
            name_group(walk, step->life);
        extend_state(walk, step->life, &step->was, event->tick);
        ran_last(walk, step->life);
        return;
    }
    switch (event->kind) {
    case QP_EVENT_RUN:
        if (step->by != QP_NONE)
            follow(walk, step->life, step->by, event->tick);
        if (!step->again)
            extend_state(walk, step->life, &step->was, event->tick);
        return;
    case QP_EVENT_WAKE:
        wake(walk, step, event->tick);
        return;
    case QP_EVENT_CREATE:
        if (step->by != QP_NONE && step->by != step->life)
            follow(walk, step->life, step->by, event->tick);
        else
            extend_state(walk, step->life, &walk->timeline.lives[step->life], event->tick);
        return;
    default:
        extend_state(walk, step->life, &step->was, event->tick);
        consider_wanted(walk, step->life); /* keep the path until the context is reused, because the path of a
                                            * resumer may continue it */
        return;
    }
}

static bool take_event(struct walk *walk, const struct qp_event *event)
{
    uint32_t generation = walk->timeline.generation;
    struct qp_timeline_step step;
    if (!qp_timeline_follow(&walk->timeline, event, &step) || !has_room(walk))
        return false;
    if (event->product != QP_QPROF || event->tick < walk->within.from)
        return true;
    walk->now = event->tick;
    if (generation != walk->timeline.generation) {
        walk->cut = true;
        end_interval(walk);
    }
    if (step.life == QP_NONE)
        return true;
    refresh(walk, step.life, step.was.over);
    refresh(walk, step.by, false);
    take(walk, event, &step);
    return !walk->chains.failed;
}

/* Extend the paths of virtual threads that were still running when the log ended. Suspended threads are extended
 * only if the user asked for a thread. */
static void take_rest(struct walk *walk)
{
    for (uint32_t i = 0; i < walk->end_count; i++) {
        const struct qp_life *life = &walk->timeline.lives[i];
        if (life->over || life->generation != walk->timeline.generation || walk->now < walk->within.from)
            continue;
        refresh(walk, i, false);
        if (walk->wanted || life->state == QP_CONTEXT_RUNNING)
            extend_state(walk, i, life, walk->now);
        if (life->state == QP_CONTEXT_RUNNING)
            ran_last(walk, i);
        consider_wanted(walk, i);
    }
    end_interval(walk);
}

/* ---- result ------------------------------------------------------------------------------------------------------ */

/* Return true if two segments are parts of one interval in which a virtual thread ran. The interval was split where
 * this virtual thread woke or created a thread that is not on the path. */
static bool is_one(const struct qp_chain_segment *first, const struct qp_chain_segment *second)
{
    return first->state == QP_CONTEXT_RUNNING && second->state == QP_CONTEXT_RUNNING &&
           first->context == second->context && first->id == second->id;
}

/* Store the `count` segments that end after path->from in order of time, and join those that are one interval. */
static void collect(const struct walk *walk, struct qp_critical_path *path, uint32_t count)
{
    const struct qp_chain_segment *segments = walk->chains.segments;
    uint32_t at = walk->best.end.chain;
    for (uint32_t i = count; i-- > 0; at = segments[at].before)
        path->items[i] = segments[at];
    if (count && path->items[0].from < path->from)
        path->items[0].from = path->from;
    for (uint32_t i = 0; i < count; i++) {
        struct qp_chain_segment *last = path->count ? &path->items[path->count - 1] : NULL;
        if (last && is_one(last, &path->items[i])) {
            path->items[i].from = last->from;
            path->count--;
        }
        path->items[path->count++] = path->items[i];
    }
}

static bool write_path(const struct walk *walk, struct qp_critical_path *path)
{
    const struct qp_chain_segment *segments = walk->chains.segments;
    uint32_t count = 0;
    path->of = walk->best.life;
    path->matches = walk->matches;
    path->cut = walk->cut;
    path->from = begin_of(walk, &walk->best);
    path->until = walk->best.end.at;
    for (uint32_t at = walk->best.end.chain; at != QP_NONE && segments[at].until > path->from; at = segments[at].before)
        count++;
    path->items = malloc(((size_t)count + 1) * sizeof *path->items);
    if (path->items)
        collect(walk, path, count);
    return path->items;
}

static bool walk_log(struct walk *walk, struct qp_events *events)
{
    struct qp_event event;
    while (qp_events_next(events, &event) && event.tick <= walk->within.until)
        if (!take_event(walk, &event))
            return false;
    take_rest(walk);
    return !walk->chains.failed;
}

/* Return the interval from the begin of the first chosen phase to the end of the last one. */
static struct qp_span span_of(const struct qp_query *query)
{
    if (query->selected.span_count == 0)
        return (struct qp_span){0, UINT64_MAX};
    return (struct qp_span){query->selected.spans[0].from, query->selected.spans[query->selected.span_count - 1].until};
}

int qp_critical_path_open(struct qp_critical_path *path, struct qp_profile *profile, const struct qp_query *query,
                          const char *wanted, struct qp_error *error)
{
    struct walk walk = {
        .within = span_of(query), .wanted = wanted, .best.end.chain = QP_NONE, .last.end.chain = QP_NONE};
    struct qp_events events;
    *path = (struct qp_critical_path){0};
    qp_chains_init(&walk.chains);
    if (!qp_timeline_open(&walk.timeline, profile))
        return qp_error_memory(error);
    int code = qp_events_open(&events, profile, error);
    if (!code) {
        path->logged = qp_events_has(&events, QP_QPROF);
        if (!walk_log(&walk, &events) || !write_path(&walk, path))
            code = qp_error_memory(error);
        qp_events_close(&events);
    }
    qp_timeline_close(&walk.timeline);
    qp_chains_fini(&walk.chains);
    free(walk.ends);
    return code;
}

void qp_critical_path_close(struct qp_critical_path *path)
{
    free(path->items);
    *path = (struct qp_critical_path){0};
}
