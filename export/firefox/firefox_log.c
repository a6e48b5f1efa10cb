/* firefox_log.c - collect the log for the Firefox Profiler: markers of threads, values of counters.
 *
 * States of libvt, and the times in which a virtual thread ran on a carrier, are markers of the system thread. States
 * of a virtual thread are markers of its group. The viewer needs tables by column, so all events are collected first,
 * up to a limit. Events beyond the limit are only counted. */
#include "base/order.h"
#include "format/array.h"
#include "export/drawn.h"
#include "export/firefox/firefox.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- collecting -------------------------------------------------------------------------------------------------- */

static uint32_t name_index(struct qp_firefox_log *log, uint64_t key, const char *name)
{
    uint64_t found = qp_map_get(&log->name_map, key);
    if (found)
        return (uint32_t)found - 1;
    char **added = qp_array_add(&log->names, &log->name_count, sizeof *added);
    char *copy = added ? strdup(name) : NULL;
    if (added)
        *added = copy;
    if (!copy || qp_map_put(&log->name_map, key, log->name_count) != 0)
        log->failed = true;
    return log->name_count - 1;
}

static struct qp_firefox_marker *add_marker(struct qp_firefox_log *log)
{
    struct qp_firefox_marker *added = NULL;
    if (log->marker_count >= log->most) {
        log->left_out++;
        return NULL;
    }
    added = qp_array_add(&log->markers, &log->marker_count, sizeof *added);
    log->failed |= !added;
    return added;
}

static uint8_t category_of(const struct qp_bar *bar)
{
    static const uint8_t of_state[] = {
        [QP_CONTEXT_RUNNING] = QP_FIREFOX_FUNCTION,
        [QP_CONTEXT_RUNNABLE] = QP_FIREFOX_RUNNABLE,
        [QP_CONTEXT_BLOCKED] = QP_FIREFOX_BLOCKED,
        [QP_CONTEXT_WAITING] = QP_FIREFOX_WAITING,
    };
    return bar->kind == QP_BAR_STATE ? of_state[bar->value] : QP_FIREFOX_FUNCTION;
}

/* Return the index of a bar's name in the log's names. */
static uint32_t name_of(struct qp_firefox_log *log, const struct qp_bar *bar)
{
    char name[QP_DRAWN_NAME];
    if (bar->kind == QP_BAR_RUN)
        return name_index(log, 0, "run");
    qp_drawn_bar(log->export, bar, name);
    return name_index(log, qp_drawn_bar_key(bar), name);
}

/* Add entries for virtual threads up to this track number. The track's name and group are added later, because the
 * track is reported after its first bars. */
static bool add_vthread(struct qp_firefox_log *log, uint32_t number)
{
    while (log->vthread_count <= number) {
        struct qp_firefox_vthread *added = qp_array_add(&log->vthreads, &log->vthread_count, sizeof *added);
        if (!added)
            return false;
        *added = (struct qp_firefox_vthread){NULL, QP_NONE};
    }
    return true;
}

static bool take_end(void *to, const struct qp_bar *bar)
{
    struct qp_firefox_log *log = to;
    struct qp_firefox_marker *marker = add_marker(log);
    uint32_t vthread = bar->kind == QP_BAR_STATE ? bar->track + 1 : bar->kind == QP_BAR_RUN ? bar->value + 1 : 0;
    if (marker)
        *marker = (struct qp_firefox_marker){
            .owner = bar->kind == QP_BAR_STATE ? QP_NONE : bar->thread,
            .name = name_of(log, bar),
            .vthread = vthread,
            .node = bar->node,
            .location = bar->location,
            .category = category_of(bar),
            .tick = bar->tick,
            .from = bar->from,
            .until = bar->until,
        };
    if (marker && vthread)
        log->failed |= !add_vthread(log, vthread - 1);
    return !log->failed;
}

