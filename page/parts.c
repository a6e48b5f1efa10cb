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

/* Tracks are told in an order of their own: the names of virtual threads come late. */
static bool take_track(void *to, const struct qp_track *track)
{
    struct qp_parts *parts = to;
    struct qp_events *events = &parts->log.events.events;
    char name[NAME_SIZE];
    qp_tracks_name(events, track, name, sizeof name);
    struct qp_text unit = {0};
    if (track->kind == QP_TRACK_COUNTER && track->counter != QP_NONE)
        unit = events->counters.items[track->counter].unit;
    struct qp_track_part *added = qp_array_add(&parts->tracks, &parts->track_count, sizeof *added);
    if (!added)
        return false;
    *added = (struct qp_track_part){.number = track->number, .kind = track->kind, .thread = track->thread};
    added->name = strdup(qp_page_strip(parts->page, name));
    added->unit = copy_shown(parts, unit);
    return added->name && added->unit;
}

/* Row of the place where an event was recorded, plus 1; 0 for none. Without memory the table has failed. */
static uint32_t place_at(struct qp_parts *parts, uint32_t location, uint64_t tick)
{
    char shown[NAME_SIZE];
    uint64_t row = location ? qp_map_get(&parts->place_of, location) : 0;
    if (!location || row)
        return (uint32_t)row;
    if (qp_locate_show(&parts->log.locate, location, tick, shown, sizeof shown)) {
        qp_columns_string(&parts->places, 0, qp_page_strip(parts->page, shown));
        qp_columns_row(&parts->places);
        if (qp_map_put(&parts->place_of, location, parts->places.rows) == 0)
            return (uint32_t)parts->places.rows;
    }
    parts->places.failed = true;
    return 0;
}

/* Index of the innermost open bar of a track; NULL without memory. */
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

/* A bar takes its room when it begins: one that others lie in ends last, when there may be no room any more. */
static bool begin_bar(void *to, const struct qp_bar *bar)
{
    struct qp_parts *parts = to;
    if (!has_room(parts, bar->from))
        return true;
    uint32_t *open = open_of(parts, bar->track);
    struct qp_bar_part *added = open ? qp_array_add(&parts->bars, &parts->bar_count, sizeof *added) : NULL;
    if (!added)
        return false;
    *added = (struct qp_bar_part){.track = bar->track,
                                  .depth = bar->depth,
                                  .kind = bar->kind,
                                  .value = bar->value,
                                  .place = place_at(parts, bar->location, bar->tick),
                                  .outer = *open,
                                  .from = bar->from,
                                  .until = bar->from};
    *open = parts->bar_count - 1;
    return true;
}

/* An open bar of a track has a depth that no other one has: the end of another depth is of one that was left out. */
static bool end_bar(void *to, const struct qp_bar *bar)
{
    struct qp_parts *parts = to;
    uint32_t open = bar->track < parts->open_count ? parts->open[bar->track] : QP_NONE;
    if (open == QP_NONE || parts->bars[open].depth != bar->depth)
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
    *added = (struct qp_sample_part){sample->track, sample->at, sample->number};
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
    *added = (struct qp_point_part){.track = point->track, .other = point->other, .at = point->at, .kind = kind};
    if (point->event->text.length)
        added->text = copy_shown(parts, point->event->text);
    return added->text || !point->event->text.length;
}

static bool read_log(struct qp_parts *parts)
{
    const struct qp_tracks_calls calls = {
        .track = take_track, .begin = begin_bar, .end = end_bar, .sample = take_sample, .point = take_point};
    return qp_tracks_read(&parts->log.events, &calls, parts);
}

/* ---- both ends --------------------------------------------------------------------------------------------------- */

bool qp_parts_open(struct qp_parts *parts, struct qp_page *page)
{
    struct qp_error error = {0};
    *parts = (struct qp_parts){.page = page, .until = UINT64_MAX};
    if (qp_log_open(&parts->log, page->request->profile, &error))
        return false;
    qp_columns_init(&parts->places, "places", "text:text");
    qp_columns_init(&parts->states, "states", "name:text");
    if (read_log(parts))
        return true;
    qp_parts_close(parts);
    return false;
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
    free(parts->samples);
    free(parts->points);
    qp_map_fini(&parts->place_of);
    qp_map_fini(&parts->state_of);
    qp_columns_fini(&parts->places);
    qp_columns_fini(&parts->states);
    qp_log_close(&parts->log);
}
