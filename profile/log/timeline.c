#include "profile/log/timeline.h"

#include "format/array.h"
#include "profile/load/load.h"

/* ---- lives ----------------------------------------------------------------------------------------------------- */

static void forget(struct qp_life *life)
{
    life->state = QP_CONTEXT_FREE;
    life->resumes = false;
    life->since = life->woken = 0;
}

static bool is_context(struct qp_reader *reader, uint32_t reference)
{
    const struct qp_context *context = qp_reader_at(reader, reference, sizeof *context);
    if (context && context->published && context->product == QP_QPROF)
        return true;
    qp_reader_damage(reader, "an event of the log refers to %#x, which is no virtual thread", reference);
    return false;
}

/* Return the index of the life on the event's context. If the context is new, add a life. Return QP_NONE if the
 * context is not a virtual thread's, or if out of memory; set *failed in the latter case. */
static uint32_t life_of(struct qp_timeline *timeline, const struct qp_event *event, bool *failed)
{
    if (!qp_map_get(&timeline->contexts, event->object) && !is_context(&timeline->profile->reader, event->object))
        return QP_NONE;
    uint32_t life = QP_ARRAY_KEYED(&timeline->contexts, event->object, &timeline->lives, &timeline->count,
                                   (struct qp_life){.over = true});
    *failed = life == QP_NONE;
    return life;
}

static void run_nowhere(struct qp_timeline *timeline, uint32_t life)
{
    uint32_t carrier = timeline->lives[life].carrier;
    if (carrier != QP_NONE && timeline->runs[carrier] == life)
        timeline->runs[carrier] = QP_NONE;
}

static void begin_life(struct qp_timeline *timeline, uint32_t index, const struct qp_event *event)
{
    struct qp_life *life = &timeline->lives[index];
    if (!life->over)
        run_nowhere(timeline, index);
    *life = qp_life_at(&timeline->index, event->object, event->tick);
    life->generation = timeline->generation;
    if (event->kind != QP_EVENT_CREATE)
        return;
    if (life->id != event->value) /* the life found in the profile belongs to an earlier virtual thread, which used
                                   * this context and has just ended */
        life->thread = life->group = QP_NONE;
    life->id = event->value;
    life->created = event->tick;
}

static bool take_life(struct qp_timeline *timeline, const struct qp_event *event, struct qp_timeline_step *step)
{
    bool failed = false;
    step->life = life_of(timeline, event, &failed);
    if (step->life == QP_NONE)
        return !failed;
    struct qp_life *life = &timeline->lives[step->life];
    step->was = *life;
    if (event->kind == QP_EVENT_CREATE)
        step->was.over = true;
    if (step->was.over)
        begin_life(timeline, step->life, event);
    if (life->generation != timeline->generation)
        forget(life);
    life->generation = timeline->generation;
    if (!step->was.over)
        step->was = *life;
    return true;
}

/* ---- losses ----------------------------------------------------------------------------------------------------- */

/* Forget the states of lives after a loss of events on a carrier. Lives that run on other carriers are still known.
 * If `carrier` is QP_NONE, forget the states of all lives. */
static void lose(struct qp_timeline *timeline, uint32_t carrier)
{
    timeline->generation++;
    for (uint32_t i = 0; i < timeline->profile->carrier_count; i++) {
        if (i == carrier || carrier == QP_NONE)
            timeline->runs[i] = QP_NONE;
        else if (timeline->runs[i] != QP_NONE)
            timeline->lives[timeline->runs[i]].generation = timeline->generation;
    }
}

/* Forget all states if a pause ended at or before a tick, because nothing was logged in the pause. */
static void pass_marks(struct qp_timeline *timeline, uint64_t tick)
{
    const struct qp_profile *profile = timeline->profile;
    for (; timeline->next_mark < profile->mark_count; timeline->next_mark++) {
        const struct qp_profile_mark *mark = &profile->marks[timeline->next_mark];
        if (mark->tick > tick)
            return;
        if (mark->kind == QP_MARK_RESUME && mark->product == QP_QPROF)
            lose(timeline, QP_NONE);
    }
}

/* ---- events ----------------------------------------------------------------------------------------------------- */

/* Return the partner of life A, which begins to run on a carrier. The partner is the life B that left this carrier
 * last, if B left because it resumed A, or if B returns control to A, which had resumed B. Return QP_NONE if there is
 * no such life B, or if another life still runs on the carrier. */
static uint32_t partner_of(const struct qp_timeline *timeline, const struct qp_event *event, uint32_t index)
{
    const struct qp_life *life = &timeline->lives[index];
    uint32_t left = timeline->left[event->thread];
    if (left == QP_NONE || left == index || life->woken || timeline->runs[event->thread] != QP_NONE)
        return QP_NONE;
    const struct qp_life *other = &timeline->lives[left];
    bool is_here = other->over || (other->carrier == event->thread && other->state != QP_CONTEXT_RUNNING);
    return is_here && (other->resumes || life->resumes) ? left : QP_NONE;
}