/* Add a marker for a point. Wake-ups have none: they show in the state of the affected virtual thread. */
static bool take_point(void *to, const struct qp_point *point)
{
    struct qp_firefox_log *log = to;
    struct qp_firefox_marker *marker = point->other == QP_NONE ? add_marker(log) : NULL;
    const struct qp_event *event = &point->event->event;
    char name[QP_DRAWN_NAME];
    uint64_t object = event->kind == QP_EVENT_COMMENT ? event->value : event->object;
    if (!marker)
        return !log->failed;
    qp_drawn_point(point, name);
    if (event->kind == QP_EVENT_COMMENT)
        qp_text_show(point->event->text, name, sizeof name);
    *marker = (struct qp_firefox_marker){
        .owner = event->thread,
        .name = name_index(log, (uint64_t)(QP_EVENT_KINDS + 1 + event->kind) << 32 | (uint32_t)object, name),
        .node = QP_NONE,
        .location = event->location,
        .category = QP_FIREFOX_OTHER,
        .instant = true,
        .tick = event->tick,
        .from = point->at,
        .until = point->at,
    };
    return !log->failed;
}

static bool take_track(void *to, const struct qp_track *track)
{
    struct qp_firefox_log *log = to;
    char name[QP_DRAWN_NAME];
    if (track->kind == QP_TRACK_COUNTER) {
        struct qp_firefox_counter *added = qp_array_add(&log->counters, &log->counter_count, sizeof *added);
        if (added)
            *added = (struct qp_firefox_counter){track->number, track->counter, track->thread};
        return added;
    }
    bool has_marker = track->number < log->vthread_count;
    if (track->kind != QP_TRACK_VIRTUAL || (!has_marker && log->marker_count >= log->most))
        return true;
    if (!add_vthread(log, track->number))
        return false;
    qp_drawn_track(log->export, track, name);
    log->vthreads[track->number] = (struct qp_firefox_vthread){strdup(name), track->life->group};
    return log->vthreads[track->number].name;
}

static bool take_sample(void *to, const struct qp_sample *sample)
{
    struct qp_firefox_log *log = to;
    if (log->sample_count >= log->most || !isfinite(sample->number)) {
        log->left_out++;
        return true;
    }
    struct qp_firefox_sample *added = qp_array_add(&log->samples, &log->sample_count, sizeof *added);
    if (added)
        *added = (struct qp_firefox_sample){sample->track, sample->number, sample->at};
    return added;
}

struct qp_firefox_vthread qp_firefox_vthread_of(const struct qp_firefox_log *log,
                                                const struct qp_firefox_marker *marker)
{
    bool known = marker->vthread && marker->vthread <= log->vthread_count;
    return known ? log->vthreads[marker->vthread - 1] : (struct qp_firefox_vthread){NULL, QP_NONE};
}

/* ---- sorting ----------------------------------------------------------------------------------------------------- */

/* Assign markers of virtual threads' states to the groups, all of which are known now. */
static void find_owners(struct qp_firefox_log *log)
{
    const struct qp_profile *profile = log->export->profile;
    for (uint32_t i = 0; i < log->marker_count; i++) {
        uint32_t group = qp_firefox_vthread_of(log, &log->markers[i]).group;
        if (log->markers[i].owner == QP_NONE)
            log->markers[i].owner = profile->carrier_count + (group == QP_NONE ? profile->group_count : group);
    }
}

static int by_owner(const void *left, const void *right)
{
    const struct qp_firefox_marker *a = left, *b = right;
    return QP_ORDER({a->owner, b->owner}, {a->from, b->from}, {b->until, a->until});
}

static int by_track(const void *left, const void *right)
{
    const struct qp_firefox_sample *a = left, *b = right;
    return QP_ORDER({a->track, b->track}, {a->at, b->at});
}

bool qp_firefox_log_open(struct qp_firefox_log *log, struct qp_export *export, uint32_t most)
{
    static const struct qp_tracks_calls calls = {
        .track = take_track, .end = take_end, .sample = take_sample, .point = take_point};
    *log = (struct qp_firefox_log){.export = export, .most = most};
    if (!export->log)
        return true;
    bool ok = qp_tracks_read(&export->log->events, &calls, log) && !log->failed;
    find_owners(log);
    qp_sort(log->markers, log->marker_count, sizeof *log->markers, by_owner);
    qp_sort(log->samples, log->sample_count, sizeof *log->samples, by_track);
    return ok;
}

void qp_firefox_log_close(struct qp_firefox_log *log)
{
    for (uint32_t i = 0; i < log->name_count; i++)
        free(log->names[i]);
    for (uint32_t i = 0; i < log->vthread_count; i++)
        free(log->vthreads[i].name);
    free(log->names);
    free(log->vthreads);
    free(log->markers);
    free(log->samples);
    free(log->counters);
    qp_map_fini(&log->name_map);
}
