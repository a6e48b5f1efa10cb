#include "page/parts.h"

#include "format/array.h"

#include <stdlib.h>
#include <string.h>

#define NAME_SIZE 600

static bool has_room(struct qp_parts *parts, uint64_t at)
{
    if (parts->bar_count + parts->sample_count + parts->point_count < parts->page->request->most_parts)
        return true;
    parts->left_out++;
    parts->until = at < parts->until ? at : parts->until;
    return false;
}

static char *copy_shown(const struct qp_parts *parts, struct qp_text text)
{
    char shown[NAME_SIZE];
    return strdup(qp_page_show(parts->page, text, shown, sizeof shown));
}

/* Add a track. Tracks do not come in the order of their numbers, because the track of a virtual thread comes only
 * when its name is known. */
static bool take_track(void *to, const struct qp_track *track)
{
    struct qp_parts *parts = to;
    struct qp_events *events = &parts->log->events.events;
    char name[NAME_SIZE];
    qp_tracks_name(events, track, name, sizeof name);
    struct qp_text unit = {0};
    if (track->kind == QP_TRACK_COUNTER && track->counter != QP_NONE)
        unit = events->counters.items[track->counter].unit;
    struct qp_track_part *added = qp_array_add(&parts->tracks, &parts->track_count, sizeof *added);
    if (!added)
        return false;
    *added = (struct qp_track_part){
        .number = track->number,
        .kind = track->kind,
        .thread = track->thread,
        .rank = QP_NONE,
        .life_thread = track->life ? track->life->thread : QP_NONE,
        .group = track->life ? track->life->group : QP_NONE,
        .id = track->life ? track->life->id : 0,
    };
    added->name = strdup(qp_page_strip(parts->page, name));
    added->unit = copy_shown(parts, unit);
    return added->name && added->unit;
}

/* Return the row of an event's source location in the table of places, or QP_NONE if it has none. If out of memory,
 * mark the table as failed. */
static uint32_t place_at(struct qp_parts *parts, uint32_t location, uint64_t tick)
{
    struct qp_columns *places = &parts->page->tables[QP_TABLE_places];
    char shown[NAME_SIZE];
    uint64_t known = location ? qp_map_get(&parts->place_of, location) : 0;
    if (!location || known)
        return (uint32_t)known - 1;
    if (qp_locate_show(&parts->log->locate, location, tick, shown, sizeof shown)) {
        qp_add_places(parts->page->tables, &(const struct qp_row_places){.text = qp_page_strip(parts->page, shown)});
        if (qp_map_put(&parts->place_of, location, places->rows) == 0)
            return (uint32_t)places->rows - 1;
    }
    places->failed = true;
    return QP_NONE;
}

/* Return a pointer to the index of a track's innermost open bar; NULL if out of memory. */
static uint32_t *open_of(struct qp_parts *parts, uint32_t track)
{
    while (parts->open_count <= track) {
        uint32_t *added = qp_array_add(&parts->open, &parts->open_count, sizeof *added);
        if (!added)
            return NULL;
        *added = QP_NONE;
    }
    return &parts->open[track];
}

/* Return the method in which a virtual thread was suspended, or QP_NONE. */
static uint32_t method_of(const struct qp_parts *parts, const struct qp_bar *bar)
{
    if (bar->kind != QP_BAR_STATE || bar->node == QP_NONE)
        return QP_NONE;
    return parts->page->request->profile->nodes[bar->node].method;
}

/* Add a bar when it begins, not when it ends. An enclosing bar ends after the bars inside it, and by then the limit
 * may be reached. */
static bool begin_bar(void *to, const struct qp_bar *bar)
{
    struct qp_parts *parts = to;
    if (!has_room(parts, bar->from))
        return true;
    uint32_t *open = open_of(parts, bar->track);
    struct qp_bar_part *added = open ? qp_array_add(&parts->bars, &parts->bar_count, sizeof *added) : NULL;
    if (!added)
        return false;
    *added = (struct qp_bar_part){.position = {bar->track, bar->depth, bar->from},
                                  .kind = bar->kind,
                                  .value = bar->value,
                                  .place = place_at(parts, bar->location, bar->tick),
                                  .method = method_of(parts, bar),
                                  .resumer = bar->resumer,
                                  .outer = *open,
                                  .until = bar->from};
    *open = parts->bar_count - 1;
    return true;
}