static void run(struct qp_timeline *timeline, const struct qp_event *event, struct qp_timeline_step *step)
{
    struct qp_life *life = &timeline->lives[step->life];
    uint32_t runs = timeline->runs[event->thread];
    step->aside = runs != QP_NONE && runs != step->life;
    step->again = life->state == QP_CONTEXT_RUNNING && life->carrier == event->thread;
    step->by = step->again ? QP_NONE : partner_of(timeline, event, step->life);
    if (!step->again) {
        run_nowhere(timeline, step->life);
        life->state = QP_CONTEXT_RUNNING;
        life->since = event->tick;
        life->woken = 0;
        life->resumes = false;
        life->carrier = event->thread;
    }
    timeline->runs[event->thread] = step->life;
}

static enum qp_context_state state_after(enum qp_event_kind kind)
{
    if (kind == QP_EVENT_READY)
        return QP_CONTEXT_RUNNABLE;
    return kind == QP_EVENT_WAIT ? QP_CONTEXT_WAITING : QP_CONTEXT_BLOCKED;
}

static void leave(struct qp_timeline *timeline, const struct qp_event *event, struct qp_timeline_step *step)
{
    struct qp_profile *profile = timeline->profile;
    uint32_t node = qp_nodes_find(profile, event->object);
    if (node == QP_NONE && event->object && profile->reader.ending != QP_ENDING_RUNNING)
        qp_reader_damage(&profile->reader, "an event of the log refers to %#x, which is no node", event->object);
    step->life = timeline->runs[event->thread];
    if (step->life == QP_NONE)
        return;
    struct qp_life *life = &timeline->lives[step->life];
    step->was = *life;
    life->state = state_after(event->kind);
    life->resumes = event->kind == QP_EVENT_RESUME;
    life->since = event->tick;
    life->woken = 0;
    life->node = node;
    if (life->group == QP_NONE && node != QP_NONE)
        life->group = profile->roots[profile->nodes[node].root].group;
    timeline->runs[event->thread] = QP_NONE;
    timeline->left[event->thread] = step->life;
}

/* Make a suspended life runnable. A life whose state was unknown becomes runnable, too. */
static void wake(const struct qp_timeline *timeline, const struct qp_event *event, uint32_t woken)
{
    struct qp_life *life = &timeline->lives[woken];
    if ((life->state == QP_CONTEXT_BLOCKED || life->state == QP_CONTEXT_WAITING) && life->woken == 0) {
        life->woken = event->tick;
    } else if (life->state == QP_CONTEXT_FREE) {
        life->state = QP_CONTEXT_RUNNABLE;
        life->since = event->tick;
    }
}

static void change(struct qp_timeline *timeline, const struct qp_event *event, struct qp_timeline_step *step)
{
    struct qp_life *life = &timeline->lives[step->life];
    switch (event->kind) {
    case QP_EVENT_RUN:
        run(timeline, event, step);
        return;
    case QP_EVENT_WAKE:
        wake(timeline, event, step->life);
        break;
    case QP_EVENT_CREATE:
        life->state = QP_CONTEXT_RUNNABLE;
        life->since = event->tick;
        break;
    default:
        run_nowhere(timeline, step->life);
        forget(life);
        life->over = true;
        break;
    }
    step->by = timeline->runs[event->thread];
}

bool qp_timeline_follow(struct qp_timeline *timeline, const struct qp_event *event, struct qp_timeline_step *step)
{
    *step = (struct qp_timeline_step){.life = QP_NONE, .by = QP_NONE};
    if (event->product != QP_QPROF)
        return true;
    pass_marks(timeline, event->tick);
    if (qp_event_is_leaving(event->kind)) {
        leave(timeline, event, step);
        return true;
    }
    switch (event->kind) {
    case QP_EVENT_RUN:
    case QP_EVENT_WAKE:
    case QP_EVENT_CREATE:
    case QP_EVENT_DESTROY:
        if (!take_life(timeline, event, step))
            return false;
        if (step->life != QP_NONE)
            change(timeline, event, step);
        return true;
    case QP_EVENT_LOST:
    case QP_EVENT_GAP:
        lose(timeline, event->thread);
        return true;
    default:
        return true;
    }
}

/* ---- open and close ---------------------------------------------------------------------------------------------- */

bool qp_timeline_open(struct qp_timeline *timeline, struct qp_profile *profile)
{
    *timeline = (struct qp_timeline){.profile = profile};
    timeline->runs = qp_scratch_none(&timeline->scratch, profile->carrier_count);
    timeline->left = qp_scratch_none(&timeline->scratch, profile->carrier_count);
    if (!timeline->scratch.failed && qp_life_index_open(&timeline->index, profile))
        return true;
    qp_scratch_free(&timeline->scratch);
    return false;
}

void qp_timeline_close(struct qp_timeline *timeline)
{
    qp_life_index_close(&timeline->index);
    qp_map_fini(&timeline->contexts);
    free(timeline->lives);
    qp_scratch_free(&timeline->scratch);
    *timeline = (struct qp_timeline){0};
}