/* Add a finished state to the times of its virtual thread. Return false if out of memory. */
static bool add_to_life(struct qp_parts *parts, const struct qp_bar *bar)
{
    while (parts->life_count <= bar->track) {
        struct qp_part_life *added = qp_array_add(&parts->lives, &parts->life_count, sizeof *added);
        if (!added)
            return false;
        *added = (struct qp_part_life){0};
    }
    struct qp_part_life *life = &parts->lives[bar->track];
    uint64_t length = bar->until > bar->from ? bar->until - bar->from : 0;
    life->ns[bar->value] += length;
    life->ended |= bar->life && bar->life->over;
    if (bar->value != QP_CONTEXT_RUNNING)
        return true;
    life->longest = length > life->longest ? length : life->longest;
    life->migrations += life->carrier && life->carrier != bar->thread + 1;
    life->carrier = bar->thread + 1;
    return true;
}

/* End a bar. The open bars of a track have different depths. If the innermost open bar has another depth than the
 * bar that ends, the latter was not added, because the limit was reached. */
static bool end_bar(void *to, const struct qp_bar *bar)
{
    struct qp_parts *parts = to;
    if (bar->kind == QP_BAR_STATE && !add_to_life(parts, bar))
        return false;
    uint32_t open = bar->track < parts->open_count ? parts->open[bar->track] : QP_NONE;
    if (open == QP_NONE || parts->bars[open].position.depth != bar->depth)
        return true;
    parts->bars[open].until = bar->until;
    parts->open[bar->track] = parts->bars[open].outer;
    return true;
}

static bool take_sample(void *to, const struct qp_sample *sample)
{
    struct qp_parts *parts = to;
    if (!has_room(parts, sample->at))
        return true;
    struct qp_sample_part *added = qp_array_add(&parts->samples, &parts->sample_count, sizeof *added);
    if (!added)
        return false;
    *added = (struct qp_sample_part){{sample->track, 0, sample->at}, sample->number};
    return true;
}

static const char *kind_of(const struct qp_point *point)
{
    switch (point->event->event.kind) {
    case QP_EVENT_WAKE:
        return "wake";
    case QP_EVENT_CREATE:
        return "create";
    case QP_EVENT_SEND:
        return "send";
    case QP_EVENT_RECEIVE:
        return "receive";
    case QP_EVENT_COMMENT:
        return "comment";
    case QP_EVENT_LOST:
    case QP_EVENT_GAP:
        return "lost";
    default:
        return NULL;
    }
}

static bool take_point(void *to, const struct qp_point *point)
{
    struct qp_parts *parts = to;
    const char *kind = kind_of(point);
    if (!kind || !has_room(parts, point->at))
        return true;
    struct qp_point_part *added = qp_array_add(&parts->points, &parts->point_count, sizeof *added);
    if (!added)
        return false;
    *added = (struct qp_point_part){{point->track, 0, point->at}, point->other, kind, NULL};
    if (point->event->text.length)
        added->text = copy_shown(parts, point->event->text);
    return added->text || !point->event->text.length;
}

/* ---- opening and closing ----------------------------------------------------------------------------------------- */

bool qp_parts_open(struct qp_parts *parts, struct qp_page *page)
{
    const struct qp_tracks_calls calls = {
        .track = take_track, .begin = begin_bar, .end = end_bar, .sample = take_sample, .point = take_point};
    struct qp_error error = {0};
    struct qp_log log;
    *parts = (struct qp_parts){.page = page, .log = &log, .until = UINT64_MAX};
    if (qp_log_open(&log, page->request->profile, &error))
        return false;
    bool ok = qp_tracks_read(&log.events, &calls, parts);
    qp_log_close(&log);
    parts->log = NULL;
    if (!ok)
        qp_parts_close(parts);
    return ok;
}

void qp_parts_close(struct qp_parts *parts)
{
    for (uint32_t i = 0; i < parts->track_count; i++) {
        free(parts->tracks[i].name);
        free(parts->tracks[i].unit);
    }
    for (uint32_t i = 0; i < parts->point_count; i++)
        free(parts->points[i].text);
    free(parts->tracks);
    free(parts->bars);
    free(parts->open);
    free(parts->lives);
    free(parts->samples);
    free(parts->points);
    free(parts->messages);
    qp_map_fini(&parts->place_of);
    qp_map_fini(&parts->state_of);
}
